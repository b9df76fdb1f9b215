// lab/settings/lane_setup.hpp -- the configuration of one lane (a loop with its world): name, settings and recording
#pragma once

#include "lab/settings/playback.hpp"
#include "lab/settings/settings.hpp"

#include <optional>
#include <string>

namespace lab
{

struct LaneSetup
{
    std::string name{}; ///< name that the user sees; tables, files and lessons use it for this loop
    Settings settings{};
    /// Recording whose frame times the loop gets; empty: the machine's frame times.
    std::optional<Playback> recording{};
};

} // namespace lab
