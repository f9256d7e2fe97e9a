// A bracket of sheet (mm): a back plate with a hole, a shelf at a right angle to it, and a rib below that joins both.
//   gmsh -2 bracket.geo -order 2 -format msh41 -clscale 4
w = 80; h = 60; d = 50; s = 20; r = 8; m = 40; l = 10;
Point(1) = {0, 0, 0, l}; Point(2) = {w/2, 0, 0, l}; Point(3) = {w, 0, 0, l};
Point(4) = {0, 0, s, l}; Point(5) = {w/2, 0, s, l}; Point(6) = {w, 0, s, l};
Point(7) = {0, 0, h, l}; Point(8) = {w, 0, h, l};
Point(9) = {0, d, s, l}; Point(10) = {w/2, d, s, l}; Point(11) = {w, d, s, l};
Point(12) = {w/2, 0, m, l}; // centre of the hole
Point(13) = {w/2 + r, 0, m, l}; Point(14) = {w/2, 0, m + r, l}; Point(15) = {w/2 - r, 0, m, l}; Point(16) = {w/2, 0, m - r, l};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 6}; Line(4) = {6, 8}; Line(5) = {8, 7}; Line(6) = {7, 4}; Line(7) = {4, 1};
Line(8) = {4, 5}; Line(9) = {5, 6}; Line(10) = {2, 5};
Line(11) = {4, 9}; Line(12) = {9, 10}; Line(13) = {10, 11}; Line(14) = {11, 6}; Line(15) = {5, 10};
Line(16) = {2, 10};
Circle(17) = {13, 12, 14}; Circle(18) = {14, 12, 15}; Circle(19) = {15, 12, 16}; Circle(20) = {16, 12, 13};
Curve Loop(1) = {1, 10, -8, 7}; Plane Surface(1) = {1};
Curve Loop(2) = {2, 3, -9, -10}; Plane Surface(2) = {2};
Curve Loop(3) = {8, 9, 4, 5, 6}; Curve Loop(4) = {17, 18, 19, 20}; Plane Surface(3) = {3, 4};
Curve Loop(5) = {11, 12, -15, -8}; Plane Surface(4) = {5};
Curve Loop(6) = {15, 13, 14, -9}; Plane Surface(5) = {6};
Curve Loop(7) = {10, 15, -16}; Plane Surface(6) = {7};
Physical Surface("plate") = {1, 2, 3}; Physical Surface("shelf") = {4, 5}; Physical Surface("rib") = {6};
Physical Curve("hole") = {17, 18, 19, 20}; Physical Curve("front") = {12, 13}; Physical Point("corner") = {11};
Mesh.RecombineAll = 1; Mesh.SubdivisionAlgorithm = 1; Mesh.SecondOrderIncomplete = 0;
