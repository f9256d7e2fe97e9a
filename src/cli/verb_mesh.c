/* cli/verb_mesh.c -- `sinew mesh`: what is in a mesh file, a mesh of a CAD file, a mesh in another format.
 * What:    prints nodes, elements, volume, groups and faces on stdout, so that a model can name or place them. Elements that are flat or inside out are
 *          an error, after all else is done.
 * Tests:   tests/cli/test_mesh.c
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/cli.h"
#include "mesh/cad.h"
#include "mesh/measure.h"
#include "mesh/read.h"
#include "mesh/topology.h"
#include "mesh/write.h"

static const double smooth = 0.5236; /* 30 degrees: an edge between two faces */
enum { MOST_FACES = 200 };

static const sn_option options[] = {
    {"-o", "FILE", "writes the mesh: .msh (Gmsh 4.1), .inp (Abaqus, CalculiX) or .vtu (ParaView)",
     .takes = SN_TAKES_FILE, .of = "msh|inp|vtu"},
    {"--size", "M", "of a CAD file: the largest edges of elements, in metres", .takes = SN_TAKES_NUMBER},
    {"--order", "N", "of a CAD file: 2 (curved elements with middle nodes, the default) or 1", .takes = SN_TAKES_CHOICE,
     .of = "2|1"},
    {"--time-limit", "S", "of a CAD file: ends Gmsh after so many seconds (600)", .takes = SN_TAKES_NUMBER},
    {"--scale", "X", "multiplies all coordinates: 1e-3 for a mesh in millimetres", .takes = SN_TAKES_NUMBER},
    {"--binary", NULL, "a binary .msh: smaller", .takes = SN_TAKES_NOTHING},
    {"--faces", NULL, "lists the smooth faces: centre, normal, area", .takes = SN_TAKES_NOTHING},
    {0}};

/* ---- in */

/* Files that an .inp includes: in its folder. */
typedef struct {
  const char *folder;
  sn_arena *arena;
} place_of_file;

static sn_status open_beside(void *data, const char *name, const char **text, size_t *size, sn_error *error)
{
  const place_of_file *p = data;
  const char *path = sn_arena_format(p->arena, "%s%s", name[0] == '/' ? "" : p->folder, name);
  if (!path) {
    return sn_no_memory(error, "a mesh");
  }
  const sn_status status = sn_file_read(path, SN_MESH_BYTES, p->arena, text, size, error);
  if (status != SN_OK) {
    sn_error_fix(error, "Names in *INCLUDE are relative to the folder of the file.");
  }
  return status;
}

static sn_status read_mesh(const char *file, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  const char *bytes, *slash = strrchr(file, '/');
  size_t size;
  place_of_file place = {slash ? sn_arena_format(arena, "%.*s", (int)(slash + 1 - file), file) : "", arena};
  sn_arena *scratch = sn_arena_child(arena);
  if (!scratch || !place.folder) {
    return sn_no_memory(error, "a mesh");
  }
  sn_status status = sn_file_read(file, SN_MESH_BYTES, scratch, &bytes, &size, error);
  if (status == SN_OK) {
    place.arena = scratch;
    status =
        sn_mesh_parse(slash ? slash + 1 : file, bytes, size, &(sn_mesh_opener){open_beside, &place}, arena, out, error);
  } else {
    sn_error_fix(error, "Check the spelling and the folder.");
  }
  sn_arena_free(scratch);
  return status;
}

static sn_status scaled(const sn_arguments *a, const sn_mesh *m, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  double scale = 1;
  SN_TRY(sn_number_given(a, "--scale", 1e-12, "1e-3", &scale, error));
  *out = m;
  if (scale == 1) {
    return SN_OK;
  }
  sn_mesh *copy = SN_NEW(arena, sn_mesh, 1);
  sn_v3 *x = SN_NEW(arena, sn_v3, m->n_node);
  if (!copy || !x) {
    return sn_no_memory(error, "a mesh");
  }
  for (int k = 0; k < m->n_node; k++) {
    x[k] = v3_scale(scale, m->x[k]);
  }
  *copy = *m;
  copy->x = x;
  *out = copy;
  return SN_OK;
}

/* ---- out */

static const struct {
  const char *ending;
  sn_mesh_format format;
} formats[] = {{".msh", SN_MESH_MSH}, {".inp", SN_MESH_INP}, {".vtu", SN_MESH_VTU}};

static sn_status format_of(const sn_arguments *a, const char *file, sn_mesh_format *out, sn_error *error)
{
  const size_t n = strlen(file);
  for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
    if (n > 4 && strcasecmp(file + n - 4, formats[k].ending) == 0) {
      *out = formats[k].format == SN_MESH_MSH && sn_is_given(a, "--binary") ? SN_MESH_MSH_BINARY : formats[k].format;
      return SN_OK;
    }
  }
  return sn_fail(error, SN_EINPUT, file, "The ending of the name says no format of a mesh.", "",
                 "Let it end in .msh, .inp or .vtu.");
}

