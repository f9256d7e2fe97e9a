/* model/section_kinds.c -- the kinds of sections: area, second moments, shear areas, torsion, outline of each.
 * What:    one row per kind, in its own coordinates: y across, z up; walls along z are webs, walls along y flanges.
 * Theory:  closed forms. Torsion of a rib joined to a plate: half of the rectangle of twice its height, whose stress function is
 *          symmetric about the joint. Torsion: rectangle by its series, a b^3 (1/3 - 64/pi^5 b/a sum tanh(n pi a/2b)/n^5) over odd n,
 *          a >= b; circles exact; open walls sum b t^3/3; a box by Bredt with its corners and sum b t^3/3.
 *          Shear areas: those with which V^2/(2 G A_shear) is the energy of the flexure solution for Poisson's ratio 0:
 *          rectangle 5/6 A, circle 6/7 A, tube 6 (1+m^2)^2/(7 (1+m^2)^2 + 20 m^2) A with m = inner/radius; walls by
 *          section_wall.c.
 * Limits:  no fillets; warping is free (no Wagner or Vlasov terms).
 * Tests:   tests/model/test_section.c.
 */
#include <string.h>

#include "model/section_private.h"

static const double pi = 3.14159265358979323846;

/* members of par */
enum { WIDTH, HEIGHT, FLANGE, WEB, BOTTOM_WIDTH, BOTTOM_FLANGE };
enum { RADIUS, INNER, WALL };
enum { AREA, SECOND_Y, SECOND_Z, SECOND_YZ, CENTRE_Y, CENTRE_Z };

static sn_status wrong_sizes(sn_error *error, const char *what, const char *why)
{
  return sn_fail(error, SN_EINPUT, "", what, why, "Check its sizes (in m).");
}

/* ---- solid and round */

static sn_status rectangle_outline(double width, double height, sn_section *out, sn_arena *arena, sn_error *error)
{
  const double y = width / 2, z = height / 2, point[4][2] = {{-y, -z}, {y, -z}, {y, z}, {-y, z}};
  return sn_outline_loops(1, &(int){4}, point, arena, &out->outline, error);
}

static double rectangle_torsion(double a, double b)
{
  const double wide = fmax(a, b), thin = fmin(a, b);
  double sum = 0;
  for (int n = 41; n > 0; n -= 2) { /* n^-5: the rest is below 1e-8; it is that of sum n^-5 = 31/32 zeta(5) */
    sum += (1 - tanh(n * pi * wide / (2 * thin))) / pow(n, 5);
  }
  const double all = 31. / 32 * 1.03692775514336992633; /* tanh = 1 - (1 - tanh): the difference converges at once */
  return wide * thin * thin * thin * (1. / 3 - 64 / pow(pi, 5) * thin / wide * (all - sum));
}

static sn_status rectangle(const sn_section_fields *p, sn_section *out, sn_arena *arena, sn_error *error)
{
  const double b = p->par[WIDTH], h = p->par[HEIGHT];
  sn_section_of_rectangles(&(sn_rectangle){0, 0, b, h}, 1, out);
  out->torsion = p->joined ? rectangle_torsion(b, 2 * h) / 2 : rectangle_torsion(b, h);
  out->shear[0] = out->shear[1] = out->area * 5 / 6;
  return rectangle_outline(b, h, out, arena, error);
}

static sn_status ring(double r, double inner, sn_section *out, sn_arena *arena, sn_error *error)
{
  const double m = inner / r, k = (1 + m * m) * (1 + m * m);
  out->area = pi * (r - inner) * (r + inner);
  out->second[0] = out->second[1] = out->area * (r * r + inner * inner) / 4;
  out->torsion = 2 * out->second[0];
  out->shear[0] = out->shear[1] = out->area * 6 * k / (7 * k + 20 * m * m);
  return sn_outline_round(r, inner, arena, &out->outline, error);
}

static sn_status circle(const sn_section_fields *p, sn_section *out, sn_arena *arena, sn_error *error)
{
  return ring(p->par[RADIUS], 0, out, arena, error);
}

