#!/usr/bin/env bash
# tools/check_install.sh BUILD: installs BUILD into a folder of its own and uses it as a stranger would: the command, then
# the C example through pkg-config (shared and static) and through find_package.
set -eu
build=$(cd "$1" && pwd)
source=$(cd "$(dirname "$0")/.." && pwd)
prefix=$build/scratch/prefix
work=$build/scratch/install
rm -rf "$prefix" "$work"
mkdir -p "$work"

cmake --install "$build" --prefix "$prefix" >"$work/install.log"
"$prefix/bin/sinew" --version

# a manual page for each verb that the command knows, and completions, as the command prints them now
share=$prefix/share
"$prefix/bin/sinew" help --man | cmp - "$share/man/man1/sinew.1"
for verb in $("$prefix/bin/sinew" help | sed -n '/^Usage/,/^  --version/s/^  \([a-z]*\) .*/\1/p'); do
  "$prefix/bin/sinew" help "$verb" --man | cmp - "$share/man/man1/sinew-$verb.1"
done
"$prefix/bin/sinew" help --completion bash | cmp - "$share/bash-completion/completions/sinew"
"$prefix/bin/sinew" help --completion zsh | cmp - "$share/zsh/site-functions/_sinew"
"$prefix/bin/sinew" help --completion fish | cmp - "$share/fish/vendor_completions.d/sinew.fish"

if [ -e "$prefix/lib/sinew/lab.so" ]; then # the laboratory is found where it was installed
  "$prefix/bin/sinew" study --schemes -o "$work/study" --quiet >"$work/study.log"
fi

example=$(find "$source/examples" -name '*.c' | sort | head -n 1)
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
compiler=${CC:-cc}
# shellcheck disable=SC2046  # the flags are words
"$compiler" -std=c11 -Wall "$example" $(pkg-config --cflags --libs sinew) -lm -Wl,-rpath,"$prefix/lib" -o "$work/shared"
(cd "$work" && ./shared >shared.txt)
# shellcheck disable=SC2046
"$compiler" -std=c11 -Wall "$example" $(pkg-config --cflags sinew) "$prefix/lib/libsinew.a" \
  $(pkg-config --static --libs sinew | sed 's/-lsinew//') -o "$work/static"
(cd "$work" && ./static >static.txt)
cmp "$work/shared.txt" "$work/static.txt"

cat >"$work/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.25)
project(stranger C)
find_package(sinew REQUIRED)
foreach(form shared static)
  add_executable(by_\${form} $example)
  target_link_libraries(by_\${form} PRIVATE sinew::\${form} m)
endforeach()
EOF
cmake -S "$work" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$compiler" >"$work/configure.log"
cmake --build "$work/build" >"$work/build.log"
for form in shared static; do
  (cd "$work" && "build/by_$form" >"package_$form.txt")
  cmp "$work/shared.txt" "$work/package_$form.txt"
done
echo "installed, found and used: shared and static, by pkg-config and by CMake"