/* First under another name, so that an older mesh is kept until the new one is complete. */
static sn_status write_mesh(const sn_arguments *a, const sn_mesh *m, const char *file, sn_arena *arena, sn_error *error)
{
  const char *part = sn_arena_format(arena, "%s.%ld.part", file, (long)getpid()), *why = sn_file_in_the_way(file);
  sn_mesh_format format;
  SN_TRY(format_of(a, file, &format, error));
  if (why) {
    return sn_fail(error, SN_EIO, file, "The mesh was not written.", why, "Choose another name.");
  }
  FILE *f = part ? fopen(part, "wb") : NULL;
  if (!f) {
    return sn_fail(error, SN_EIO, file, "The mesh could not be written.", strerror(errno),
                   "Check the rights of the folder.");
  }
  sn_status status = sn_mesh_write(m, format, arena, f, error);
  if ((fclose(f) != 0 || (status == SN_OK && rename(part, file) != 0)) && status == SN_OK) {
    status =
        sn_fail(error, SN_EIO, file, "The mesh could not be written.", strerror(errno), "Check the space on the disk.");
  }
  if (status != SN_OK) {
    (void)remove(part);
  }
  return status;
}

/* ---- what is in it */

static void print_elements(const sn_mesh *m)
{
  (void)printf("nodes     %d\n", m->n_node);
  for (int b = 0; b < m->n_block; b++) {
    (void)printf("elements  %d %s\n", m->block[b].n, sn_mesh_facts(m->block[b].type)->name);
  }
  for (int k = 0; k < m->n_other; k++) {
    (void)printf("elements  %d %s (not used)\n", m->other[k].n, m->other[k].name);
  }
}

static void print_place(const char *word, const double x[3])
{
  (void)printf("%s(%.6g, %.6g, %.6g)", word, x[0], x[1], x[2]);
}

static void print_area(const sn_mesh *m, const sn_mesh_place *place, int n)
{
  sn_mesh_area w;
  sn_mesh_measure_area(m, place, n, &w);
  (void)printf("area %.6g", w.area);
  print_place("  centre ", w.centre.x);
  if (v3_norm(w.normal) > 0.999) {
    for (int i = 0; i < 3; i++) {
      w.normal.x[i] = fabs(w.normal.x[i]) < 1e-6 ? 0 : w.normal.x[i];
    }
    print_place("  normal ", w.normal.x);
  }
  (void)putchar('\n');
}

static void print_group(const sn_mesh *m, const sn_mesh_group *g)
{
  static const char *const of[] = {"points", "lines", "faces", "volumes"};
  (void)printf("%-9s %-16s %d  ", g->dimension < 0 ? "nodes" : of[g->dimension], g->name, g->n);
  if (g->dimension == 2) {
    print_area(m, g->place, g->n);
  } else if (g->dimension == 3) {
    sn_mesh_measures w;
    sn_mesh_measure(m, g, &w);
    (void)printf("volume %.6g", w.volume);
    print_place("  centre ", w.centre.x);
    (void)putchar('\n');
  } else {
    (void)putchar('\n');
  }
}

static sn_status print_volumes(const sn_mesh *m, sn_arena *arena, sn_error *error)
{
  sn_mesh_measures w;
  sn_mesh_pieces pieces;
  sn_mesh_measure(m, NULL, &w);
  (void)printf("volume    %.9g\n", w.volume);
  print_place("centre    ", w.centre.x);
  print_place("\nbox       ", w.lo.x);
  print_place(" to ", w.hi.x);
  (void)printf("\ninertia   %.6g %.6g %.6g (xx yy zz, about the centre, density 1)\n", w.inertia[0][0], w.inertia[1][1],
               w.inertia[2][2]);
  SN_TRY(sn_mesh_find_pieces(m, 3, arena, &pieces, error));
  for (int k = 0; pieces.n > 1 && k < pieces.n && k < 10; k++) {
    (void)printf("piece %d   %d elements", k + 1, pieces.size[k]);
    print_place(" near ", pieces.at[k].x);
    (void)putchar('\n');
  }
  if (pieces.n > 1) {
    sn_print_warning("The mesh is %d pieces that share no nodes.", pieces.n);
  }
  return SN_OK;
}

static sn_status print_faces(const sn_mesh *m, const sn_mesh_sides *all, sn_arena *arena, sn_error *error)
{
  sn_mesh_patches p;
  SN_TRY(sn_mesh_find_patches(m, all, smooth, arena, &p, error));
  int *first = SN_NEW(arena, int, p.n + 2);
  sn_mesh_place *place = SN_NEW(arena, sn_mesh_place, all->n);
  if (!first || !place) {
    return sn_no_memory(error, "the faces of a mesh");
  }
  for (int k = 0; k < all->n; k++) {
    first[p.of[k] + 2]++;
  }
  for (int k = 0; k < p.n; k++) {
    first[k + 2] += first[k + 1];
  }
  for (int k = 0; k < all->n; k++) {
    place[first[p.of[k] + 1]++] = all->place[k];
  }
  (void)printf("%d smooth faces%s\n", p.n, p.n > MOST_FACES ? "; the first 200 are" : "");
  for (int k = 0; k < p.n && k < MOST_FACES; k++) {
    (void)printf("face      %d sides  ", first[k + 1] - first[k]);
    print_area(m, place + first[k], first[k + 1] - first[k]);
  }
  return SN_OK;
}

