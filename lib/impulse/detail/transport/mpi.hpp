// SPDX-License-Identifier: Apache-2.0
/// \file
/// The transport between MPI ranks.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(mpi.hpp)

#include <impulse/detail/transport/ranks_of.hpp>
#include <impulse/error.hpp>

#include <mpi.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

namespace impulse::inline IMPULSE_ABI {

/// A call of MPI failed, at least on this rank; only MPI knows what happened on the others. Its words are
/// MPI's, with the communicator's name (MPI_Comm_set_name).
class mpi_error : public std::runtime_error {
  public:
    mpi_error(int code, const std::string& doing, MPI_Comm comm)
        : std::runtime_error("impulse: " + doing + ", communicator " + name(comm) + ": " + words(code)),
          code_(code) {}

    /// MPI's error code.
    int code() const noexcept { return code_; }

  private:
    static std::string words(int code) {
        char text[MPI_MAX_ERROR_STRING] = "";
        int length = 0;
        MPI_Error_string(code, text, &length);
        return text;
    }
    static std::string name(MPI_Comm comm) {
        char text[MPI_MAX_OBJECT_NAME] = "";
        int length = 0;
        MPI_Comm_get_name(comm, text, &length);
        return *text == '\0' ? "without a name" : text;
    }
    int code_;
};

namespace on_mpi {

/// A datatype for memory. It contains the address, because offsets of MPI are only ints. So are counts:
/// memory of more bytes is blocks of `block` bytes and a rest.
inline MPI_Datatype type_of_memory(const void* data, std::size_t bytes, std::size_t block = 1 << 30) {
    const std::size_t rest = bytes % block;
    const int counts[] = {static_cast<int>(bytes / block), static_cast<int>(rest)};
    MPI_Datatype types[] = {MPI_BYTE, MPI_BYTE}, all = MPI_DATATYPE_NULL;
    MPI_Aint at[2] = {};
    MPI_Get_address(data, &at[0]);
    at[1] = at[0] + static_cast<MPI_Aint>(bytes - rest);
    if (counts[0] > 0) MPI_Type_contiguous(static_cast<int>(block), MPI_BYTE, &types[0]);
    MPI_Type_create_struct(2, counts, at, types, &all);
    MPI_Type_commit(&all);
    if (counts[0] > 0) MPI_Type_free(&types[0]);
    return all;
}

/// A non-commutative MPI operation that joins messages; MPI chooses which ranks join first. MPI's callback
/// has no context argument, but it gets the datatype of the messages, to which this object is attached.
template <class Join>
class operation : detail::uncopied {
  public:
    operation(std::size_t bytes, const Join& join) : bytes_(bytes), join_(join) {
        MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &type);
        MPI_Type_commit(&type);
        MPI_Type_set_attr(type, key(), this);
        MPI_Op_create(&call, 0, &op);
    }
    ~operation() {
        MPI_Op_free(&op);
        MPI_Type_free(&type);
    }

    MPI_Datatype type;
    MPI_Op op;

  private:
    static int key() {
        static const int made = [] {
            int k = MPI_KEYVAL_INVALID;
            MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &k, nullptr);
            return k;
        }();
        return made;
    }
    static void call(void* left, void* right, int* count, MPI_Datatype* of_type) {
        void* of = nullptr;
        int is_set = 0;
        MPI_Type_get_attr(*of_type, key(), &of, &is_set);
        const auto& self = *static_cast<const operation*>(of);
        const std::size_t bytes = self.bytes_ * static_cast<std::size_t>(*count);
        for (std::size_t i = 0; i < bytes; i += self.bytes_)
            self.join_(static_cast<const char*>(left) + i, static_cast<char*>(right) + i);
    }

    std::size_t bytes_;
    const Join& join_;
};

/// Collectives of a communicator. While this object exists, the communicator's error handler returns errors.
class transport : detail::uncopied {
  public:
    using group = MPI_Comm;

    explicit transport(MPI_Comm comm) : comm_(comm) {
        int runs = 0, over = 0, between = 0;
        MPI_Initialized(&runs);
        if (runs) MPI_Finalized(&over);
        if (!runs || over)
            detail::bad_argument(
                {"communicator needs MPI, which is not running; make the call between MPI_Init "
                 "and MPI_Finalize"});
        if (comm == MPI_COMM_NULL)
            detail::bad_argument({"communicator is MPI_COMM_NULL; it must have this rank as a member"});
        MPI_Comm_test_inter(comm, &between);
        if (between)
            detail::bad_argument({"communicator is an intercommunicator; it must have a single group"});
        MPI_Comm_rank(comm, &rank_);
        MPI_Comm_size(comm, &size_);
        counts_.reset(new int[3 * static_cast<std::size_t>(size_)]());
        types_.reset(new MPI_Datatype[2 * static_cast<std::size_t>(size_)]());
        MPI_Comm_get_errhandler(comm, &before_);
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    }
    ~transport() {
        MPI_Comm_set_errhandler(comm_, before_);
        MPI_Errhandler_free(&before_);
    }

