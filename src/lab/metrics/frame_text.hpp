// lab/metrics/frame_text.hpp -- writes the numbers and events of one frame as text
#pragma once

#include "telemetry/frame_sample.hpp"

#include <cstdint>
#include <string>

namespace lab
{

/// Returns the names of the events in `events`, which has one bit for each event, joined by '+'; an empty text if no
/// bit is set.
std::string event_names(std::uint32_t events);
/// Returns how the loop divided the frame time into steps, as text: "frame of 17.2 ms: 1 step of 16.7 ms, 0.5 ms
/// carried".
std::string in_words(const telemetry::FrameSample& sample);

} // namespace lab
