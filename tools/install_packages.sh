#!/usr/bin/env bash
# Installs what a target of the Makefile needs: tools/install_packages.sh demo|lab|engine|gallery|site|viewer|fuzz|valgrind|package|test [--list]
# --list: only says what is missing.
# It looks for commands, headers and Python modules, not for packages: a machine may have its own. What is missing is installed with
# apt-get as root; anybody else gets the list and the line to type, and exit code 1.
set -u

set_name=${1:-demo}
only_list=${2:-}

# set  kind  what (a|b: either)                         Debian package
needs='
demo  command  cc|gcc|clang                              gcc
demo  header   stdio.h                                   libc6-dev
demo  command  make                                      make
demo  command  cmake                                     cmake
demo  command  pkg-config|pkgconf                        pkg-config
demo  header   lua5.4/lua.h|lua.h                        liblua5.4-dev
demo  header   hdf5/serial/hdf5.h|hdf5.h                 libhdf5-dev
demo  header   suitesparse/klu.h|klu.h                   libsuitesparse-dev
demo  header   metis.h                                   libmetis-dev
demo  header   arpack/arpack.h|arpack.h                  libarpack2-dev
demo  header   microhttpd.h                              libmicrohttpd-dev
demo  header   zlib.h                                    zlib1g-dev
lab   header   ida/ida.h                                 libsundials-dev
engine header  petsc/petscksp.h                          petsc-dev
engine command mpirun                                    openmpi-bin
engine command mpicc                                     libopenmpi-dev
gallery command gnuplot                                  gnuplot-nox
site  command cmark-gfm                                  cmark-gfm
viewer command node                                      nodejs
viewer command npm                                       npm
fuzz  command  clang                                     clang
valgrind command valgrind                                valgrind
package command dh                                       debhelper
package command dh_python3                               dh-python
package command dpkg-buildpackage                        dpkg-dev
package command fakeroot                                 fakeroot
package command debootstrap                              debootstrap
package command lintian                                  lintian
test  command  chromium|chromium-browser                 chromium
test  command  clang                                     clang
test  command  clang-format                              clang-format
test  command  clang-tidy                                clang-tidy
test  command  python3                                   python3
test  python   numpy                                     python3-numpy
test  python   h5py                                      python3-h5py
test  python   pytest                                    python3-pytest
test  python   scipy                                     python3-scipy
test  python   ensurepip                                 python3-venv
test  python   pandas                                    python3-pandas
test  python   xarray                                    python3-xarray
test  python   h5netcdf                                  python3-h5netcdf
test  python   vtk                                       python3-vtk9
'

case $set_name in
demo) sets='demo' ;;
lab) sets='demo lab' ;;
engine) sets='demo engine' ;;
gallery) sets='demo lab gallery' ;;
site) sets='site' ;;
viewer) sets='viewer' ;;
fuzz) sets='demo fuzz' ;;
valgrind) sets='demo valgrind' ;;
package) sets='demo lab engine package' ;;
test) sets='demo lab engine gallery site viewer test' ;;
*)
  echo "There is no package set '$set_name'. The sets are: demo, lab, engine, gallery, site, viewer, fuzz, valgrind, package, test." >&2
  exit 2
  ;;
esac

header_dirs() {
  echo "${CPATH:-}:${C_INCLUDE_PATH:-}:/usr/local/include:/usr/include:/usr/include/$(uname -m)-linux-gnu" | tr ':' '\n'
}

has_command() { command -v "$1" >/dev/null 2>&1; }

has_python() { # any python3 of the path: a private one may come before Debian's
  local python
  while read -r python; do
    "$python" -c "import $1" >/dev/null 2>&1 && return 0
  done < <(type -ap python3)
  return 1
}

has_header() {
  local dir
  while read -r dir; do
    [ -n "$dir" ] && [ -e "$dir/$1" ] && return 0
  done < <(header_dirs)
  return 1
}

missing=()
while read -r in_set kind what package; do
  case " $sets " in *" $in_set "*) ;; *) continue ;; esac
  found=no
  for one in ${what//|/ }; do
    if "has_$kind" "$one"; then
      found=yes
    fi
  done
  [ $found = yes ] || missing+=("$package")
done < <(grep -v '^$' <<<"$needs")

if has_command cmake; then
  version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9]*\.[0-9]*\).*/\1/p')
  if [ "$(printf '%s\n3.25\n' "$version" | sort -V | head -n 1)" != 3.25 ]; then
    echo "CMake $version is too old: Sinew needs 3.25 or later (Debian 12 has it)." >&2
    exit 1
  fi
fi

if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

if [ "$only_list" = --list ] || [ "$(id -u)" -ne 0 ] || ! has_command apt-get; then
  {
    echo "These packages are missing (names of Debian 12): ${missing[*]}"
    echo "Install them with:"
    echo "  sudo apt-get install --no-install-recommends ${missing[*]}"
  } >&2
  exit 1
fi

echo "Installing: ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update -q && apt-get install -q -y --no-install-recommends "${missing[@]}"; } >&2; then
  echo "apt-get could not install: ${missing[*]}. Its messages above say why." >&2
  exit 1
fi
