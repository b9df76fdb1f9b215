// lab/settings/lane_setup.hpp -- the configuration of one lane: its name, settings and recording
#pragma once

#include "lab/settings/playback.hpp"
#include "lab/settings/settings.hpp"

#include <optional>
#include <string>

namespace lab
{

struct LaneSetup
{
    std::string name{}; ///< shown to the user; tables, files and lessons refer to the lane by it
    Settings settings{};
    std::optional<Playback> recording{}; ///< recording whose frame times replace the machine's frame times
};

} // namespace lab
