# SPDX-License-Identifier: Apache-2.0
#
# What tools/test and tools/nightly share.

plant_faults() {  # "" or "every N"; each planted fault is a test, which passes if the suite catches it
    local log=build/mutants.log caught="" planted=""
    tests/mutants/run $1 >$log 2>&1 || cat $log
    read -r caught planted < <(sed -nE 's/^([0-9]+) caught of ([0-9]+)$/\1 \2/p' $log) || true
    passed=$((passed + ${caught:-0}))
    failed=$((failed + ${planted:-1} - ${caught:-0}))  # it may have broken off
    echo "planted faults: ${caught:-0} caught of ${planted:-those that it did not come to}"
}

every_test() {  # the planted faults to try, setup's arguments...
    setup cuda $mpi "${@:2}"
    build_and_test "$preset"
    # Where the GPU's tests are only compiled, the host's and the emulated blocks have a build of their own:
    # each is compiled once, with a sanitizer or without.
    [ "$preset" != cuda-compile ] || build_and_test others -L 'host|emulated'
    build_and_test asan -L 'host|emulated'
    build_and_test tsan -L 'host|emulated'
    timed "planted faults" plant_faults "$1"
}
