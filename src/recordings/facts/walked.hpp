// recordings/facts/walked.hpp -- the facts of a recording that is too long to be held: the same figures, in three walks
// through it
#pragma once

#include "recordings/facts/inspection.hpp"
#include "recordings/formats/long_recording.hpp"

#include <optional>

namespace recordings
{

/// As facts_of, to the last bit; of the hitches the worst thousand. Nothing where the file has to be read whole: a line
/// is no plain frame time, or more than a million frames take over 4.3 s.
std::optional<StreamFacts> walked_facts(const LongRecording& recording);

} // namespace recordings
