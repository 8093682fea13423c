# SPDX-License-Identifier: Apache-2.0
import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.scm import Version

required_conan_version = ">=2.0"


class Impulse(ConanFile):
    name = "impulse"
    description = "Reductions that keep their order, on the CPU and the GPU"
    license = "Apache-2.0"
    topics = ("reduction", "parallel", "cuda", "header-only")
    package_type = "header-library"

    # The package requires nothing from a remote: a project that uses it looks for the system's oneTBB.
    settings = "os", "arch", "compiler", "build_type"
    options = {
        # The back end for users who do not set IMPULSE_HOST_BACKEND.
        "host_backend": ["auto", "tbb", "threads", "serial"],
        # Whether impulse::mpi always exists, for any requested components; it uses the system's MPI.
        "mpi": [True, False],
        "nccl": [True, False],  # the same for impulse::nccl
        "tests": [True, False],  # build and run one of the host's tests before packaging
    }
    default_options = {"host_backend": "auto", "mpi": False, "nccl": False, "tests": False}

    exports_sources = "CMakeLists.txt", "LICENSE", "cmake/*", "lib/*", "policies/*", "algorithms/*", "tests/*"
    no_copy_source = True

    def set_version(self):
        config = load(self, os.path.join(self.recipe_folder, "lib", "impulse", "config.hpp"))
        self.version = ".".join(re.findall(r"define IMPULSE_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)", config))

    def validate(self):
        if self.settings.get_safe("compiler.cppstd"):
            check_min_cppstd(self, 20)
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("impulse supports Linux alone")
        oldest = {"gcc": "12", "clang": "14"}.get(str(self.settings.compiler))
        if not oldest or Version(self.settings.compiler.version) < oldest:
            raise ConanInvalidConfiguration("impulse needs gcc from 12 or clang from 14")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update(
            IMPULSE_HOST_BACKEND=str(self.options.host_backend),
            IMPULSE_COMPONENTS=";".join(name for name in ("mpi", "nccl") if self.options.get_safe(name)),
            IMPULSE_BUILD_TESTS=bool(self.options.tests),
            IMPULSE_TEST_SOURCES="host/concurrent_calls.cpp",
            IMPULSE_TEST_OPTIMISATION="-O0",
            IMPULSE_BUILD_EXAMPLES=False,
            IMPULSE_BUILD_PERF=False,
            IMPULSE_CUDA="OFF",
        )
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        if self.options.tests:
            cmake.build(target="host_tests")
            cmake.ctest(["--tests-regex", "host_tests", "--no-tests=error", "--output-on-failure"])

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_id(self):
        self.info.settings.clear()
        self.info.options.rm_safe("tests")

    def package_info(self):  # the library's own CMake config serves; Conan generates none
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.builddirs = [os.path.join("share", "cmake", "impulse")]
        self.cpp_info.set_property("cmake_find_mode", "none")
