// lab/settings/recording.hpp -- loads the frame times of a recording, for playing them
#pragma once

#include "timestep/time.hpp"

#include <string>
#include <variant>
#include <vector>

namespace lab
{

/// Returns the frame times of a recording's longest stream (such as the frames of one process), or one line with the
/// reason why they cannot be played.
std::variant<std::vector<timestep::Nanos>, std::string> load_frames(const std::string& path);

} // namespace lab
