/* api/scene.h -- what a model looks like and what the user said about it, for the result file. Private to src/api. */
#ifndef SN_API_SCENE_H
#define SN_API_SCENE_H
#include "api/session.h"

/* Fills places and scene of a plan whose outputs are chosen. */
sn_status sn_session_scene(const sn_session *s, sn_result_plan *p, sn_error *error);
/* facts.c: every field that was given, as text. */
sn_status sn_session_facts(const sn_session *s, sn_scene *out, sn_error *error);

#endif
