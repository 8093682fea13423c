// SPDX-License-Identifier: Apache-2.0
/// \file
/// Files with a state that is continued later, perhaps on another machine. A file is written completely or
/// not at all, and is refused if it does not match.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/op/type_id.hpp>
#include <impulse/error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <istream>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include <unistd.h>

namespace impulse::inline IMPULSE_ABI {

/// Replaces a file by `contents`. A reader, now or after a crash, finds either the old file or all of
/// `contents`. The contents are first written to `path` with ".part" added.
///
/// Requires: one writer of that path at a time, and permission to write to its folder.
/// Complexity: the bytes are written once, and the call waits until they are on the disk.
/// Memory: a file buffer of the C library.
/// Throws: std::system_error if writing fails; then the old file stays, and no other file remains.
inline void replace_file(const std::filesystem::path& path, std::string_view contents) {
    const std::string part = path.string() + ".part";
    const auto failed = [&] {
        const int code = errno;
        (void)std::remove(part.c_str());
        throw std::system_error(code, std::generic_category(), "impulse: writing " + path.string());
    };
    std::FILE* const file = std::fopen(part.c_str(), "wb");
    if (!file) failed();
    const bool written = std::fwrite(contents.data(), 1, contents.size(), file) == contents.size() &&
                         std::fflush(file) == 0 && ::fsync(::fileno(file)) == 0;
    const int code = errno;
    const bool closed = std::fclose(file) == 0;
    if (!written) errno = code;
    if (!written || !closed || std::rename(part.c_str(), path.c_str()) != 0) failed();
}

namespace detail {

/// The beginning of a saved state. Numbers are in this machine's byte order; `order` shows if a file has the
/// other byte order.
struct saved_header {
    std::array<char, 8> magic = {'i', 'm', 'p', 'u', 'l', 's', 'e', '\n'};
    std::uint32_t order = 0x01020304;
    std::uint32_t format = 2;
    std::uint32_t tree = 0;
    std::uint32_t item_bytes = 0;
    std::uint32_t accumulator_bytes = 0;
    std::uint32_t leaf = 0;
    std::int64_t items = 0;
    std::array<std::uint32_t, 4> text_bytes = {};
};
static_assert(std::has_unique_object_representations_v<saved_header>);

/// The texts after the header: the names of items, accumulators and operator (detail/op/type_id.hpp), empty
/// for those without a name, and the caller's tag.
using saved_texts = std::array<std::string_view, 4>;

/// The FNV-1a hash of all bytes. It detects damage, but not malicious changes.
class checksum {
  public:
    void take(const char* bytes, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i)
            sum_ = (sum_ ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3u;
    }
    std::uint64_t value() const { return sum_; }

  private:
    std::uint64_t sum_ = 0xcbf29ce484222325u;
};

class state_writer {
  public:
    explicit state_writer(std::ostream& to) : to_(to) {}

    void write(const char* bytes, std::size_t n) {
        sum_.take(bytes, n);
        to_.write(bytes, static_cast<std::streamsize>(n));
    }
    template <class Type>
    void write(const Type& value) {
        static_assert(std::is_trivially_copyable_v<Type>);
        write(reinterpret_cast<const char*>(std::addressof(value)), sizeof(Type));
    }
    /// Writes the checksum of all earlier bytes.
    void finish() {
        write(sum_.value());
        if (!to_) throw std::runtime_error("impulse: a state could not be written to its stream");
    }

  private:
    std::ostream& to_;
    checksum sum_;
};

/// The bytes of a value, which may not be valid for its type.
template <class Type>
struct bytes_of {
    static_assert(std::is_trivially_copyable_v<Type>);
    std::array<char, sizeof(Type)> bytes;
    /// Works also for a type without a default constructor.
    Type value() const { return __builtin_bit_cast(Type, bytes); }
};
template <class Type>
std::vector<Type> values_of(const std::vector<bytes_of<Type>>& all) {
    std::vector<Type> values;
    values.reserve(all.size());
    for (const bytes_of<Type>& each : all) values.push_back(each.value());
    return values;
}

class state_reader {
  public:
    explicit state_reader(std::istream& from) : from_(from) {}

    void read(char* bytes, std::size_t n) {
        from_.read(bytes, static_cast<std::streamsize>(n));
        const auto got = static_cast<std::size_t>(from_.gcount());
        sum_.take(bytes, got);
        at_ += got;
        if (got < n)
            detail::bad_argument(
                {"file ends after ", {at_, "byte"}, "; need at least ", {n - got, "byte"}, " more"});
    }
    template <class Type>
    Type read() {
        return read_bytes<Type>().value();
    }
    /// For types for which not all bytes are valid values: the value is made only after the checksum was
    /// checked.
    template <class Type>
    bytes_of<Type> read_bytes() {
        bytes_of<Type> some;
        read(some.bytes.data(), sizeof(Type));
        return some;
    }
    template <class Type>
    std::vector<bytes_of<Type>> read_bytes(index_t n) {
        std::vector<bytes_of<Type>> all;
        for (; n > 0; --n) all.push_back(read_bytes<Type>());
        return all;
    }
    void finish() {
        const std::uint64_t expected = sum_.value();
        // fault: checksum
        if (read<std::uint64_t>() != expected)
            detail::bad_argument({"file is damaged: its checksum does not match its bytes"});
    }

