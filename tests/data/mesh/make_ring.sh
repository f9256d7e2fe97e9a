#!/bin/sh
# Makes the files ring_*.msh and ring_*.inp by Gmsh (4.8.4); tests read them, and need no Gmsh.
set -eu
cd "$(dirname "$0")"
make() { # bricks, order, incomplete, format, binary, name
  gmsh -v 2 -3 ring.geo -setnumber bricks "$1" -order "$2" -setnumber Mesh.SecondOrderIncomplete "$3" -format "$4" \
    -setnumber Mesh.Binary "$5" -o "$6"
}
make 0 1 0 msh41 0 ring_tet4.msh
make 0 2 0 msh41 0 ring_tet10.msh
make 0 2 0 msh22 1 ring_tet10_22_binary.msh
make 1 1 0 msh22 0 ring_hex8_22.msh
make 1 2 1 msh41 1 ring_hex20_binary.msh
make 1 2 0 msh22 0 ring_hex27_22.msh
make 1 2 0 msh41 1 ring_hex27_binary.msh
make 0 2 0 inp 0 ring_tet10.inp
make 1 2 1 inp 0 ring_hex20.inp
