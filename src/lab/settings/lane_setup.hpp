// lab/settings/lane_setup.hpp -- what runs in a lane, on which machine
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
    std::optional<Playback> recording{}; ///< its frame times replace the machine's own
};

} // namespace lab
