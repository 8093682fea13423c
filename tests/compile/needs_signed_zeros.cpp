// SPDX-License-Identifier: Apache-2.0
// expect: impulse: -fno-signed-zeros takes -0 for .0
// options: -fno-signed-zeros -D__NO_SIGNED_ZEROS__=1
#include <impulse/algorithms.hpp>
