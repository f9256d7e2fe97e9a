#!/usr/bin/env bash
# tools/check_debian.sh BUILD: what is written in debian/ fits what is built, without building packages (make package does): the version
# (there, in CITATION.cff and in CHANGELOG.md), and that every installed file belongs to a package, and every line of debian/*.install to a file.
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
version=$(sed -n 's/#define SINEW_VERSION "\(.*\)"/\1/p' include/sinew.h)
packaged=$(sed -n '1s/^sinew (\(.*\)) .*/\1/p' debian/changelog)
[ "$version" = "$packaged" ] || { echo "debian/changelog says $packaged, include/sinew.h $version" >&2; exit 1; }
cited=$(sed -n 's/^version: //p' CITATION.cff)
[ "$version" = "$cited" ] || { echo "CITATION.cff says $cited, include/sinew.h $version" >&2; exit 1; }
changed=$(sed -n 's/^## \([0-9.]*\).*/\1/p' CHANGELOG.md | head -n 1)
[ "$version" = "$changed" ] || { echo "CHANGELOG.md begins with $changed, include/sinew.h $version" >&2; exit 1; }
[ "libsinew${version%%.*}" = "$(sed -n 's/^Package: \(libsinew[0-9]*\)$/\1/p' debian/control)" ]

tree=$build/scratch/debian
rm -rf "$tree"
cmake --install "$build" --prefix "$tree/usr" >/dev/null
# as debian/rules does it
mkdir -p "$tree/usr/share/zsh/vendor-completions" "$tree/usr/lib/python3/dist-packages"
mv "$tree/usr/share/zsh/site-functions/_sinew" "$tree/usr/share/zsh/vendor-completions/"
cp -r python/sinew "$tree/usr/lib/python3/dist-packages/"
mkdir "$tree/usr/lib/some-system"
mv "$tree/usr/lib/"libsinew* "$tree/usr/lib/sinew" "$tree/usr/lib/cmake" "$tree/usr/lib/pkgconfig" "$tree/usr/lib/some-system/"
shopt -s nullglob globstar
cd "$tree"
bad=0
owned=()
while read -r line; do
  # shellcheck disable=SC2206  # a pattern
  found=($line)
  [ ${#found[@]} -gt 0 ] || { echo "debian/*.install: nothing is called $line" >&2; bad=1; }
  owned+=("${found[@]}")
done < <(cat "$OLDPWD"/debian/*.install)
for file in usr/**; do
  [ -d "$file" ] && continue
  mine=no
  for one in "${owned[@]}"; do
    case $file in "$one" | "$one"/*) mine=yes ;; esac
  done
  [ $mine = yes ] || { echo "$file belongs to no package: add it to debian/*.install" >&2; bad=1; }
done
[ $bad -eq 0 ] && echo "packages of version $version hold all that is installed"
exit $bad
