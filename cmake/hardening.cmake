# timestep_hardened: compiler options for our programs. They turn a memory error into a stop of the program instead of an
# exploit. Only gcc 14 and later have one option for all of them (-fhardened), so they are listed. Sanitizers find more
# errors and cannot be combined with these options.
option(TIMESTEP_HARDENED "Harden the programs against what damaged memory could do" ON)

add_library(timestep_hardened INTERFACE)
if(NOT TIMESTEP_HARDENED OR TIMESTEP_SANITIZE OR NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" OR NOT CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang)$")
    return()
endif()
set(fortified 2)
if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12)
    set(fortified 3) # also checks sizes that are known only at run time
endif()
target_compile_options(timestep_hardened INTERFACE
    -fPIE
    -fstack-protector-strong
    -fstack-clash-protection
    $<$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},x86_64>:-fcf-protection=full>
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> # _FORTIFY_SOURCE needs optimisation; some compilers define another level
    $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=${fortified}>)
target_link_options(timestep_hardened INTERFACE -pie -Wl,-z,relro,-z,now,-z,noexecstack)
