// SPDX-License-Identifier: Apache-2.0
//
// Prints the properties of each GPU, as the sample deviceQuery does, and what the library derives from them.
// In CUDA 13 the clocks are attributes, not members of cudaDeviceProp.
#include "check.cuh"

#include <impulse/device.cuh>
#include <impulse/reduce.hpp>

#include <cstdint>

namespace {

int device = 0;

int attribute(cudaDeviceAttr which) {
    int value = 0;
    first::check(cudaDeviceGetAttribute(&value, which, device), "asking for an attribute");
    return value;
}
void line(const char* what, const std::string& value) { std::printf("| %s | %s |\n", what, value.c_str()); }
void line(const char* what, cudaDeviceAttr which, const char* unit = "") {
    line(what, std::to_string(attribute(which)) + unit);
}
void answer(const char* what, cudaDeviceAttr which) { line(what, attribute(which) != 0 ? "yes" : "no"); }
void line_of_three(const char* what, cudaDeviceAttr x, cudaDeviceAttr y, cudaDeviceAttr z) {
    line(what, std::to_string(attribute(x)) + " × " + std::to_string(attribute(y)) + " × " +
                   std::to_string(attribute(z)));
}
std::string text(cudaDeviceAttr which) { return std::to_string(attribute(which)); }

/// Textures of one, two and three dimensions, and layered textures.
void describe_textures() {
    line("texture of one dimension", text(cudaDevAttrMaxTexture1DWidth) + " at most");
    line("the same over linear memory", text(cudaDevAttrMaxTexture1DLinearWidth) + " at most");
    line("texture of two dimensions",
         text(cudaDevAttrMaxTexture2DWidth) + " × " + text(cudaDevAttrMaxTexture2DHeight) + " at most");
    line_of_three("texture of three dimensions at most", cudaDevAttrMaxTexture3DWidth,
                  cudaDevAttrMaxTexture3DHeight, cudaDevAttrMaxTexture3DDepth);
    line("layers of one dimension", text(cudaDevAttrMaxTexture1DLayeredLayers) + " of " +
                                        text(cudaDevAttrMaxTexture1DLayeredWidth) + " at most");
    line_of_three("layers of two dimensions: width, height, layers", cudaDevAttrMaxTexture2DLayeredWidth,
                  cudaDevAttrMaxTexture2DLayeredHeight, cudaDevAttrMaxTexture2DLayeredLayers);
}

const char* compute_mode() {
    switch (attribute(cudaDevAttrComputeMode)) {
        case cudaComputeModeDefault:
            return "default: any thread of any process may use the GPU";
        case cudaComputeModeProhibited:
            return "prohibited: none may use it";
        case cudaComputeModeExclusiveProcess:
            return "exclusive: one process at a time may use it";
        default:
            return "unknown";
    }
}

std::string version(int number) {
    return std::to_string(number / 1000) + "." + std::to_string(number / 10 % 100);
}

void describe_chip(const cudaDeviceProp& card) {
    int driver = 0, runtime = 0;
    first::check(cudaDriverGetVersion(&driver), "asking for the driver's version");
    first::check(cudaRuntimeGetVersion(&runtime), "asking for CUDA's version");
    line("CUDA: of the driver, of this program", version(driver) + ", " + version(runtime));
    line("compute capability", std::to_string(card.major) + "." + std::to_string(card.minor));
    char pci[32] = "";
    first::check(cudaDeviceGetPCIBusId(pci, sizeof(pci), device), "asking for the PCI ids");
    line("PCI domain:bus:device.function", pci);
    line("multiprocessors", cudaDevAttrMultiProcessorCount);
    line("clock", std::to_string(attribute(cudaDevAttrClockRate) / 1000) + " MHz at most");
    line("warp", cudaDevAttrWarpSize, " threads");
    line("threads of a block", cudaDevAttrMaxThreadsPerBlock, " at most");
    line_of_three("block at most", cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ);
    line_of_three("grid at most", cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ);
    line("threads of a multiprocessor", cudaDevAttrMaxThreadsPerMultiProcessor);
    line("blocks of a multiprocessor", cudaDevAttrMaxBlocksPerMultiprocessor);
    line("registers of a multiprocessor", cudaDevAttrMaxRegistersPerMultiprocessor);
    line("registers of a block", cudaDevAttrMaxRegistersPerBlock, " at most");
    line("shared memory of a multiprocessor", cudaDevAttrMaxSharedMemoryPerMultiprocessor, " bytes");
    line("shared memory of a block", cudaDevAttrMaxSharedMemoryPerBlock, " bytes at most");
    line("shared memory of a block, opt-in", cudaDevAttrMaxSharedMemoryPerBlockOptin, " bytes at most");
}

void describe_memory(const cudaDeviceProp& card) {
    constexpr double gibi = 1 << 30;
    const double clock = 1e3 * attribute(cudaDevAttrMemoryClockRate);  // each period moves two words
    const int bits = attribute(cudaDevAttrGlobalMemoryBusWidth);
    char text[80];
    std::snprintf(text, sizeof(text), "%.1f GiB", static_cast<double>(card.totalGlobalMem) / gibi);
    line("memory", text);
    line("memory clock", std::to_string(attribute(cudaDevAttrMemoryClockRate) / 1000) + " MHz");
    line("memory bus", std::to_string(bits) + " bits");
    std::snprintf(text, sizeof(text), "%.0f GB/s: 2 × clock × width", 2 * clock * bits / 8 * 1e-9);
    line("theoretical bandwidth", text);
    answer("ECC", cudaDevAttrEccEnabled);
    line("L2 cache", std::to_string(attribute(cudaDevAttrL2CacheSize) >> 10) + " KiB");
    line("constant memory", cudaDevAttrTotalConstantMemory, " bytes");
    line("pitch of a copy", cudaDevAttrMaxPitch, " bytes at most");
    line("alignment of textures", cudaDevAttrTextureAlignment, " bytes");
    line("copy engines", cudaDevAttrAsyncEngineCount);
    answer("one address space with the host (UVA)", cudaDevAttrUnifiedAddressing);
    answer("unified (managed) memory", cudaDevAttrManagedMemory);
    answer("the host may access it while a kernel runs", cudaDevAttrConcurrentManagedAccess);
    answer("kernels can access pageable host memory", cudaDevAttrPageableMemoryAccess);
    answer("pinned host memory can be mapped", cudaDevAttrCanMapHostMemory);
    answer("concurrent kernels", cudaDevAttrConcurrentKernels);
    answer("cooperative launches", cudaDevAttrCooperativeLaunch);
    answer("a part of a graphics card, or shared with the host", cudaDevAttrIntegrated);
    answer("a time limit for kernels", cudaDevAttrKernelExecTimeout);
    line("compute mode", compute_mode());
}

void describe_library() {
    const impulse::runtime<impulse::device_place> at(impulse::device, impulse::own_memory{});
    const impulse::capacity all = at.capacity();
    std::printf("\n| the library's view | |\n| --- | --- |\n");
    line("warp", std::to_string(all.warp_width) + " threads");
    line("multiprocessors", std::to_string(all.processors));
    line("a block", std::to_string(all.max_warps * all.warp_width) + " threads at most");
    line("warps that run at the same time, with 128 registers a thread", std::to_string(all.resident));
    line("registers of a multiprocessor, for each lane", std::to_string(all.registers));
    line("shared memory of a block", std::to_string(all.shared_bytes) + " bytes at most");
    line("blocks of a cluster", std::to_string(all.max_clustered));
    const float* const any = nullptr;
    for (const std::int64_t items : {std::int64_t{1} << 10, std::int64_t{1} << 20, std::int64_t{1} << 28}) {
        const auto p = impulse::reduce.plan(impulse::automatic.on(impulse::device), any, any + items, 0.f);
        line(("a sum of " + std::to_string(items) + " floats").c_str(),
             std::to_string(p.tiles.blocks) + " blocks of " + std::to_string(p.tiles.threads) + " threads, " +
                 std::to_string(p.workspace_bytes) + " bytes of workspace");
    }
}

}  // namespace

int main() try {
    int count = 0;
    first::check(cudaGetDeviceCount(&count), "looking for a GPU");
    for (device = 0; device < count; ++device) {
        cudaDeviceProp card{};
        first::check(cudaGetDeviceProperties(&card, device), "asking for the GPU");
        first::check(cudaSetDevice(device), "choosing the GPU");
        std::printf("%s| GPU %d | %s |\n| --- | --- |\n", device > 0 ? "\n" : "", device, card.name);
        describe_chip(card);
        describe_memory(card);
        describe_textures();
        describe_library();
    }
    first::require(count > 0, "there is no GPU");
} catch (const std::exception& failure) {
    std::fprintf(stderr, "device_query: %s\n", failure.what());
    return 1;
}
