// SPDX-License-Identifier: Apache-2.0
//
// Addresses of items: from an aligned or a misaligned base on, and every k-th item.
#include <impulse/iterators.hpp>
#include <memory/families.hpp>
#include <memory/library.cuh>
#include <memory/sums.cuh>

namespace perf {

namespace {

template <class T>
row at_offset(const char* type, std::size_t offset, const char* lesson) {
    constexpr std::int64_t bytes = std::int64_t{1} << 30;
    constexpr std::int64_t n = bytes / static_cast<std::int64_t>(sizeof(T));
    const auto sum = [](const T* x, int* out) {
        return call_of(impulse::reduce_into, x, x + n, out, 0, impulse::plus{});
    };
    const std::string name = std::string("alignment/") + type + ", base + " + std::to_string(offset);
    return sum_row<T>(name, lesson, {n}, bytes, bytes, sum, offset);
}

constexpr std::int64_t picked = std::int64_t{1} << 26;

row stride_row(int stride, const char* how, const char* lesson, std::function<work(const int*, int*)> make) {
    return sum_row<int>("stride/" + std::to_string(stride) + how, lesson, {picked, stride}, 4. * picked,
                        std::min(4. * stride, 32.) * picked, std::move(make));
}

row behind_a_pointer() {
    return stride_row(1, ", pointer", "the same items behind a pointer: 16-byte loads",
                      [](const int* x, int* out) {
                          return call_of(impulse::reduce_into, x, x + picked, out, 0, impulse::plus{});
                      });
}

row strided(int stride, const char* lesson) {
    return stride_row(stride, "", lesson, [stride](const int* x, int* out) {
        const auto first = impulse::strided(x, stride);
        return call_of(impulse::reduce_into, first, first + picked, out, 0, impulse::plus{});
    });
}

template <int Stride>
struct padded {
    int item;
    int between[Stride - 1];
};

struct item_of {
    template <int Stride>
    __host__ __device__ int operator()(const padded<Stride>& from) const {
        return from.item;
    }
};

template <int Stride>
row field(const char* lesson) {
    return stride_row(Stride, ", field of a struct", lesson, [](const int* x, int* out) {
        const auto* const first = reinterpret_cast<const padded<Stride>*>(x);
        return call_of(impulse::transform_reduce_into, first, first + picked, out, 0, impulse::plus{},
                       item_of{});
    });
}

}  // namespace

rows alignments() {
    return {
        at_offset<int>("int32", 0, "on a 16-byte boundary"),
        at_offset<int>("int32", 4, "words from the boundary before are loaded and shifted into place"),
        at_offset<int>("int32", 8, "likewise, by eight bytes"),
        at_offset<int>("int32", 12, "likewise, by twelve bytes"),
        at_offset<signed char>("int8", 0, "on a 16-byte boundary"),
        at_offset<signed char>("int8", 1, "shifted by single bytes"),
    };
}

rows strides() {
    return {
        behind_a_pointer(),
        strided(1, "an iterator is read item by item"),
        strided(2, "every sector is read, half of it is used"),
        field<2>("the same items as structs of 8 bytes and a transform"),
        strided(4, "every sector is read, a quarter of it is used"),
        field<4>("as structs of 16 bytes"),
        strided(8, "one item in each sector of 32 bytes"),
        field<8>("as structs of 32 bytes"),
        strided(16, "one item in every second sector"),
        field<16>("as structs of 64 bytes"),
        strided(32, "one item in every fourth sector"),
        field<32>("as structs of 128 bytes"),
    };
}

}  // namespace perf
