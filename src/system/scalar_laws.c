/* system/scalar_laws.c -- ready-made laws on scalar strains: springs, one-sided stops, user laws, dampers, friction.
 * Theory:  a potential gives V', V'' and the exact difference V(b) - V(a), which makes the work of a step exact; a law
 *          known by its force only takes the difference by quadrature and books its energy by accumulation.
 */
#include "system/builder_private.h"

static double spring_force(const sn_potential *p, double x, double *stiffness)
{
  *stiffness = p->par[0];
  return p->par[0] * (x - p->par[1]);
}
static double spring_difference(const sn_potential *p, double a, double b)
{
  return p->par[0] * (b - a) * (0.5 * (a + b) - p->par[1]);
}
static double spring_energy(const sn_potential *p, double x)
{
  const double d = x - p->par[1];
  return 0.5 * p->par[0] * d * d;
}

/* k <s (x - edge)>^power, s = +1 above or -1 below the edge */
static double power_force(const sn_potential *p, double x, double *stiffness)
{
  const double k = p->par[0], s = p->par[2], n = p->par[3], d = s * (x - p->par[1]);
  if (d <= 0) {
    *stiffness = 0;
    return 0;
  }
  if (n == 1) { /* pow rounds otherwise in other units */
    *stiffness = k;
    return s * k * d;
  }
  *stiffness = k * n * pow(d, n - 1);
  return s * k * pow(d, n);
}
static double power_energy(const sn_potential *p, double x)
{
  const double d = p->par[2] * (x - p->par[1]), n = p->par[3];
  SN_ASSERT(n > -1 && (p->par[2] == 1 || p->par[2] == -1));
  if (!(d > 0)) {
    return 0;
  }
  return n == 1 ? 0.5 * p->par[0] * d * d : p->par[0] * pow(d, n + 1) / (n + 1);
}
/* V'' of the deepest strain that is foreseen. A linear contact has the same stiffness at any depth. */
static double power_closed(const sn_potential *p, double x, double next)
{
  const double n = p->par[3], depth = fmax(p->par[2] * (x - p->par[1]), p->par[2] * (next - p->par[1]));
  SN_ASSERT(n > 0 && p->side != 0);
  return n == 1 ? p->par[0] : depth > 0 ? p->par[0] * n * pow(depth, n - 1) : 0;
}
static double energy_difference(const sn_potential *p, double a, double b)
{
  return p->energy(p, b) - p->energy(p, a);
}

static double user_potential_force(const sn_potential *p, double x, double *stiffness)
{
  double t[3];
  sn_expr_taylor(p->expr, &x, 0, t);
  SN_ASSERT(p->expr && !p->expr_is_force);
  *stiffness = t[2];
  return t[1];
}
static double user_potential_energy(const sn_potential *p, double x)
{
  return sn_expr_value(p->expr, &x);
}
static double user_force(const sn_potential *p, double x, double *stiffness)
{
  SN_ASSERT(p->expr && p->expr_is_force);
  double d = 0;
  const double f = sn_expr_gradient(p->expr, &x, &d);
  *stiffness = d;
  return f;
}
/* integral of the force by 8 Gauss points: round-off for smooth laws and the strain of one step */
static double user_force_difference(const sn_potential *p, double a, double b)
{
  static const double at[4] = {0.18343464249564980, 0.52553240991632899, 0.79666647741362674, 0.96028985649753623};
  static const double weight[4] = {0.36268378337836198, 0.31370664587788729, 0.22238103445337447, 0.10122853629037626};
  double sum = 0;
  SN_ASSERT(p->expr && p->expr_is_force);
  const double m = 0.5 * (a + b), r = 0.5 * (b - a);
  for (int i = 0; i < 4; i++) {
    const double x = m - r * at[i], y = m + r * at[i];
    sum += weight[i] * (sn_expr_value(p->expr, &x) + sn_expr_value(p->expr, &y));
  }
  return r * sum;
}
static double user_force_energy(const sn_potential *p, double x)
{
  double V = 0;
  for (int i = 0; i < 64; i++) {
    V += user_force_difference(p, x * i / 64, x * (i + 1) / 64);
  }
  return V;
}

static double itself_force(const sn_potential *p, double x, double *stiffness)
{
  (void)p, (void)x;
  *stiffness = 0;
  return 1;
}
static double itself_difference(const sn_potential *p, double a, double b)
{
  (void)p;
  return b - a;
}
static double itself(const sn_potential *p, double x)
{
  (void)p;
  return x;
}

const sn_potential *sn_potential_of(sn_builder *b, sn_potential law)
{
  SN_ASSERT(law.force && law.difference && law.energy);
  sn_potential *p = SN_NEW(b->arena, sn_potential, 1);
  if (!p) {
    sn_builder_fail(b, SN_ENOMEM, "There is not enough memory for the system.");
    return NULL;
  }
  *p = law;
  return p;
}

const sn_potential *sn_potential_spring(sn_builder *b, double stiffness, double rest)
{
  return sn_potential_of(b, (sn_potential){.force = spring_force,
                                           .difference = spring_difference,
                                           .energy = spring_energy,
                                           .par = {stiffness, rest}});
}