static sn_status tube(const sn_section_fields *p, sn_section *out, sn_arena *arena, sn_error *error)
{
  const double r = p->par[RADIUS], wall = p->par[WALL];
  if (isnan(p->par[INNER]) == isnan(wall)) {
    return sn_fail(error, SN_EINPUT, "",
                   isnan(wall) ? "it needs the field `thickness` or `inner`." : "it has both `thickness` and `inner`.",
                   "The wall of a tube is given by its thickness or by the inner radius.", "Give one of the two.");
  }
  const double inner = isnan(wall) ? p->par[INNER] : r - wall;
  if (!(inner >= 0 && inner < r)) {
    return wrong_sizes(error,
                       isnan(wall) ? "the inner radius must be smaller than the radius."
                                   : "the thickness of the wall must not exceed the radius.",
                       "");
  }
  return ring(r, inner, out, arena, error);
}

/* ---- walls */

static sn_status i_section(const sn_section_fields *p, sn_section *out, sn_arena *arena, sn_error *error)
{
  const double h = p->par[HEIGHT], b = p->par[WIDTH], t = p->par[FLANGE], w = p->par[WEB];
  const double d = isnan(p->par[BOTTOM_WIDTH]) ? b : p->par[BOTTOM_WIDTH];
  const double s = isnan(p->par[BOTTOM_FLANGE]) ? t : p->par[BOTTOM_FLANGE];
  if (!(t + s < h)) {
    return wrong_sizes(error, "the two flanges are as thick as the section is high.", "height is that of the whole.");
  }
  if (!(w <= b && w <= d)) {
    return wrong_sizes(error, "the web is thicker than a flange is wide.", "");
  }
  const double z = h / 2, y = w / 2;
  const sn_rectangle piece[] = {{0, z - t / 2, b, t}, {0, (s - t) / 2, w, h - t - s}, {0, s / 2 - z, d, s}};
  sn_section_of_rectangles(piece, 3, out);
  const double top = z - t / 2, foot = s / 2 - z;
  const double node[][2] = {{-b / 2, top}, {b / 2, top}, {0, top}, {-d / 2, foot}, {d / 2, foot}, {0, foot}};
  const sn_wall wall[] = {{0, 2, t}, {1, 2, t}, {2, 5, w}, {3, 5, s}, {4, 5, s}};
  sn_section_of_walls(node, wall, 5, out);
  const double point[][2] = {{-d / 2, -z}, {d / 2, -z}, {d / 2, s - z},  {y, s - z},  {y, z - t},  {b / 2, z - t},
                             {b / 2, z},   {-b / 2, z}, {-b / 2, z - t}, {-y, z - t}, {-y, s - z}, {-d / 2, s - z}};
  return sn_outline_loops(1, &(int){12}, point, arena, &out->outline, error);
}

static sn_status channel_section(const sn_section_fields *p, sn_section *out, sn_arena *arena, sn_error *error)
{
  const double h = p->par[HEIGHT], b = p->par[WIDTH], t = p->par[FLANGE], w = p->par[WEB], z = h / 2;
  if (!(2 * t < h)) {
    return wrong_sizes(error, "the two flanges are as thick as the section is high.", "height is that of the whole.");
  }
  if (!(w < b)) {
    return wrong_sizes(error, "the web is as thick as the section is wide.", "width is that of the whole.");
  }
  const sn_rectangle piece[] = {{b / 2, z - t / 2, b, t}, {w / 2, 0, w, h - 2 * t}, {b / 2, t / 2 - z, b, t}};
  sn_section_of_rectangles(piece, 3, out);
  const double top = z - t / 2, node[][2] = {{b, top}, {w / 2, top}, {w / 2, -top}, {b, -top}};
  const sn_wall wall[] = {{0, 1, t}, {1, 2, w}, {3, 2, t}};
  sn_section_of_walls(node, wall, 3, out);
  const double point[][2] = {{0, -z}, {b, -z}, {b, t - z}, {w, t - z}, {w, z - t}, {b, z - t}, {b, z}, {0, z}};
  return sn_outline_loops(1, &(int){8}, point, arena, &out->outline, error);
}

