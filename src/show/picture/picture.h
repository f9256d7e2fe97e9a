/* show/picture/picture.h -- pictures and films of a run without a screen.
 * What:    draws a scene (results/scene.h) with our own renderer (show/picture/raster.h). One camera fits the whole motion, so
 *          that all pictures of a run with the same view share one frame. The same input gives the same bits.
 * Who:     cli (sinew view --png, --gif, -o x.mp4), tests. Files are written beside their name and then renamed.
 */
#ifndef SN_SHOW_PICTURE_H
#define SN_SHOW_PICTURE_H
#include "results/scene.h"

typedef struct {
  int n_time; /* instants, s: the nearest stored rows are drawn. 0: the last one (a picture), all of them (a film) */
  const double *time;
  int overlay;       /* several instants: ghosts in one frame, the last one solid. 0: side by side */
  int width, height; /* pixels; 0: 1280 x 720 (a GIF: 640 x 360) */
  /* "iso", "front", "back", "left", "right", "top", "bottom", or "AZIMUTH,ELEVATION" in degrees; NULL: as the model says,
     else iso */
  const char *view;
  double zoom; /* 0: as the model says, else 1 */
  const char
      *aim; /* what is in the middle: an item, or a point "X,Y,Z"; NULL: as the model says, else the whole motion */
  int no_joints, no_ground, no_labels;
  const char *color; /* NULL: one colour per item; "speed", "displacement", or the name of a field ("tension") */
  const char *theme; /* NULL or "light", "dark", "transparent" (a picture only) */
  double speed;      /* films: seconds of the model per second; 0: real time if that lasts 2 to 12 s, else 6 s */
  double frame_rate; /* films; 0: 20 for a GIF, 30 for a video */
  void (*progress)(void *data, int done, int all); /* films: called after each frame; NULL: not called */
  void *progress_data;
} sn_picture_options;

/* All names, for help texts and checks: each ends with NULL. */
extern const char *const sn_picture_views[], *const sn_picture_themes[];

/* o NULL: all defaults. */
sn_status sn_picture_png(sn_reader *r, const sn_picture_options *o, const char *file, sn_arena *arena, sn_error *error);
sn_status sn_picture_gif(sn_reader *r, const sn_picture_options *o, const char *file, sn_arena *arena, sn_error *error);
/* FILE.mp4 or FILE.webm, through ffmpeg. */
sn_status sn_picture_video(sn_reader *r, const sn_picture_options *o, const char *file, sn_arena *arena,
                           sn_error *error);

/* What is drawn, wherever it comes from (a reader; by hand in tests). */
typedef struct {
  const sn_scene *scene;
  int n_row;
  const double *time; /* n_row, ascending */
  sn_status (*places)(void *data, int row, sn_poses *out, sn_error *error);
  sn_status (*values)(void *data, const char *series, int row, int n, double *out, sn_error *error); /* n numbers */
  void *data;
  const struct sn_mode_table *modes; /* NULL: a run */
  int is_static;                     /* rows are equilibria: their numbers replace times */
} sn_picture_source;
sn_status sn_picture_of_reader(sn_reader *r, sn_arena *arena, sn_picture_source *out, sn_error *error);
sn_status sn_draw_png(const sn_picture_source *s, const sn_picture_options *o, const char *file, sn_arena *arena,
                      sn_error *error);
sn_status sn_draw_gif(const sn_picture_source *s, const sn_picture_options *o, const char *file, sn_arena *arena,
                      sn_error *error);
sn_status sn_draw_video(const sn_picture_source *s, const sn_picture_options *o, const char *file, sn_arena *arena,
                        sn_error *error);

#endif
