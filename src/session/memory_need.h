/* session/memory_need.h -- how much memory a model will take, and a limit to it. Who: the command. */
#ifndef SN_SESSION_MEMORY_NEED_H
#define SN_SESSION_MEMORY_NEED_H
#include "model/model.h"

/* Bytes that the system takes, about. scheme: of its run; NULL: statics or modes. */
double sn_memory_of_system(const sn_system *s, const char *scheme);
/* SN_EINPUT: it takes more than the limit (bytes): before it is built (a lower bound), and when it is. */
sn_status sn_memory_check_model(const sn_model *m, double limit, sn_error *error);
sn_status sn_memory_check_system(const sn_model *m, const sn_system *s, const char *scheme, double limit,
                                 sn_error *error);

#endif
