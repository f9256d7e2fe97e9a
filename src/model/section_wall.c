/* model/section_wall.c -- shear areas and shear centre of open sections with thin walls; sums over rectangles.
 * Theory:  a unit shear force along a = y, z bends with curvatures g_a: [int y^2, int y z; int y z, int z^2] g_a = e_a, all
 *          over the middle line of the walls. The flow that balances it starts from 0 at free ends:
 *          q_a = -(g_a,y int y t ds + g_a,z int z t ds). Work done: (A_shear^-1)_ab = int q_a q_b/t ds; the moment of q_a
 *          about the centroid gives the shear centre. Flows are parabolas: three Gauss points are exact.
 * Limits:  thin walls: the relative error is of the order of thickness over width. Poisson's ratio 0.
 * Tests:   tests/model/test_section.c (textbook formulas, a flexure solution on a grid).
 */
#include "model/section_private.h"

enum { MAX_NODE = 8 };

void sn_section_of_rectangles(const sn_rectangle *r, int n, sn_section *out)
{
  double first[2] = {0};
  out->area = out->torsion = 0;
  for (int i = 0; i < n; i++) {
    const double a = r[i].dy * r[i].dz, thin = fmin(r[i].dy, r[i].dz);
    out->area += a;
    first[0] += a * r[i].y;
    first[1] += a * r[i].z;
    out->torsion += a * thin * thin / 3;
  }
  const double y = out->centroid[0] = first[0] / out->area, z = out->centroid[1] = first[1] / out->area;
  for (int k = 0; k < 3; k++) {
    out->second[k] = 0;
  }
  for (int i = 0; i < n; i++) {
    const double a = r[i].dy * r[i].dz, v = r[i].y - y, w = r[i].z - z;
    out->second[0] += a * (r[i].dy * r[i].dy / 12 + v * v);
    out->second[1] += a * (r[i].dz * r[i].dz / 12 + w * w);
    out->second[2] += a * v * w;
  }
}

typedef struct {
  double centroid[2], curvature[2][2]; /* curvature[a]: g_a */
} bending;

/* the middle line as it bends: a unit force along each axis */
static bending bend(const double (*node)[2], const sn_wall *wall, int n)
{
  bending b = {{0}, {{0}}};
  double area = 0, m[3] = {0};
  for (int i = 0; i < n; i++) {
    const double *p = node[wall[i].from], *q = node[wall[i].to];
    const double a = wall[i].thickness * hypot(q[0] - p[0], q[1] - p[1]);
    area += a;
    b.centroid[0] += a * (p[0] + q[0]) / 2;
    b.centroid[1] += a * (p[1] + q[1]) / 2;
  }
  b.centroid[0] /= area;
  b.centroid[1] /= area;
  for (int i = 0; i < n; i++) {
    const double *p = node[wall[i].from], *q = node[wall[i].to];
    const double dy = q[0] - p[0], dz = q[1] - p[1], a = wall[i].thickness * hypot(dy, dz);
    const double y = (p[0] + q[0]) / 2 - b.centroid[0], z = (p[1] + q[1]) / 2 - b.centroid[1];
    m[0] += a * (y * y + dy * dy / 12);
    m[1] += a * (z * z + dz * dz / 12);
    m[2] += a * (y * z + dy * dz / 12);
  }
  const double det = m[0] * m[1] - m[2] * m[2];
  b.curvature[0][0] = m[1] / det;
  b.curvature[1][1] = m[0] / det;
  b.curvature[0][1] = b.curvature[1][0] = -m[2] / det;
  return b;
}

void sn_section_of_walls(const double (*node)[2], const sn_wall *wall, int n, sn_section *out)
{
  static const double gauss[3] = {-0.774596669241483377, 0, 0.774596669241483377},
                      weight[3] = {5. / 18, 4. / 9, 5. / 18};
  const bending b = bend(node, wall, n);
  double into[MAX_NODE][2] = {{0}}; /* flows that have come into each node */
  double work[3] = {0}, moment[2] = {0};
  for (int i = 0; i < n; i++) {
    const double *p = node[wall[i].from], *q = node[wall[i].to];
    const double y = p[0] - b.centroid[0], z = p[1] - b.centroid[1], dy = q[0] - p[0], dz = q[1] - p[1];
    const double length = hypot(dy, dz), a = wall[i].thickness * length;
    double flow[2];
    for (int k = 0; k < 4; k++) { /* three Gauss points, and the end */
      const double s = k < 3 ? (1 + gauss[k]) / 2 : 1;
      for (int j = 0; j < 2; j++) {
        flow[j] = into[wall[i].from][j] -
                  a * s * (b.curvature[j][0] * (y + s * dy / 2) + b.curvature[j][1] * (z + s * dz / 2));
      }
      if (k < 3) {
        const double w = weight[k] * length / wall[i].thickness;
        work[0] += w * flow[0] * flow[0];
        work[1] += w * flow[1] * flow[1];
        work[2] += w * flow[0] * flow[1];
        moment[0] += weight[k] * flow[0] * (y * dz - z * dy);
        moment[1] += weight[k] * flow[1] * (y * dz - z * dy);
      }
    }
    into[wall[i].to][0] += flow[0];
    into[wall[i].to][1] += flow[1];
  }
  const double det = work[0] * work[1] - work[2] * work[2];
  out->shear[0] = work[1] / det;
  out->shear[1] = work[0] / det;
  out->shear[2] = -work[2] / det;
  out->shear_centre[0] = b.centroid[0] + moment[1]; /* a force along z at y turns by y, one along y at z by -z */
  out->shear_centre[1] = b.centroid[1] - moment[0];
}
