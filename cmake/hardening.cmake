# timestep_hardened: what our programs are compiled with, so that a mistake in them ends in a stop and not in somebody else's hands.
# gcc has one word for it only from 14 on (-fhardened), so it is spelled out. Sanitizers find more and do not go with it.
option(TIMESTEP_HARDENED "Harden the programs against what damaged memory could do" ON)

add_library(timestep_hardened INTERFACE)
if(NOT TIMESTEP_HARDENED OR TIMESTEP_SANITIZE OR NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" OR NOT CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang)$")
    return()
endif()
set(fortified 2)
if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12)
    set(fortified 3) # sizes that are known only at run time, too
endif()
target_compile_options(timestep_hardened INTERFACE
    -fPIE
    -fstack-protector-strong
    -fstack-clash-protection
    $<$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},x86_64>:-fcf-protection=full>
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> # which wants optimisation; some compilers have it on with another level
    $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=${fortified}>)
target_link_options(timestep_hardened INTERFACE -pie -Wl,-z,relro,-z,now,-z,noexecstack)
