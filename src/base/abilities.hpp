// base/abilities.hpp -- what the system can do; one source file for desktops and one for the browser
#pragma once

namespace base
{

/// Each member is null if the system has the ability. Otherwise it is the reason for the user, in one sentence.
struct Missing
{
    const char* sleep = nullptr; ///< waiting without keeping the core busy
    const char* vsync = nullptr; ///< choosing whether a picture waits for the display
    const char* film  = nullptr; ///< running ffmpeg, and keeping a folder of pictures
};

extern const Missing missing;

} // namespace base
