#!/usr/bin/env bash
# tools/check_package.sh FOLDER: installs the packages of FOLDER in a clean tree of Debian 12 (debootstrap, as root), where nothing is but
# what they ask for, and uses them as a stranger would: the README's model with the README's last row, the page, manual pages and
# completions, the Python module, a program in C. Without root or debootstrap they are only unpacked, and the command and the module used.
set -eu
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
expected=$(awk 'on { print; exit } /^\$ sinew csv swing.h5/ { on = 1 }' README.md)
[ -n "$expected" ] || { echo "README.md prints no row of sinew csv swing.h5" >&2; exit 1; }

# the model of the README and what is to be done with it, in the tree
mkdir -p "$tree/tmp"
chmod 1777 "$tree/tmp"
fill() {
  mkdir -p "$tree/tmp/use"
  awk '/^```lua/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$tree/tmp/use/swing.lua"
  cp examples/c_pendulum/*.c "$tree/tmp/use/"
  cat >"$tree/tmp/use/use.sh" <<'END'
set -eu
sinew run swing.lua -q
sinew csv swing.h5 tip angle | tail -n 1 >last.txt
sinew view swing.h5 -q
[ "$(wc -c <swing.html)" -gt 100000 ]
sinew study --schemes -q >study.txt # sinew-lab
sinew sweep swing.lua --set length=1,2 --collect 'final(angle)' --set duration=0.1 -q
python3 - <<'PYTHON'
import sinew
m = sinew.load("swing.lua", duration=0.1)
assert m.run("again.h5", progress=False).status == "complete"
assert len(sinew.sweep("swing.lua", {"length": [1, 2], "duration": 0.1}, "final(angle)")) == 2
print("python3-sinew", sinew.__version__)
PYTHON
END
}

if [ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null; then
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1)
  debootstrap --variant=minbase bookworm "$tree" "$mirror" >"$folder/debootstrap.log" 2>&1 ||
    { tail -n 5 "$folder/debootstrap.log" >&2; exit 1; }
  cp /etc/resolv.conf "$tree/etc/" 2>/dev/null || true
  fill
  cp "$folder"/*.deb "$tree/tmp/"
  chroot "$tree" sh -c 'export DEBIAN_FRONTEND=noninteractive
    apt-get install -q -y --no-install-recommends $(ls /tmp/*.deb | grep -v dbgsym) gnuplot-nox gcc libc6-dev pkg-config' \
    >"$folder/install.log" 2>&1 || { tail -n 20 "$folder/install.log" >&2; exit 1; }
  # shellcheck disable=SC2016  # of the other shell
  chroot "$tree" sh -euc 'cd /tmp/use && sh use.sh
    cc -std=c11 pendulum.c $(pkg-config --cflags --libs sinew) -lm -o pendulum && ./pendulum >/dev/null
    ls /usr/share/man/man1/sinew-run.1.gz /usr/share/bash-completion/completions/sinew /usr/share/doc/sinew/examples >/dev/null
    dpkg --purge python3-sinew libsinew-dev sinew-lab sinew libsinew0 >/dev/null && ! command -v sinew'
  way="installed in a clean tree"
else
  fill
  for package in "$folder"/*.deb; do dpkg-deb -x "$package" "$tree"; done
  library=$(dirname "$(find "$tree/usr/lib" -name 'libsinew.so.0')")
  (cd "$tree/tmp/use" && PATH="$tree/usr/bin:$PATH" LD_LIBRARY_PATH=$library PYTHONPATH="$tree/usr/lib/python3/dist-packages" bash use.sh)
  way="unpacked (a clean tree needs root and debootstrap)"
fi
[ "$(cat "$tree/tmp/use/last.txt")" = "$expected" ] ||
  { echo "The last row is $(cat "$tree/tmp/use/last.txt"), the README says $expected" >&2; exit 1; }
echo "packages $way and used; the README's run has the README's numbers"
