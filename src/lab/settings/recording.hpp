// lab/settings/recording.hpp -- the frame times of somebody's game, ready to be replayed
#pragma once

#include "timestep/time.hpp"

#include <string>
#include <variant>
#include <vector>

namespace lab
{

/// The frame times of a recording's longest stream; or one line that says why they cannot be replayed.
std::variant<std::vector<timestep::Nanos>, std::string> load_frames(const std::string& path);

} // namespace lab
