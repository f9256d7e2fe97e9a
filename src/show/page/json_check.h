/* show/page/json_check.h -- is a text of a file really JSON? */
#ifndef SN_SHOW_JSON_CHECK_H
#define SN_SHOW_JSON_CHECK_H

/* Checks for one object and nothing after it (RFC 8259), nested at most 32 deep. Files are not trusted: only checked texts are copied. */
int sn_json_is_object(const char *text);

#endif
