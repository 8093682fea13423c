// SPDX-License-Identifier: Apache-2.0
// The examples of docs/reference: what to call for a task. They use views, which clang++ before 16 cannot
// compile.
#include "reference.hpp"

#include <examples/tasks.hpp>
