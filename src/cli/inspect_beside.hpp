// cli/inspect_beside.hpp -- what `inspect` prints of what a recording says beside its frame times
#pragma once

#include "capture/capture.hpp"
#include "report/beside.hpp"

namespace cli
{

/// Nothing where nothing is known.
void print_beside(const capture::Stream& stream, const report::BesideFacts& facts);

} // namespace cli
