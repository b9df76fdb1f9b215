// cli/capture_beside.hpp -- a recording as it is asked for on the command line, and what stands beside its frame times
#pragma once

#include "capture/beside.hpp"
#include "cli/capture_choice.hpp"

namespace cli
{

/// As read_capture, and what stands beside the frame times of each stream.
ChosenCapture read_capture_beside(const CaptureChoice& choice, std::vector<capture::Beside>& beside);

} // namespace cli