const sn_potential *sn_potential_power(sn_builder *b, double stiffness, double edge, int above, double power)
{
  SN_ASSERT(power > 0);
  return sn_potential_of(b, (sn_potential){.force = power_force,
                                           .difference = energy_difference,
                                           .energy = power_energy,
                                           .kinked = 1,
                                           .side = above ? 1 : -1,
                                           .edge = edge,
                                           .closed = power_closed,
                                           .closed_varies = power != 1,
                                           .par = {stiffness, edge, above ? 1 : -1, power}});
}

const sn_potential *sn_potential_one_sided(sn_builder *b, double stiffness, double edge, int above)
{
  return sn_potential_power(b, stiffness, edge, above, 1);
}

const sn_potential *sn_potential_itself(sn_builder *b)
{
  return sn_potential_of(b, (sn_potential){.force = itself_force, .difference = itself_difference, .energy = itself});
}

const sn_potential *sn_potential_user(sn_builder *b, const sn_expr *law, int is_force)
{
  SN_ASSERT(law && sn_expr_variables(law) <= 1);
  sn_potential p = {.force = user_potential_force,
                    .difference = energy_difference,
                    .energy = user_potential_energy,
                    .expr = law,
                    .expr_is_force = is_force,
                    .kinked = sn_expr_has_branches(law)};
  if (is_force) {
    p.force = user_force;
    p.difference = user_force_difference;
    p.energy = user_force_energy;
  }
  return sn_potential_of(b, p);
}

static double viscous(const sn_rate_law *l, double t, double x, double rate, double normal, double d[3])
{
  (void)t, (void)x, (void)normal;
  d[0] = d[2] = 0;
  d[1] = l->par[0];
  return l->par[0] * rate;
}

static double user_rate(const sn_rate_law *l, double t, double x, double rate, double normal, double d[3])
{
  (void)normal;
  SN_ASSERT(l->expr && sn_expr_variables(l->expr) <= 3);
  const double at[3] = {x, rate, t};
  double g[3] = {0, 0, 0};
  const double f = sn_expr_gradient(l->expr, at, g);
  d[0] = g[0];
  d[1] = g[1];
  d[2] = 0;
  return f;
}

/* Damper of a stop: its force times damping * speed into the stop, and never more than that force against it: it does not pull.
   par = k, edge, s, damping */
static double stop_damper(const sn_rate_law *l, double t, double x, double rate, double normal, double d[3])
{
  (void)t, (void)normal;
  const double k = l->par[0], s = l->par[2], depth = s * (x - l->par[1]), factor = l->par[3] * s * rate;
  SN_ASSERT(k >= 0 && l->par[3] >= 0 && (s == 1 || s == -1));
  d[0] = d[1] = d[2] = 0;
  if (!(depth > 0)) {
    return 0;
  }
  const int held = factor < -1;
  d[0] = k * (held ? -1 : factor);
  d[1] = held ? 0 : k * depth * l->par[3];
  return s * k * depth * (held ? -1 : factor);
}

sn_rate_law *sn_rate_of(sn_builder *b, sn_rate_law law)
{
  SN_ASSERT((law.stress || law.coulomb.slides > 0) && law.normal_block >= -1);
  sn_rate_law *p = SN_NEW(b->arena, sn_rate_law, 1);
  if (!p) {
    sn_builder_fail(b, SN_ENOMEM, "There is not enough memory for the system.");
    return NULL;
  }
  *p = law;
  return p;
}

const sn_rate_law *sn_rate_viscous(sn_builder *b, double c)
{
  return sn_rate_of(b, (sn_rate_law){.stress = viscous, .par = {c}, .dissipates = c >= 0, .normal_block = -1});
}

const sn_rate_law *sn_rate_user(sn_builder *b, const sn_expr *law, int dissipates)
{
  return sn_rate_of(b,
                    (sn_rate_law){.stress = user_rate, .expr = law, .dissipates = dissipates != 0, .normal_block = -1});
}

const sn_rate_law *sn_rate_stop(sn_builder *b, double stiffness, double edge, int above, double damping)
{
  SN_ASSERT(damping > 0);
  const double s = above ? 1 : -1;
  return sn_rate_of(b, (sn_rate_law){.stress = stop_damper,
                                     .par = {stiffness, edge, s, damping},
                                     .dissipates = 1,
                                     .normal_block = -1,
                                     .side = above ? 1 : -1,
                                     .edge = edge,
                                     .turn = -s / damping});
}

sn_rate_law *sn_rate_friction(sn_builder *b, const sn_coulomb *c, double bristle, int normal_block)
{
  SN_ASSERT(c->slides > 0 && c->still >= c->slides && !(bristle < 0));
  sn_rate_law *l =
      sn_rate_of(b, (sn_rate_law){.coulomb = *c, .bristle = bristle, .dissipates = 1, .normal_block = normal_block});
  for (int i = 0; i < SN_FRICTION_NUMBERS && l; i++) {
    const int internal = sn_new_internal(b, 0);
    l->internal = i == 0 ? internal : l->internal;
  }
  return l;
}

void sn_rate_friction_form(sn_rate_law *law, int form, double weight)
{
  SN_ASSERT(weight >= 0 && (!law || (law->normal_block >= 0 && law->n_normal < 6)));
  if (law && law->n_normal < 6) {
    law->normal_form[law->n_normal] = form;
    law->normal_weight[law->n_normal++] = weight;
  }
}
