// recordings/facts/walked.hpp -- computes the facts of a recording that does not fit into memory, in three passes
#pragma once

#include "recordings/facts/inspection.hpp"
#include "recordings/formats/long_recording.hpp"

#include <optional>

namespace recordings
{

/// Returns the facts with the same bits as facts_of(), but only the longest 1000 hitches. Returns nothing if the file
/// must be read into memory: a line is not a plain frame time, or more than 1,000,000 frames take 4.3 s or more.
std::optional<StreamFacts> walked_facts(const LongRecording& recording);

} // namespace recordings
