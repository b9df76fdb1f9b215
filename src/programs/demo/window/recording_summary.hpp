// programs/demo/window/recording_summary.hpp -- computes the contents of a recording's card: how the game ran, its
// worst moments, and the loops that fit it
#pragma once

#include "programs/demo/panels/recording_card.hpp"
#include "recordings/formats/recording.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <variant>

namespace demo
{

/// Returns the summary of a file, or one line with the reason that it cannot be read. Ranks the loops as `timestep_lab
/// rank` does, which takes one or two seconds on all cores.
std::variant<RecordingSummary, std::string> summary_of(const std::filesystem::path& path);
/// Returns the summary of a recording that is already read.
RecordingSummary summary_of(const recordings::Recording& recording);

/// Returns the strip that shows all `frames`. `frames` must not be empty.
Scrub scrub_of(std::span<const timestep::Nanos> frames);

} // namespace demo
