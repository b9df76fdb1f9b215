# cmake -DROOT=FOLDER -DOUT=commit.hpp -P commit.cmake: writes the commit of the sources as `version::commit`, with "-dirty" if
# files differ from it; "unknown" outside of a git repository. Does not touch OUT if nothing has changed.
execute_process(COMMAND git describe --always --dirty --abbrev=12 "--exclude=*" WORKING_DIRECTORY "${ROOT}"
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
    set(commit unknown)
endif()
file(CONFIGURE OUTPUT "${OUT}" @ONLY CONTENT "#pragma once

#include <string_view>

namespace version
{

inline constexpr std::string_view commit = \"@commit@\";

} // namespace version
")
