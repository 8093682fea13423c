# SPDX-License-Identifier: Apache-2.0
#
# Functions that tools/test and tools/nightly share.

plant_faults() {  # "" or "every N": each planted fault is a test, which passes if the suite catches the fault
    local log=build/mutants.log caught="" planted=""
    tests/mutants/run $1 >$log 2>&1 || cat $log
    read -r caught planted < <(sed -nE 's/^([0-9]+) caught of ([0-9]+)$/\1 \2/p' $log) || true
    passed=$((passed + ${caught:-0}))
    failed=$((failed + ${planted:-1} - ${caught:-0}))  # without a count the run broke off
    echo "planted faults: ${caught:-0} caught of ${planted:-those that it did not come to}"
}

every_test() {  # the planted faults to try, the arguments of setup...
    setup cuda $mpi clang:clang++ "${@:2}"
    build_and_test "$preset"
    # If the GPU's tests are only compiled, the tests of the host and the emulated blocks have a build of
    # their own: each is compiled once, with a sanitizer or without. clang++ takes half of g++'s time.
    local each
    for each in others calls; do
        [ "$preset" != cuda-compile ] ||
            CXX=$(command -v clang++ || echo g++) build_and_test $each -L 'host|emulated|ranks'
    done
    build_and_test asan -L 'host|emulated'
    build_and_test tsan -L 'host|emulated'
    timed "planted faults" plant_faults "$1"
}