static sn_status t_section(const sn_section_fields *p, sn_section *out, sn_arena *arena, sn_error *error)
{
  const double h = p->par[HEIGHT], b = p->par[WIDTH], t = p->par[FLANGE], w = p->par[WEB], y = w / 2;
  if (!(t < h)) {
    return wrong_sizes(error, "the flange is as thick as the section is high.", "height is that of the whole.");
  }
  if (!(w <= b)) {
    return wrong_sizes(error, "the web is thicker than the flange is wide.", "");
  }
  const sn_rectangle piece[] = {{0, h - t / 2, b, t}, {0, (h - t) / 2, w, h - t}};
  sn_section_of_rectangles(piece, 2, out);
  const double top = h - t / 2, node[][2] = {{-b / 2, top}, {b / 2, top}, {0, 0}, {0, top}};
  const sn_wall wall[] = {{0, 3, t}, {1, 3, t}, {2, 3, w}};
  sn_section_of_walls(node, wall, 3, out);
  const double point[][2] = {{-y, 0},    {y, 0},      {y, h - t},      {b / 2, h - t},
                             {b / 2, h}, {-b / 2, h}, {-b / 2, h - t}, {-y, h - t}};
  return sn_outline_loops(1, &(int){8}, point, arena, &out->outline, error);
}

static sn_status angle_section(const sn_section_fields *p, sn_section *out, sn_arena *arena, sn_error *error)
{
  const double h = p->par[HEIGHT], b = p->par[WIDTH], t = p->par[FLANGE];
  if (!(t < h && t < b)) {
    return wrong_sizes(error, "a leg is as thick as it is long.", "height and width are those of the whole section.");
  }
  const sn_rectangle piece[] = {{t / 2, h / 2, t, h}, {(b + t) / 2, t / 2, b - t, t}};
  sn_section_of_rectangles(piece, 2, out);
  const double node[][2] = {{t / 2, h}, {b, t / 2}, {t / 2, t / 2}};
  const sn_wall wall[] = {{0, 2, t}, {1, 2, t}};
  sn_section_of_walls(node, wall, 2, out);
  const double point[][2] = {{0, 0}, {b, 0}, {b, t}, {t, t}, {t, h}, {0, h}};
  return sn_outline_loops(1, &(int){6}, point, arena, &out->outline, error);
}

/* Shear area along z of a box: energy of the shear in the webs (S = c + w (v^2 - z^2)), of the shear across and of the flow
   along the flanges, with the true first moments S. Within 1 % of the flexure solution for equal walls up to a quarter of
   the width, 3 % where one is twice as thick. */
static double box_shear(double b, double h, double t, double w)
{
  const double inside = h - 2 * t, I = (b * h * h * h - (b - 2 * w) * inside * inside * inside) / 12;
  const double d = (h - t) / 2, v = inside / 2, half = (b - w) / 2, c = b * t * d, top = c + w * v * v;
  const double webs = (2 * v * top * top - 4. / 3 * top * w * v * v * v + 0.4 * w * w * pow(v, 5)) / (2 * w);
  const double across = b / 2 * t * t * t * (h * h / 3 - h * t / 2 + t * t / 5);
  const double along = 4. / 3 * t * d * d * half * half * half;
  return I * I / (webs + across + along);
}

/* Torsion of a box by Bredt, 4 A^2/(int ds/t) along the middle of its walls, plus sum b t^3/3. Its corners: the flow takes
   the short way round, which leaves each with R squares of its own (conduction through a bend of widths 1 and a; 0.5587
   for a = 1), and encloses 0.0975 t^2 less (measured on grids). Within 0.1 % for equal walls up to a quarter of the width,
   within 1 % where one is twice as thick. */
