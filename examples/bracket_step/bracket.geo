// An angle bracket of 8 mm, rounded inside, with two bolt holes in its foot and an eye in its arm (mm). gmsh -0 bracket.geo -o bracket.step
SetFactory("OpenCASCADE");
t = 8; w = 50; r = 20;
Box(1) = {0, -w/2, 0, 70, w, t};
Box(2) = {0, -w/2, 0, t, w, 80};
Box(3) = {t, -w/2, t, r, w, r};
Cylinder(4) = {t+r, -w/2-1, t+r, 0, w+2, 0, r};
BooleanDifference(5) = { Volume{3}; Delete; }{ Volume{4}; Delete; };
BooleanUnion(6) = { Volume{1}; Delete; }{ Volume{2,5}; Delete; };
Cylinder(7) = {50, -14, -1, 0, 0, t+2, 5.5};
Cylinder(8) = {50, 14, -1, 0, 0, t+2, 5.5};
Cylinder(9) = {-1, 0, 60, t+2, 0, 0, 10};
BooleanDifference(10) = { Volume{6}; Delete; }{ Volume{7,8,9}; Delete; };
