#!/usr/bin/env bash
# make package: Debian packages in build/package (sinew, sinew-lab, sinew-petsc, libsinew0, libsinew-dev, python3-sinew), read by lintian, then installed and
# used by tools/check_package.sh. From a copy of the tracked files, so that nothing else gets into them.
cd "$(dirname "$0")/.." || exit 1
set -eu
unset MAKEFLAGS MFLAGS MAKELEVEL
version=$(sed -n 's/#define SINEW_VERSION "\(.*\)"/\1/p' include/sinew.h)
folder=$PWD/build/package
rm -rf "$folder"
mkdir -p "$folder/sinew-$version"
git ls-files -z | tar --null --files-from=- --create | tar --extract --directory "$folder/sinew-$version"
cd "$folder/sinew-$version"
echo "== build (its messages are in build/package/build.log)"
DEB_BUILD_OPTIONS="parallel=${JOBS:-$(nproc)}" dpkg-buildpackage --no-sign --build=binary >"$folder/build.log" 2>&1 ||
  { tail -n 40 "$folder/build.log" >&2; exit 1; }
cd "$folder"
rm -rf "sinew-$version"
echo "== lintian"
lintian --fail-on error,warning --allow-root ./*.changes
cd ../..
echo "== installed and used"
tools/check_package.sh "$folder"
ls -l "$folder"/*.deb
