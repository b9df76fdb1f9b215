// lab/settings/recording.hpp -- loads the frame times of a recording for playback
#pragma once

#include "timestep/time.hpp"

#include <string>
#include <variant>
#include <vector>

namespace lab
{

/// Returns the frame times of the recording's longest stream, or one line with the reason why they cannot be played.
std::variant<std::vector<timestep::Nanos>, std::string> load_frames(const std::string& path);

} // namespace lab