static double box_torsion(double b, double h, double t, double w)
{
  const double c = b - w, d = h - t, a = t / w, thick = fmax(t, w);
  const double R = 1 / a - 2 / pi * log(4 * a / (a * a + 1)) + (a * a - 1) / (pi * a) * acos((a * a - 1) / (a * a + 1));
  const double area = c * d - 4 * 0.0975 * thick * thick;
  const double round = 2 * c / t + 2 * d / w - 4 * ((a + 1 / a) / 2 - R);
  return 4 * area * area / round + 2 * (c * t * t * t + d * w * w * w) / 3;
}

static sn_status hollow_box(const sn_section_fields *p, sn_section *out, sn_arena *arena, sn_error *error)
{
  const double b = p->par[WIDTH], h = p->par[HEIGHT], t = p->par[FLANGE], w = isnan(p->par[WEB]) ? t : p->par[WEB];
  if (!(2 * t < h && 2 * w < b)) {
    return wrong_sizes(error, "its walls leave no room inside.", "width and height are those of the whole section.");
  }
  const double y = b / 2, z = h / 2, inside = h - 2 * t;
  const sn_rectangle piece[] = {
      {0, z - t / 2, b, t}, {0, t / 2 - z, b, t}, {y - w / 2, 0, w, inside}, {w / 2 - y, 0, w, inside}};
  sn_section_of_rectangles(piece, 4, out);
  out->torsion = box_torsion(b, h, t, w);
  out->shear[1] = box_shear(b, h, t, w);
  out->shear[0] = box_shear(h, b, w, t);
  const double u = y - w, v = z - t;
  const double point[][2] = {{-y, -z}, {y, -z}, {y, z}, {-y, z}, {-u, -v}, {-u, v}, {u, v}, {u, -v}};
  return sn_outline_loops(2, (const int[]){4, 4}, point, arena, &out->outline, error);
}

/* ---- anything else */

static sn_status general_section(const sn_section_fields *p, sn_section *out, sn_arena *arena, sn_error *error)
{
  const double *x = p->par, yy = x[SECOND_Y], zz = x[SECOND_Z], yz = x[SECOND_YZ];
  if (!(yz * yz < yy * zz)) {
    sn_failf(error, SN_EINPUT, "no section has these second moments: second_yz is too large.");
    sn_error_why(error, "second_yz^2 = %.6g must be below second_y*second_z = %.6g.", yz * yz, yy * zz);
    sn_error_fix(error, "Check the three numbers and their units (m^4).");
    return SN_EINPUT;
  }
  out->area = x[AREA];
  out->second[0] = yy;
  out->second[1] = zz;
  out->second[2] = yz;
  out->shear[0] = out->shear[1] = out->area * 5 / 6;
  out->shear_centre[0] = x[CENTRE_Y];
  out->shear_centre[1] = x[CENTRE_Z];
  /* drawn as the rectangle with the same radii of gyration, along the principal axes */
  const double turn = yz != 0 ? atan2(2 * yz, yy - zz) / 2 : 0, mean = (yy + zz) / 2;
  const double half = yz != 0 ? hypot((yy - zz) / 2, yz) : (yy - zz) / 2;
  const double a = sqrt(3 * fmax(mean + half, 0) / x[AREA]), b = sqrt(3 * fmax(mean - half, 0) / x[AREA]);
  const double c = cos(turn), s = sin(turn);
  const double point[][2] = {{-a * c + b * s, -a * s - b * c},
                             {a * c + b * s, a * s - b * c},
                             {a * c - b * s, a * s + b * c},
                             {-a * c - b * s, -a * s + b * c}};
  return sn_outline_loops(1, &(int){4}, point, arena, &out->outline, error);
}

enum { MOST_POINTS = 1000 };

