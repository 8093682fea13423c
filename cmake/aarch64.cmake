# SPDX-License-Identifier: Apache-2.0
#
# 64-bit ARM on another machine: Debian's g++-aarch64-linux-gnu, and qemu-user-static to run the programs.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)  # so the emulator needs no libraries of that machine
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static)
