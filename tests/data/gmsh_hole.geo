// A quarter of a plate with a hole: 1 x 1 m, radius 0.2 m.
l = 0.8; r = 0.2;
Point(1) = {0, 0, 0, l}; Point(2) = {r, 0, 0, l/6}; Point(3) = {1, 0, 0, l}; Point(4) = {1, 1, 0, l}; Point(5) = {0, 1, 0, l}; Point(6) = {0, r, 0, l/6};
Line(1) = {2, 3}; Line(2) = {3, 4}; Line(3) = {4, 5}; Line(4) = {5, 6}; Circle(5) = {6, 1, 2};
Curve Loop(1) = {1, 2, 3, 4, 5}; Plane Surface(1) = {1};
Physical Surface("plate") = {1}; Physical Curve("low") = {1}; Physical Curve("right") = {2}; Physical Curve("left") = {4}; Physical Point("side") = {6};
Mesh.RecombineAll = 1; Mesh.SubdivisionAlgorithm = 1; Mesh.SecondOrderIncomplete = 0;
