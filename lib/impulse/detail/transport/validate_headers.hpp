// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks that ranks agree before a reduction, and computes where each part begins, for any transport.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(ranks.hpp)

#include <impulse/detail/transport/call_header.hpp>
#include <impulse/error.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

inline std::string root_in_words(std::int64_t root) {
    return root < no_root ? "none (.scattered())" : root == no_root ? "none" : std::to_string(root);
}

inline void require_root(std::int64_t root, int ranks) {
    if (root < 0 || root >= ranks)
        detail::bad_argument({"root is ", root, "; it must be between 0 and ", ranks - 1});
}

/// Calls look(rank, header, the rank's number as text) for every rank.
void for_each_header(const std::vector<call_header>& all, const auto& look) {
    for (std::size_t r = 0; r < all.size(); ++r) look(static_cast<int>(r), all[r], std::to_string(r));
}

/// Throws the same exception on every rank unless the headers of all ranks agree on types, initial value and
/// root. `say(rank)` asks a rank for its types, `say_init(rank)` for its initial value.
void validate_headers(const std::vector<call_header>& all, const auto& say, const auto& say_init) {
    const call_header& first = all[0];
    detail::for_each_header(all, [&](int r, const call_header& its, const std::string& name) {
        if (its.types == first.types) return;
        const std::string own = say(0);
        detail::bad_argument({"rank ", name, " reduces ", say(r), ", but rank 0 reduces ", own});
    });
    detail::for_each_header(all, [&](int r, const call_header& its, const std::string& name) {
        // fault: agree-on-init
        if (its.init != first.init) {
            const std::string own = say_init(0);
            detail::bad_argument(
                {"init differs between rank ", name, " and rank 0: ", say_init(r), " and ", own});
        }
        if (its.root != first.root)
            detail::bad_argument({"root is ", root_in_words(its.root), " on rank ", name, ", but ",
                                  root_in_words(first.root), " on rank 0"});
    });
    if (first.root > no_root) detail::require_root(first.root, static_cast<int>(all.size()));
}

/// Throws the same exception on every rank unless all parts begin at leaves and end at item 2^62 or before.
inline void validate_parts(const std::vector<call_header>& all) {
    const call_header& first = all[0];
    index_t begin = 0;
    detail::for_each_header(all, [&](int, const call_header& its, const std::string& name) {
        // fault: agree-on-leaf
        if (its.count > 0 && begin % first.leaf != 0) {
            const index_t before = begin - begin % first.leaf;
            detail::bad_argument({"the part of rank ", name, " begins at item ", begin,
                                  "; it must begin at a multiple of the operator's leaf, ", first.leaf,
                                  " (such as ", before, " or ", before + first.leaf, ")"});
        }
        if (its.count > (index_t{1} << 62) - begin)
            detail::bad_argument({"the part of rank ",
                                  name,
                                  " begins at item ",
                                  begin,
                                  " and has ",
                                  {its.count, "item"},
                                  "; it must end at item 2^62 or before"});
        begin += its.count;
    });
}

/// Throws the same exception on every rank unless the inputs of all ranks have the same number of items.
inline void validate_items(const std::vector<call_header>& all, const char* input, const char* unit) {
    detail::for_each_header(all, [&](int, const call_header& its, const std::string& name) {
        // fault: agree-on-items
        if (its.count != all[0].count)
            detail::bad_argument(
                {input, " has ", {its.count, unit}, " on rank ", name, ", but ", all[0].count, " on rank 0"});
    });
}

/// The number of items of the first `ranks` parts.
inline index_t items_of(const std::vector<call_header>& all, int ranks) {
    index_t items = 0;
    for (int r = 0; r < ranks; ++r) items += all[static_cast<std::size_t>(r)].count;
    return items;
}

/// The message of an exception.
inline std::string words_of(const std::exception_ptr& thrown) {
    try {
        std::rethrow_exception(thrown);
    } catch (const std::exception& e) {
        return e.what();
    } catch (...) {
        return "threw an exception that is not a std::exception";
    }
}

}  // namespace impulse::detail
