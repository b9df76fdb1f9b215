# Toolchain of the preset `web`: programs for browsers and node by Debian 13's emscripten 3.1.69. scripts/web.sh installs it.
set(TIMESTEP_EMSCRIPTEN /usr/share/emscripten CACHE PATH "The folder of emscripten")
# Exceptions of WebAssembly itself cost nothing until one is thrown; emscripten's older ones go through JavaScript.
set(CMAKE_C_FLAGS_INIT -fwasm-exceptions)
set(CMAKE_CXX_FLAGS_INIT -fwasm-exceptions)
set(CMAKE_EXE_LINKER_FLAGS_INIT -fwasm-exceptions)
include("${TIMESTEP_EMSCRIPTEN}/cmake/Modules/Platform/Emscripten.cmake")
