# SPDX-License-Identifier: Apache-2.0
#
# Functions that tools/test and tools/nightly share.

plant_faults() {  # "" or "every N": each planted fault is a test, which passes if the suite catches the fault
    local log=build/mutants.log caught="" planted=""
    CXX=$(compiler_of faults) tests/mutants/run $1 >$log 2>&1 || cat $log
    read -r caught planted < <(sed -nE 's/^([0-9]+) caught of ([0-9]+)$/\1 \2/p' $log) || true
    passed=$((passed + ${caught:-0}))
    failed=$((failed + ${planted:-1} - ${caught:-0}))  # without a count the run broke off
    echo "planted faults: ${caught:-0} caught of ${planted:-those that it did not come to}"
}

compiler_of() {  # preset: clang++, if it can build it, since it takes half of g++'s time
    local sanitizer=""
    case $1 in
        tsan) echo g++ && return ;;  # clang++'s library has an operator new, and so has tests/host/faults.cpp
        asan) sanitizer=-fsanitize=address,undefined ;;  # its library is a package of its own
    esac
    if echo "int main() {}" | clang++ $sanitizer -x c++ - -o build/empty 2>/dev/null; then
        echo clang++
    else
        echo g++
    fi
}

every_test() {  # the planted faults to try, the arguments of setup...
    setup cuda $mpi clang:clang++ "${@:2}"
    [ "$(compiler_of asan)" = clang++ ] || tools/setup programs libclang-rt-dev:libclang-rt-dev 2>/dev/null
    build_and_test "$preset"
    # If the GPU's tests are only compiled, the tests of the host and the emulated blocks have a separate
    # build, so that each is compiled once, with a sanitizer or without.
    local each builds="asan tsan" folders=""
    [ "$preset" != cuda-compile ] || builds="others calls $builds"
    for each in $builds; do
        CXX=$(compiler_of $each) timed "build $each" build $each || failed=$((failed + 1))
        folders+=" \"$root/build/$each\""
    done
    # Their tests run together: while one program is the last of its build, another keeps a core busy.
    mkdir -p build/together
    echo "subdirs($folders)" >build/together/CTestTestfile.cmake
    timed "test $builds" run_tests build/together -L 'host|emulated|ranks|examples'
    timed "planted faults" plant_faults "$1"
}
