// A T of three plates that meet along one line: flange 100 mm, web 50 mm, 1 m long (mm).
Point(1) = {0, 0, 0}; Point(2) = {50, 0, 0}; Point(3) = {-50, 0, 0}; Point(4) = {0, 0, -50};
Line(1) = {1, 2}; Line(2) = {1, 3}; Line(3) = {1, 4};
Transfinite Curve {1, 2, 3} = 2;
a[] = Extrude {0, 1000, 0} { Curve{1, 2, 3}; Layers{8}; Recombine; };
Physical Surface("flange") = {a[1], a[5]}; Physical Surface("web") = {a[9]};
Physical Curve("root") = {1, 2, 3}; Physical Curve("end") = {a[0], a[4], a[8]}; Physical Point("tip") = {5};