static sn_status polygon_section(const sn_section_fields *p, sn_section *out, sn_arena *arena, sn_error *error)
{
  const sn_numbers *list = &p->points;
  int n = list->columns == 2 ? list->n / 2 : 0, i, k;
  if (n < 3 || n > MOST_POINTS) {
    return sn_fail(error, SN_EINPUT, "",
                   n > MOST_POINTS ? "`points` has more than 1000 points."
                                   : "`points` needs three or more points of two numbers {y, z}.",
                   "", "Write for example points = { {0, 0}, {0.1, 0}, {0, 0.1} }.");
  }
  double(*point)[2] = sn_arena_get(arena, (size_t)n, sizeof *point);
  if (!point) {
    return sn_no_memory(error, "a section");
  }
  memcpy(point, list->x, (size_t)n * sizeof *point);
  if (sn_polygon_crosses((const double(*)[2])point, n, &i, &k)) {
    sn_failf(error, SN_EINPUT, "`points`: the outline touches or crosses itself.");
    sn_error_why(error, "Its edges from point %d and from point %d meet.", i + 1, k + 1);
    sn_error_fix(error, "List the corners in order, once around, the first not again at the end.");
    return SN_EINPUT;
  }
  sn_polygon_moments((const double(*)[2])point, n, &out->area, out->centroid, out->second);
  for (int a = 0; out->area < 0 && a < n / 2; a++) { /* counterclockwise */
    for (int j = 0; j < 2; j++) {
      const double x = point[a][j];
      point[a][j] = point[n - 1 - a][j];
      point[n - 1 - a][j] = x;
    }
  }
  out->area = fabs(out->area);
  out->shear[0] = out->shear[1] = out->area * 5 / 6;
  memcpy(out->shear_centre, out->centroid, sizeof out->centroid);
  return sn_outline_loops(1, &n, (const double(*)[2])point, arena, &out->outline, error);
}

/* ---- the tables */

#define AT(member) SN_MEMBER(sn_section_fields, member)
#define PAR(k) AT(par) + (k) * sizeof(double)
#define SIZE(name, k, help)                                        \
  {                                                                \
    name, SN_NUMBER, "m", help, PAR(k), SN_POSITIVE, .required = 1 \
  }
#define MAY(name, unit, offset, help)                \
  {                                                  \
    name, SN_NUMBER, unit, help, offset, SN_POSITIVE \
  }
#define ANY(name, unit, offset, help)                 \
  {                                                   \
    name, SN_NUMBER, unit, help, offset, SN_PRESET(0) \
  }
#define SHEAR(otherwise)                                                                 \
  MAY("shear_y", "m^2", AT(shear), "effective shear area along y; default: " otherwise), \
      MAY("shear_z", "m^2", AT(shear) + sizeof(double), "effective shear area along z; default: " otherwise)
#define PLACE                                                                                                     \
  ANY("offset_y", "m", AT(offset), "where the centroid is, seen from the beam's line: along its second axis"),    \
      ANY("offset_z", "m", AT(offset) + sizeof(double), "the same along its third axis"),                         \
      ANY("turn", "rad", AT(turn), "angle of the section about its centroid, from the second axis to the third"), \
  {                                                                                                               \
    0                                                                                                             \
  }
#define COMMON \
  SHEAR("from its shape"), MAY("torsion", "m^4", AT(torsion), "torsion constant J; default: from its shape"), PLACE
#define TORSION                                                                                \
  {                                                                                            \
    "torsion", SN_NUMBER, "m^4", "torsion constant J", AT(torsion), SN_POSITIVE, .required = 1 \
  }
#define MOMENT(name, k, help)                                        \
  {                                                                  \
    name, SN_NUMBER, "m^4", help, PAR(k), SN_POSITIVE, .required = 1 \
  }

static const sn_input rectangle_inputs[] = {
    SIZE("width", WIDTH, "along y, the second axis of the beam"),
    SIZE("height", HEIGHT, "along z, the third axis"),
    {"joined", SN_FLAG, "", "a rib: one end of its height is joined to a plate; torsion constant without that end",
     AT(joined), SN_BETWEEN(0, 1), SN_PRESET(0)},
    COMMON};
