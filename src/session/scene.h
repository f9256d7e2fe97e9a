/* session/scene.h -- what a model looks like and what the user said about it, for the result file. Private to src/session. */
#ifndef SN_SESSION_SCENE_H
#define SN_SESSION_SCENE_H
#include "session/session.h"

/* Fills places and scene of a plan whose outputs are chosen. */
sn_status sn_session_scene(const sn_session *s, sn_result_plan *p, sn_error *error);
/* Place and turn of a frame in the coordinates of its place. A frame without axes turns with nothing. */
sn_spot sn_scene_spot(const sn_frame *f, const sn_viewer_rows *places);
/* Path of a stored output of an item. */
void sn_scene_series(const sn_session *s, int item, const char *group, const char *name, char *out, size_t size);
/* scene_attachments.c: arms and symbols, after all drawables are in their tables. */
sn_status sn_scene_attach(const sn_session *s, const sn_viewer_rows *places, sn_scene *out, sn_error *error);
/* scene_edges.c: are there edges that the ground holds? Symbols along one, of the last item, and how many. */
int sn_scene_has_edges(const sn_session *s);
int sn_scene_edge_marks(const sn_session *s, const sn_drawable *d);
void sn_scene_add_edge(const sn_session *s, const sn_viewer_rows *places, const sn_drawable *d, sn_scene *out);
/* scene_labels.c: names of components, clock, view. */
sn_status sn_scene_words(const sn_session *s, const sn_result_plan *p, sn_scene *out, sn_error *error);
/* item_facts.c: every field that was given, as text. */
sn_status sn_session_facts(const sn_session *s, sn_scene *out, sn_error *error);

#endif