    int rank() const { return rank_; }
    int size() const { return size_; }

    void all_gather(const void* mine, void* all, std::size_t bytes) const {
        const int n = static_cast<int>(bytes);
        check(MPI_Allgather(mine, n, MPI_BYTE, all, n, MPI_BYTE, comm_), "asking the ranks for their parts");
    }
    template <class Join>
    void reduce(void* message, std::size_t bytes, int root, const Join& join) const {
        const operation<Join> by(bytes, join);
        const bool here = rank_ == root;
        check(MPI_Reduce(here ? MPI_IN_PLACE : message, here ? message : nullptr, 1, by.type, by.op, root,
                         comm_),
              "joining the parts of the ranks");
    }
    void broadcast(void* memory, std::size_t bytes, int root) const {
        check(MPI_Bcast(memory, static_cast<int>(bytes), MPI_BYTE, root, comm_),
              "sending the outcome to the ranks");
    }

    void all_to_all(const detail::sent_bytes* to, const detail::received_bytes* from) const {
        // Copied here, because MPI would pack and unpack these bytes.
        if (to[rank_].bytes > 0) std::memcpy(from[rank_].data, to[rank_].data, to[rank_].bytes);
        int *const sends = counts_.get(), *const receives = sends + size_, *const offsets = receives + size_;
        MPI_Datatype *const sent = types_.get(), *const received = sent + size_;
        for (int r = 0; r < size_; ++r) {
            sends[r] = r != rank_ && to[r].bytes > 0;
            receives[r] = r != rank_ && from[r].bytes > 0;
            sent[r] = sends[r] > 0 ? type_of_memory(to[r].data, to[r].bytes) : MPI_BYTE;
            received[r] = receives[r] > 0 ? type_of_memory(from[r].data, from[r].bytes) : MPI_BYTE;
        }
        const int code =
            MPI_Alltoallw(MPI_BOTTOM, sends, offsets, sent, MPI_BOTTOM, receives, offsets, received, comm_);
        for (int r = 0; r < size_; ++r) {
            if (sends[r] > 0) MPI_Type_free(&sent[r]);
            if (receives[r] > 0) MPI_Type_free(&received[r]);
        }
        check(code, "exchanging items between the ranks");
    }

  private:
    void check(int code, const char* doing) const {
        if (code != MPI_SUCCESS) throw mpi_error(code, doing, comm_);
    }

    MPI_Comm comm_;
    MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
    int rank_ = 0;
    int size_ = 1;
    // Arguments of MPI_Alltoallw, allocated before a call begins to exchange anything: for each rank how many
    // objects are sent and received, an offset of 0, and the datatypes of what is sent and received.
    std::unique_ptr<int[]> counts_;
    std::unique_ptr<MPI_Datatype[]> types_;
};

}  // namespace on_mpi

/// The ranks of a communicator as a place, `policy.on(impulse::ranks(comm))`: every rank makes the same call,
/// each with its own part, which may be empty or of any length. Parts are in the order of ranks. All ranks
/// get the value, or with `.root(r)` only rank r. The value has the bits of one reduction of the whole input,
/// for any number of ranks and any lengths of parts. Positions are those in the whole input. The groups of a
/// layout belong to each rank, and so do their results.
///
/// Requires: a running MPI (between MPI_Init and MPI_Finalize) when a call is made; the library calls MPI
/// only from the calling thread. A trivially copyable accumulator, and without a root a trivially copyable
/// result. The same program on all ranks, or programs built in the same way.
/// Complexity: making it takes constant time. A call costs the reduction of the rank's part and three
/// collectives: 48 bytes from each rank to each; at most 126 accumulators (188 for `moments`, `variance` and
/// similar operators), joined from rank to rank by MPI_Reduce; and the result, by MPI_Bcast.
/// Memory: besides the memory of the rank's part, a call needs some 80 bytes for each rank and a few times as
/// many accumulators as it sends.
/// Throws: making it throws nothing. A call throws on all ranks rank_error if one of them has thrown, and
/// std::invalid_argument if they disagree on types, initial value or root, or if a part does not begin at a
/// leaf. A rank where MPI fails throws mpi_error. The other ranks do not learn of an exception before the
/// call, such as one while a layout for it is made.
inline ranks_of<on_mpi::transport> ranks(MPI_Comm comm) { return {comm}; }

}  // namespace impulse
