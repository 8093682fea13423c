// SPDX-License-Identifier: Apache-2.0
// The examples of docs/reference: layouts, policies, ranks and streams, and the table of other libraries.
#include "reference.hpp"

#include <examples/layouts.hpp>
#include <examples/migration.hpp>
#include <examples/policies.hpp>
#include <examples/ranks.hpp>
#include <examples/streams.hpp>
