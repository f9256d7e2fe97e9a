# python/build_backend.py -- how pip builds the module from a checkout (PEP 517): the library and the command by CMake, then a wheel.
# Why:    a wheel is a zip file; with this nothing has to be fetched to make one. What the build needs and the machine has not is said before
#         anything is built.
# Use:    pip install ./python, or make wheel: python3 python/build_backend.py FOLDER
# Tests:  tools/check_pip.sh
import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
BUILD = os.path.join(ROOT, "build", "release")


def _version():
    with open(os.path.join(ROOT, "include", "sinew.h")) as f:
        return re.search(r'#define SINEW_VERSION "([^"]+)"', f.read()).group(1)


def _check():
    """Says what is missing, and ends, before anything is built."""
    if sys.version_info < (3, 11):
        raise SystemExit(f"Sinew needs Python 3.11 or later; this is {sys.version.split()[0]} ({sys.executable}).")
    if not os.path.exists(os.path.join(ROOT, "CMakeLists.txt")):
        raise SystemExit("The sources of Sinew are not beside this folder: install from a checkout, with pip install ./python.")
    looked = subprocess.run([os.path.join(ROOT, "tools", "install_packages.sh"), "demo", "--list"], capture_output=True, text=True)
    if looked.returncode:
        raise SystemExit("Sinew cannot be built yet.\n" + looked.stderr.strip() + "\nThen run pip install ./python again.")


def _built():
    """Library and command, built if they are not yet, or no longer what the sources say."""
    _check()
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    jobs = os.environ.get("JOBS", str(os.cpu_count() or 1))
    for command in (
        ["cmake", "--preset", "release"],
        ["cmake", "--build", "--preset", "release", "-j", jobs, "--target", "sinew_shared", "sinew"],
    ):
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return os.path.join(BUILD, "libsinew.so"), os.path.join(BUILD, "sinew")


def _is_there(module):
    """Can the Python that pip works for import it? Not this process: pip hides what is installed from it."""
    return subprocess.run([sys.executable, "-E", "-c", f"import {module}"], cwd="/", capture_output=True).returncode == 0


def _needs():
    """What pip has to install. Debian's h5py is there under another name (h5py._debian_h5py_serial), which pip does not take for h5py: what can be
    imported is not asked for."""
    return [wanted for module, wanted in (("numpy", "numpy>=1.23"), ("h5py", "h5py>=3.7")) if not _is_there(module)]


def _metadata(needs):
    lines = ["Metadata-Version: 2.1", "Name: sinew", f"Version: {_version()}"]
    lines += ["Summary: Flexible multibody simulation with a proved energy balance", "Requires-Python: >=3.11"]
    lines += [f"Requires-Dist: {x}" for x in needs]
    return "\n".join(lines) + "\n"


# Libraries that every Linux has (PEP 600): a wheel that needs no others can be used everywhere.
EVERYWHERE = {"libc", "libm", "libdl", "librt", "libpthread", "libgcc_s", "libz", "ld-linux-x86-64", "ld-linux-aarch64"}


def _needed(files):
    """Libraries of the system that the wheel needs, and the newest version of the C library that it asks for; None without readelf."""
    try:
        read = "".join(subprocess.run(["readelf", "-dV", f], capture_output=True, text=True, check=True).stdout for f in files)
    except (OSError, subprocess.CalledProcessError):
        return None, None
    libraries = sorted(set(re.findall(r"Shared library: \[([^]]+)\]", read)) - {"libsinew.so.0"})
    versions = [tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_(\d+\.\d+)", read)]
    return [x for x in libraries if x.split(".so")[0] not in EVERYWHERE], max(versions, default=(2, 17))


def _tag(files):
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    libraries, version = _needed(files)
    if platform.startswith("linux") and libraries == []:
        platform = platform.replace("linux", "manylinux_%d_%d" % version)
    return "py3-none-" + platform


class _Wheel:
    def __init__(self, path):
        self.zip, self.record = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED), []

    def add(self, name, data, mode=0o644):
        info = zipfile.ZipInfo(name)
        info.external_attr, info.compress_type = (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
        self.zip.writestr(info, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self, folder):
        self.record.append(f"{folder}/RECORD,,")
        self.zip.writestr(f"{folder}/RECORD", "\n".join(self.record) + "\n")
        self.zip.close()


def _read(path):
    with open(path, "rb") as f:
        return f.read()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library, command = _built()
    tag = _tag((library, command))
    name = f"sinew-{_version()}-{tag}.whl"
    wheel, package = _Wheel(os.path.join(wheel_directory, name)), os.path.join(HERE, "sinew")
    for file in sorted(os.listdir(package)):
        if file.endswith((".py", ".pyi", ".typed")):
            wheel.add(f"sinew/{file}", _read(os.path.join(package, file)))
    wheel.add("sinew/libsinew.so", _read(library), 0o755)
    wheel.add("sinew/sinew", _read(command), 0o755)  # for the module, wherever pip puts it
    wheel.add(f"sinew-{_version()}.data/scripts/sinew", _read(command), 0o755)  # for the path of the environment
    folder = f"sinew-{_version()}.dist-info"
    wheel.add(f"{folder}/METADATA", _metadata(_needs()).encode())
    wheel.add(f"{folder}/WHEEL", f"Wheel-Version: 1.0\nGenerator: sinew\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
    wheel.close(folder)
    return name


def get_requires_for_build_wheel(config_settings=None):
    """The first that pip asks."""
    _check()
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = f"sinew-{_version()}.dist-info"
    os.makedirs(os.path.join(metadata_directory, folder), exist_ok=True)
    with open(os.path.join(metadata_directory, folder, "METADATA"), "w") as f:
        f.write(_metadata(_needs()))
    return folder


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("Sinew is installed from a checkout: pip install ./python.")


def main(folder):
    """make wheel: the wheel, and what a machine must have to use it."""
    os.makedirs(folder, exist_ok=True)
    name = build_wheel(folder)
    print(os.path.join(folder, name))
    libraries, _ = _needed(_built())
    if libraries:
        print("It is not for every Linux (manylinux), because it needs these libraries of the system:", ", ".join(libraries))
        print("Machines with the same release of the same system have them after: tools/install_packages.sh demo")
        print("With auditwheel and patchelf they can be put into it: auditwheel repair", os.path.join(folder, name))


if __name__ == "__main__":
    main(sys.argv[1])