static const sn_input circle_inputs[] = {SIZE("radius", RADIUS, "radius"), COMMON};
static const sn_input tube_inputs[] = {SIZE("radius", RADIUS, "outer radius"),
                                       MAY("thickness", "m", PAR(WALL), "of the wall"),
                                       MAY("inner", "m", PAR(INNER), "inner radius, instead of thickness"), COMMON};
static const sn_input i_inputs[] = {
    SIZE("height", HEIGHT, "of the whole, along z"),
    SIZE("width", WIDTH, "of the flanges, along y"),
    SIZE("flange", FLANGE, "thickness of the flanges"),
    SIZE("web", WEB, "thickness of the web"),
    MAY("bottom_width", "m", PAR(BOTTOM_WIDTH), "width of the flange at -z; default: width"),
    MAY("bottom_flange", "m", PAR(BOTTOM_FLANGE), "its thickness; default: flange"),
    COMMON};
static const sn_input channel_inputs[] = {
    SIZE("height", HEIGHT, "of the whole, along z"), SIZE("width", WIDTH, "of the whole, along y"),
    SIZE("flange", FLANGE, "thickness of the flanges"), SIZE("web", WEB, "thickness of the web"), COMMON};
static const sn_input angle_inputs[] = {SIZE("height", HEIGHT, "length of the leg along z"),
                                        SIZE("width", WIDTH, "length of the leg along y"),
                                        SIZE("thickness", FLANGE, "of both legs"), COMMON};
static const sn_input box_inputs[] = {
    SIZE("width", WIDTH, "of the whole, along y"), SIZE("height", HEIGHT, "of the whole, along z"),
    SIZE("thickness", FLANGE, "of the walls"),
    MAY("web", "m", PAR(WEB), "thickness of the two walls along z; default: thickness"), COMMON};
static const sn_input general_inputs[] = {
    {"area", SN_NUMBER, "m^2", "area", PAR(AREA), SN_POSITIVE, .required = 1},
    MOMENT("second_y", SECOND_Y, "int y^2 dA about the centroid: against bending along y, about the third axis"),
    MOMENT("second_z", SECOND_Z, "int z^2 dA about the centroid: against bending along z, about the second axis"),
    ANY("second_yz", "m^4", PAR(SECOND_YZ), "int y z dA about the centroid"),
    TORSION,
    SHEAR("5/6 of the area"),
    ANY("shear_center_y", "m", PAR(CENTRE_Y), "where the shear centre is, seen from the centroid"),
    ANY("shear_center_z", "m", PAR(CENTRE_Z), "the same along z"),
    PLACE};
static const sn_input polygon_inputs[] = {
    {"points", SN_NUMBERS, "m", "its corners { {y, z}, ... } in order, in any place", AT(points), .required = 1},
    TORSION,
    SHEAR("5/6 of the area"),
    PLACE};

static const sn_section_kind kinds[] = {
    {"rectangle", "A solid rectangle.", rectangle_inputs, rectangle},
    {"circle", "A solid circle.", circle_inputs, circle},
    {"tube", "A round tube: thickness or inner radius.", tube_inputs, tube},
    {"hollow_box", "A rectangular tube.", box_inputs, hollow_box},
    {"i_section", "An I: web along z, flanges along y, which may differ.", i_inputs, i_section},
    {"channel_section", "A channel: web along z, flanges towards +y.", channel_inputs, channel_section},
    {"t_section", "A T: web along z, flange at +z.", channel_inputs, t_section},
    {"angle_section", "An angle: legs towards +y and +z.", angle_inputs, angle_section},
    {"polygon_section", "A solid polygon: area and second moments follow; its shear centre is taken at the centroid.",
     polygon_inputs, polygon_section},
    {"general_section", "A section of given numbers, drawn as a rectangle with the same radii of gyration.",
     general_inputs, general_section}};
const sn_section_kind *const sn_section_kinds[] = {kinds,     kinds + 1, kinds + 2, kinds + 3, kinds + 4, kinds + 5,
                                                   kinds + 6, kinds + 7, kinds + 8, kinds + 9, NULL};
