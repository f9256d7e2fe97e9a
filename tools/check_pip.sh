#!/usr/bin/env bash
# pip install ./python into an environment of its own, as a user does; then the README's pendulum there, with what was installed.
# Usage: tools/check_pip.sh PYTHON
set -eu
cd "$(dirname "$0")/.."
python=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv --system-site-packages "$folder/env" # numpy and h5py are those of the system
mkdir "$folder/few" # a machine without CMake: pip says so, and how to get it, before it builds
for c in bash env grep sed sort head tr uname id apt-get cc make pkg-config; do
  ln -s "$(command -v $c)" "$folder/few/$c"
done
if PATH="$folder/few" "$folder/env/bin/pip" install --no-index ./python >"$folder/said" 2>&1; then exit 1; fi
grep -q 'packages are missing .*: cmake$' "$folder/said" && grep -q 'apt-get install --no-install-recommends cmake$' "$folder/said"
"$folder/env/bin/pip" install --quiet --no-index ./python # --no-index: nothing is fetched, so nothing must be missing
if "$folder/env/bin/pip" check | grep '^sinew '; then exit 1; fi # nothing that it asks for is missing
cd "$folder"
[ "$(. env/bin/activate && command -v sinew)" = "$folder/env/bin/sinew" ] # the command is on the path of the environment
env -u SINEW_LIBRARY env/bin/sinew --version
env -u PYTHONPATH -u SINEW_LIBRARY -u SINEW_COMMAND env/bin/python - <<'END'
import os, sinew

assert os.path.dirname(sinew.__file__).endswith(os.path.join("site-packages", "sinew")), sinew.__file__
m = sinew.Model()
m.gravity(0, 0, -9.81)
rod = m.body(name="rod", at=(0.5, 0, 0), shape=sinew.cylinder(length=1, radius=0.02, axis="x", density=7850))
m.revolute(sinew.ground, rod, name="hinge", at=(0, 0, 0), axis="y")
m.channel("tip", sinew.position(rod, (1, 0, 0)))
r = m.run("pendulum.h5", dt=1e-3, duration=0.1)
assert r.status == "complete" and r["tip"].unit == "m"
assert os.path.getsize(r.page()) > 100000  # by the command that came with it
print("pip install ./python works:", sinew.__version__)
END
