// A crankshaft, mm: two journals, two webs, a pin. gmsh -3 -order 2 -format msh41 crank.geo
SetFactory("OpenCASCADE");
Cylinder(1) = {0, 0, 0, 0, 0, 20, 5};
Cylinder(2) = {0, 0, 54, 0, 0, 20, 5};
Box(3) = {-10, -10, 20, 40, 20, 10};
Box(4) = {-10, -10, 44, 40, 20, 10};
Cylinder(5) = {20, 0, 30, 0, 0, 14, 5};
BooleanUnion(6) = { Volume{1}; Delete; }{ Volume{2, 3, 4, 5}; Delete; };
Mesh.MeshSizeMax = 8;
Mesh.MeshSizeFromCurvature = 7;
Mesh.Binary = 1;
Physical Volume("crank") = {6};
pin() = Surface In BoundingBox {14.9, -5.1, 29.9, 25.1, 5.1, 44.1};
j1() = Surface In BoundingBox {-5.1, -5.1, -0.1, 5.1, 5.1, 20.1};
j2() = Surface In BoundingBox {-5.1, -5.1, 53.9, 5.1, 5.1, 74.1};
Physical Surface("pin") = {pin()};
Physical Surface("journal1") = {j1()};
Physical Surface("journal2") = {j2()};
