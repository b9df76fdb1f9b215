// lab/metrics/frame_text.hpp -- one frame's numbers and events as text
#pragma once

#include "telemetry/frame_sample.hpp"

#include <cstdint>
#include <string>

namespace lab
{

/// Returns the names of the events of a frame sample, joined by '+'; an empty text without events.
std::string event_names(std::uint32_t events);
/// Returns how the stepper divided the frame's time, such as "17.2 ms bought 1 x 16.7 ms, 0.5 ms carried".
std::string in_words(const telemetry::FrameSample& sample);

} // namespace lab
