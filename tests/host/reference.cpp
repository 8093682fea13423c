// SPDX-License-Identifier: Apache-2.0
// The examples of docs/reference: what is computed; docs/reference.py writes that page from them.
#include "reference.hpp"

#include <examples/aggregates.hpp>
#include <examples/operators.hpp>
#include <examples/reductions.hpp>
#include <examples/statistics.hpp>
