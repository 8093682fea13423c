# SPDX-License-Identifier: Apache-2.0
#
# Functions that the commands of ./dev share; each command begins with: . "${0%/*}/common.sh"
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
mkdir -p build
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}
export CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$CMAKE_BUILD_PARALLEL_LEVEL}

say() { printf '%s\n' "dev: $*" >&2; }
die() { say "$*"; exit 1; }
has() { command -v "$1" >/dev/null; }
has_gpu() { has nvidia-smi && nvidia-smi -L 2>/dev/null | grep -q '^GPU'; }

mpi="libopenmpi-dev:mpicxx openmpi-bin:mpirun"  # 53 MB; only for programs that run on ranks

# Installs missing packages, with the arguments of tools/setup; sets PATH, CUDACXX and this machine's preset.
setup() {
    tools/setup "$@" || exit 1
    . build/setup.env
}

configure() {  # preset; anew if $CXX is not the compiler of an earlier time, which CMake would keep
    local fresh="" cache=build/$1/CMakeCache.txt
    if [ -n "${CXX-}" ] && [ -e "$cache" ]; then
        sed -n 's/^CMAKE_CXX_COMPILER:[^=]*=//p' "$cache" | grep -qxF -e "$CXX" -e "$(command -v "$CXX")" ||
            fresh=--fresh
    fi
    cmake --preset "$1" $fresh >"build/$1.log" 2>&1 || { cat "build/$1.log"; return 1; }
}

build() {  # preset, targets...
    configure "$1" || return 1
    grep -- '-- impulse:' "build/$1.log" || true
    cmake --build --preset "$1" ${2:+--target "${@:2}"} -- -k 0 && return  # each error is shown
    # Removes programs that could not be built again, so that no test runs the program of an earlier build.
    # (With a copy of its file ninja lists the programs that it would link; with the file itself it only says
    # that CMake must run.)
    cp "build/$1/build.ninja" "build/$1/again.ninja"
    ninja -C "build/$1" -f again.ninja -n "${@:2}" |
        sed -nE "s|.* Linking [A-Z]+ executable |build/$1/|p" | xargs -r rm -f
    return 1
}

timed() {  # what, command...: prints the seconds that it took
    local start=$SECONDS code=0
    "${@:2}" || code=$?
    echo "$1: $((SECONDS - start)) s"
    return $code
}

# ---- counting --------------------------------------------------------------------------------------------

passed=0 failed=0 skipped=0
summary() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
}

add_up() {  # adds the last line of this log that is a sum; a program without one broke off, and has failed
    local p="" f="" s=""
    read -r p f s < <(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p' "$1" |
        tail -n 1) || true
    passed=$((passed + ${p:-0})) failed=$((failed + ${f:-1})) skipped=$((skipped + ${s:-0}))
}

check() {  # log, command...: one test
    if "${@:2}" >"$1" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: ${*:2}"
        tail -n 100 "$1"
    fi
}

# Arguments: folder, ctest's arguments... Prints a line when a test ends, then the output of failed tests, and
# adds to the counts.
run_tests() {
    mkdir -p "$1"
    rm -f "$1/tests.xml"
    local bytes=10000000  # limit for each test's output, whose end has the sum
    ctest --test-dir "$1" --no-tests=error --output-junit tests.xml --test-output-size-passed $bytes \
        --test-output-size-failed $bytes "${@:2}" 2>&1 | tee "$1/ctest.log" |
        grep --line-buffered -E '^ *[0-9]+/[0-9]+ Test' || true
    tools/junit "$1/tests.xml" >"$1/sum.log" || true
    sed "\$ s|^|$1: |" "$1/sum.log"
    add_up "$1/sum.log"
}

build_and_test() {  # preset, ctest's arguments...; tests what was built, even if a part of the build failed
    timed "build $1" build "$1" || failed=$((failed + 1))
    timed "test $1" run_tests "build/$1" "${@:2}"
}
