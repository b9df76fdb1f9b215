// capture/readers.hpp -- one reader per family of formats; detect.cpp holds the order in which they are asked
#pragma once

#include "capture/source.hpp"

namespace capture
{

bool is_frame_ns(const Header& header);
Result read_frame_ns(const Source& source, const Header& header);

/// PresentMon of every generation, and the tools built on it: OCAT, CapFrameX's CSV, FrameView.
bool is_presentmon(const Header& header);
Result read_presentmon(const Source& source, const Header& header);

} // namespace capture
