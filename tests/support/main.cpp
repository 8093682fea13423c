// SPDX-License-Identifier: Apache-2.0
// The main function of every test program: prints the random seed, and skips tests that need a GPU if there
// is none.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <seed.hpp>

#include <cstdio>

#if defined(IMPULSE_TEST_ON_DEVICE)
#include <cuda_runtime_api.h>
#endif

int main(int argc, char** argv) {
    doctest::Context context(argc, argv);
#if defined(IMPULSE_TEST_ON_DEVICE)
    int devices = 0;
    if (!context.shouldExit() && (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0)) {
        std::printf("no GPU here: skipped\n");
        return 77;
    }
#endif
    if (!context.shouldExit())  // not if doctest only lists the tests
        std::printf("random seed %llu (IMPULSE_TEST_SEED=%llu repeats this run)\n", support::seed(),
                    support::seed());
    return context.run();
}