  private:
    std::istream& from_;
    checksum sum_;
    std::size_t at_ = 0;
};

/// What a saved state contains, and whether its types can be saved.
template <class Item, class Acc, class Op, index_t Leaf>
struct saved_kind {
    static constexpr bool is_bytes =
        std::is_trivially_copyable_v<Acc> && (Leaf == 1 || std::is_trivially_copyable_v<Item>);
    static constexpr void check_bytes() {
        static_assert(is_bytes,
                      "impulse: a running_reduction is saved as bytes: its accumulators, and its items if "
                      "the operator has leaves, must be trivially copyable");
    }

    /// Checks a state that is saved without a tag. Reports one error at a time.
    static constexpr void check_named() {
        static_assert(!is_bytes || has_type_id<Op>,
                      "impulse: this state needs a tag, because its operator has no name: save(to, tag); or "
                      "specialize impulse::type_id for the operator");
        static_assert(!is_bytes || !has_type_id<Op> || has_type_id<Acc>,
                      "impulse: this state needs a tag, because the type of its accumulators has no name: "
                      "save(to, tag); or specialize impulse::type_id for it");
        static_assert(!is_bytes || !has_type_id<Op> || !has_type_id<Acc> || has_type_id<Item>,
                      "impulse: this state needs a tag, because the type of its items has no name: save(to, "
                      "tag); or specialize impulse::type_id for it");
    }
    static void check_tag(std::string_view tag) {
        if (tag.size() > max_text_bytes)
            detail::bad_argument(
                {"tag has ", {tag.size(), "byte"}, "; it may have at most ", max_text_bytes});
        if (tag.empty() && !(has_type_id<Op> && has_type_id<Acc> && has_type_id<Item>))
            detail::bad_argument(
                {"tag is empty, but the operator or a type has no type_id; say in the tag what "
                 "they are"});
    }

    static saved_header header(int tree, index_t items) {
        saved_header own;
        own.tree = static_cast<std::uint32_t>(tree);
        own.item_bytes = static_cast<std::uint32_t>(sizeof(Item));
        own.accumulator_bytes = static_cast<std::uint32_t>(sizeof(Acc));
        own.leaf = static_cast<std::uint32_t>(Leaf);
        own.items = items;
        return own;
    }
    static saved_texts texts(std::string_view tag) {
        return {detail::name_or_none<Item>(), detail::name_or_none<Acc>(),
                detail::operator_name_or_none<Op, Acc>(), tag};
    }
};

inline void write_header(state_writer& out, saved_header header, const saved_texts& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i)
        header.text_bytes[i] = static_cast<std::uint32_t>(texts[i].size());
    out.write(header);
    for (const std::string_view text : texts) out.write(text.data(), text.size());
}

/// Refuses a different name, a name where none is expected, and a missing name.
inline void require_name(std::string_view found, std::string_view wanted, const char* named,
                         const char* nameless) {
    const auto in_words = [&](std::string_view name) {
        return name.empty() ? std::string(nameless) + " without a type_id" : named + std::string(name);
    };
    if (found != wanted) detail::bad_argument({"file has ", in_words(found), "; need ", in_words(wanted)});
}

/// Reads a header and the texts after it. Refuses them if they do not match those of the state `own`.
inline saved_header read_header(state_reader& in, const saved_header& own, const saved_texts& texts) {
    const saved_header expected;
    saved_header is;
    in.read(is.magic.data(), is.magic.size());
    if (is.magic != expected.magic) detail::bad_argument({"file is not a saved running_reduction"});
    is.order = in.read<std::uint32_t>();
    if (is.order == __builtin_bswap32(expected.order))
        detail::bad_argument({"file has the other byte order; load it on a machine that has the same"});
    const auto same = [](std::uint32_t found, std::uint32_t wanted, const char* before, const char* behind) {
        if (found != wanted)
            detail::bad_argument({"file has ", before, found, behind, "; need ", before, wanted, behind});
    };
    same(is.order, expected.order, "byte order mark ", "");
    is.format = in.read<std::uint32_t>();
    if (is.format == 1)
        detail::bad_argument({"file has format 1, which does not record its types; need format 2"});
    same(is.format, expected.format, "format ", "");
    same(is.tree = in.read<std::uint32_t>(), own.tree, "tree version ", "");
    is.item_bytes = in.read<std::uint32_t>();
    is.accumulator_bytes = in.read<std::uint32_t>();
    is.leaf = in.read<std::uint32_t>();
    is.items = in.read<std::int64_t>();
    is.text_bytes = in.read<std::array<std::uint32_t, 4>>();
    if (is.items < 0 || is.items > index_t{1} << 62 ||
        *std::max_element(is.text_bytes.begin(), is.text_bytes.end()) > max_text_bytes)
        detail::bad_argument({"file is damaged: its header has sizes that no saved state has"});
    std::array<std::string, 4> found;
    for (std::size_t i = 0; i < found.size(); ++i) {
        found[i].resize(is.text_bytes[i]);
        in.read(found[i].data(), found[i].size());
    }
    detail::require_name(found[0], texts[0], "items of ", "items");
    detail::require_name(found[1], texts[1], "accumulators of ", "accumulators");
    detail::require_name(found[2], texts[2], "the operator ", "an operator");
    same(is.item_bytes, own.item_bytes, "items of ", " bytes");
    same(is.accumulator_bytes, own.accumulator_bytes, "accumulators of ", " bytes");
    same(is.leaf, own.leaf, "leaves of ", " items");
    if (found[3] != texts[3])
        detail::bad_argument(
            {"file has the tag \"", found[3], "\"; need the tag \"", std::string(texts[3]), "\""});
    return is;
}

}  // namespace detail
}  // namespace impulse

#include <impulse/detail/base/end.hpp>
