# Writes rotor.obj: a wheel with six spokes as a closed surface, axis along x, in mm.
#   awk -f make_rotor.awk > rotor.obj
# All corners lie on one grid of rings and angles, so that every edge is shared by exactly two faces.
BEGIN {
  turns = 72; spokes = 6; wide = 3              # segments around, spokes, segments of one spoke
  pi = atan2(0, -1)
  # rings: x and radius; 1-2 bore, 3-6 hub, 7-10 inside of the rim, 11-14 outside
  n = split("-14 14 -14 -4 4 14 -12 -4 4 12 -12 -10 10 12", x, " ")
  split("4 4 16 16 16 16 62 62 62 62 78 80 80 78", r, " ")
  print "# a wheel with six spokes, axis x, mm; made by make_rotor.awk"
  for (k = 0; k < turns; k++)
    for (i = 1; i <= n; i++)
      printf "v %g %.6f %.6f\n", x[i], r[i]*cos(2*pi*k/turns), r[i]*sin(2*pi*k/turns)
  for (k = 0; k < turns; k++) {
    strip(2, 1); strip(1, 3); strip(3, 4); strip(5, 6); strip(6, 2)                    # hub
    strip(8, 7); strip(7, 11); strip(11, 12); strip(12, 13); strip(13, 14)             # rim
    strip(14, 10); strip(10, 9)
    if (solid(k)) { strip(4, 8); strip(9, 5) } else { strip(4, 5); strip(9, 8) }       # spoke or gap
    if (solid(k) && !solid(k - 1)) wall(k, 1)
    if (!solid(k) && solid(k - 1)) wall(k, 0)
  }
}
function solid(k) { return (k + turns) % (turns/spokes) < wide }
function corner(i, k) { return (k % turns)*n + i }
function strip(i, j) { print "f", corner(i, k), corner(i, k + 1), corner(j, k + 1), corner(j, k) }
function wall(k, first) {
  if (first) print "f", corner(4, k), corner(8, k), corner(9, k), corner(5, k)
  else print "f", corner(4, k), corner(5, k), corner(9, k), corner(8, k)
}
