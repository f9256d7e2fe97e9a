// A quarter of a ring, radii 1 and 2, height 1.5: the files ring_*.msh and ring_*.inp (make_ring.sh).
Point(1) = {0, 0, 0}; Point(2) = {1, 0, 0}; Point(3) = {2, 0, 0}; Point(4) = {0, 2, 0}; Point(5) = {0, 1, 0};
Line(1) = {2, 3}; Circle(2) = {3, 1, 4}; Line(3) = {4, 5}; Circle(4) = {5, 1, 2};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Transfinite Curve {1, 3} = 2; Transfinite Curve {2, 4} = 3; Transfinite Surface {1};
If (bricks) Recombine Surface {1}; EndIf
If (bricks) out[] = Extrude {0, 0, 1.5} { Surface{1}; Layers{1}; Recombine; }; Else out[] = Extrude {0, 0, 1.5} { Surface{1}; Layers{1}; }; EndIf
Physical Volume("ring") = {out[1]}; Physical Volume("all of it") = {out[1]};
Physical Surface("outer") = {out[3]}; Physical Surface("low") = {1};
Physical Curve("rim") = {2}; Physical Point("corner") = {3};
