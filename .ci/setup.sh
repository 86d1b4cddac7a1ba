# shellcheck shell=bash
# Sourced by ./check and ./play, from the top of the checkout.
# setup_environment EXTRA... makes or renews the virtual environment and sets PY to its interpreter.

VENV=${STATIONMASTER_VENV:-$PWD/.venv}

say() { printf '%s\n' "$*" >&2; }

# The machine's own command that installs the packages given for its package manager.
install_command() { # apt-names dnf-names other
    local sudo='sudo '
    [ "$(id -u)" -ne 0 ] || sudo=''
    if command -v apt-get >/dev/null; then
        echo "${sudo}apt-get install $1"
    elif command -v dnf >/dev/null; then
        echo "${sudo}dnf install $2"
    elif command -v brew >/dev/null; then
        echo "brew install python@3.13"
    else
        echo "$3"
    fi
}

is_recent_python() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

# Prints the first Python 3.11+ that can make a virtual environment.
find_python() {
    local candidate bare='' version
    for candidate in python3.13 python3.12 python3.11 python3 python; do
        is_recent_python "$candidate" || continue
        if "$candidate" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            echo "$candidate"
            return 0
        fi
        [ -n "$bare" ] || bare=$candidate
    done
    if [ -n "$bare" ]; then
        version=$("$bare" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        say "Python $version is here, but it cannot make virtual environments. This command adds what is missing:"
        say "    $(install_command "python$version-venv" python3 "(your package manager): the modules venv and ensurepip of Python $version")"
    else
        say "Stationmaster needs Python 3.11 or newer, and none was found. This command installs it:"
        say "    $(install_command 'python3 python3-venv' python3.13 '(your package manager): Python 3.11 or newer, with venv')"
    fi
    return 1
}

make_venv() {
    local python
    if [ -e "$VENV" ]; then
        is_recent_python "$VENV/bin/python" && "$VENV/bin/python" -c 'import pip' 2>/dev/null && return 0
        if [ -n "${STATIONMASTER_VENV:-}" ]; then
            say "STATIONMASTER_VENV ($VENV) exists but holds no Python 3.11 or newer with pip; name another place or remove it."
            return 1
        fi
        rm -rf "$VENV"
    fi
    python=$(find_python) || return 1
    say "Making a virtual environment in $VENV with $("$python" -V)"
    "$python" -m venv "$VENV"
}

# Prints what pyproject.toml asks for, with the extras given.
requirements() {
    "$PY" -c '
import sys, tomllib
with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)["project"]
print(*project["dependencies"], *(d for e in sys.argv[1:] for d in project["optional-dependencies"][e]), sep="\n")
' "$@"
}

# The stamp says which extras are installed, and from which pins.
install_pins() {
    local stamp=$VENV/stationmaster.stamp pins extras='' extra missing=''
    pins=$(cat pyproject.toml .ci/constraints.txt | cksum)
    [ ! -f "$stamp" ] || extras=$(sed -n 2p "$stamp")
    for extra in "$@"; do
        case " $extras " in *" $extra "*) ;; *) extras="$extras $extra" missing=yes ;; esac
    done
    if [ -f "$stamp" ] && [ -z "$missing" ] && [ "$(sed -n 1p "$stamp")" = "$pins" ]; then
        return 0
    fi
    say "Installing the pinned packages (extras:${extras:- none})"
    # shellcheck disable=SC2086  # the extras are words
    requirements $extras >"$VENV/stationmaster.requirements" || return 1
    # Only the modules that are imported are compiled, at their first import: half of them never are.
    if ! "$PY" -m pip install --quiet --no-input --disable-pip-version-check --no-compile \
        --requirement "$VENV/stationmaster.requirements" --constraint .ci/constraints.txt; then
        say "The packages could not be installed: see pip's words above. Is there a network?"
        return 1
    fi
    printf '%s\n%s\n' "$pins" "$extras" >"$stamp"
}

setup_environment() {
    make_venv || return 1
    PY=$VENV/bin/python
    install_pins "$@"
}