static sn_status print_all(const sn_arguments *a, const sn_mesh *m, sn_arena *arena, sn_error *error)
{
  sn_mesh_sides sides;
  const sn_mesh_group *group = m->group;
  for (int k = 0; k < m->n_warning; k++) {
    sn_print_warning("%s", m->warning[k]);
  }
  print_elements(m);
  if (sn_mesh_count(m, 3) > 0) {
    SN_TRY(print_volumes(m, arena, error));
    SN_TRY(sn_mesh_boundary(m, arena, &sides, &group, error));
  }
  for (int g = 0; g < m->n_group; g++) {
    print_group(m, group + g);
  }
  for (int k = 0; k < m->n_material; k++) {
    (void)printf("material  %s\n", m->material[k].name);
  }
  if (sn_is_given(a, "--faces") && sn_mesh_count(m, 3) > 0) {
    SN_TRY(print_faces(m, &sides, arena, error));
  }
  return SN_OK;
}

/* ---- the verb */

/* A mesh of the CAD file at *file; then *file is the mesh. */
static sn_status from_cad(const sn_arguments *a, const char **file, const char **out, sn_arena *arena, sn_error *error)
{
  const char *said = "", *order = sn_text_given(a, "--order"), *dot = strrchr(*file, '.');
  sn_mesh_cad wish = {0, order && order[0] == '1' ? 1 : 2, 0};
  sn_mesh_format format;
  SN_TRY(sn_number_given(a, "--size", 1e-12, "3e-3", &wish.size, error));
  SN_TRY(sn_number_given(a, "--time-limit", 1e-3, "600", &wish.seconds, error));
  const char *slash = strrchr(*file, '/'), *name = slash ? slash + 1 : *file;
  *out = *out ? *out : sn_arena_format(arena, "%.*s.msh", (int)(dot - name), name);
  if (!*out) {
    return sn_no_memory(error, "a mesh");
  }
  SN_TRY(format_of(a, *out, &format, error));
  const char *made = sn_arena_format(arena, "%s.%ld.msh", *out, (long)getpid());
  if (!made) {
    return sn_no_memory(error, "a mesh");
  }
  SN_TRY(sn_mesh_of_cad(*file, made, &wish, arena, &said, error));
  if (said[0]) {
    sn_print_warning("Gmsh: %s", said);
  }
  *file = made;
  return SN_OK;
}

static sn_status mesh(const sn_arguments *a, sn_arena *arena, sn_error *error)
{
  const char *file = a->word[0], *out = sn_text_given(a, "-o");
  const int cad = sn_mesh_is_cad(file);
  const sn_mesh *m = NULL;
  if (!cad && (sn_is_given(a, "--size") || sn_is_given(a, "--order") || sn_is_given(a, "--time-limit"))) {
    return sn_fail(error, SN_EINPUT, file, "The file is a mesh already, so it has no --size, --order or --time-limit.",
                   "", "Leave these options out, or give a CAD file (.step, .stp, .iges, .brep).");
  }
  if (cad) {
    SN_TRY(from_cad(a, &file, &out, arena, error));
  }
  sn_status status = read_mesh(file, arena, &m, error);
  if (cad) {
    (void)remove(file);
  }
  SN_TRY(status);
  SN_REQUIRE(m != NULL, error);
  SN_TRY(scaled(a, m, arena, &m, error));
  SN_REQUIRE(m != NULL, error);
  SN_TRY(print_all(a, m, arena, error));
  if (out) {
    SN_TRY(write_mesh(a, m, out, arena, error));
    (void)printf("%s\n", out);
  }
  status = sn_mesh_check_volumes(m, error);
  sn_error_where(error, "%s", a->word[0]);
  return status;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_error error = {0};
  const sn_status status = mesh(a, arena, &error);
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, &error);
}

const sn_verb sn_verb_mesh = {
    .name = "mesh",
    .words = "FILE",
    .help = "shows, converts or makes (of STEP) a mesh of volumes",
    .about =
        "Reads .msh (Gmsh 2.2, 4.1) and .inp (Abaqus, CalculiX), and prints what is in it: elements, volume, names, "
        "faces. A CAD file (.step, .stp, .iges, .brep) is meshed by Gmsh, which must be installed; its "
        "faces are then named face1, face2, ...",
    .example = "sinew mesh part.step --size 3e-3 --order 2 -o part.msh",
    .options = options,
    .of = "step|stp|msh|inp",
    .least = 1,
    .most = 1,
    .perform = perform};
