/* show/page/json_check.h -- is a text of a file really JSON? */
#ifndef SN_SHOW_JSON_CHECK_H
#define SN_SHOW_JSON_CHECK_H

/* One object and nothing after it (RFC 8259), at most 32 deep. A file is not trusted: its texts go into ours only if so. */
int sn_json_is_object(const char *text);

#endif
