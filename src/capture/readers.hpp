// capture/readers.hpp -- one reader per family of formats; detect.cpp holds the order in which they are asked
#pragma once

#include "capture/source.hpp"

namespace capture
{

// Each reader knows its format by the names of its columns, and reads what is below them.

bool is_frame_ns(const Header& header);
Result read_frame_ns(const Source& source, const Header& header);

/// PresentMon of every generation, and what is built on it: OCAT, CapFrameX's CSV, FrameView.
bool is_presentmon(const Header& header);
Result read_presentmon(const Source& source, const Header& header);

bool is_mangohud(const Header& header);
Result read_mangohud(const Source& source, const Header& header);

bool is_fraps(const Header& header);
Result read_fraps(const Source& source, const Header& header);

bool is_unity(const Header& header);
Result read_unity(const Source& source, const Header& header);

bool is_unreal(const Header& header);
Result read_unreal(const Source& source, const Header& header);

/// Tracy's export of one zone: the zone that runs once a frame.
bool is_tracy(const Header& header);
Result read_tracy(const Source& source, const Header& header);

/// Android's framestats, which stand somewhere below other statistics.
bool is_gfxinfo(std::string_view text);
Result read_gfxinfo(const Source& source);

/// A trace in JSON, with an event that comes once a frame: `choice.column`, or else "Frame".
bool is_trace(std::string_view text);
Result read_trace(const Source& source, const ColumnChoice& choice);

/// Godot's monitors and, below them or alone, its profiler's frames.
bool is_godot(const Header& header);
Result read_godot(const Source& source, const Header& header);

/// Apple's xctrace export of one table, which has to be that of the present requests.
bool is_instruments(std::string_view text);
Result read_instruments(const Source& source);

/// A CapFrameX record, which is JSON and has no header.
Result read_capframex_json(const Source& source);

/// Statistics that look like a recording but hold no frame times; nothing when `header` is not of these.
std::optional<Refusal> refuse_statistics(const Source& source, const Header& header);

} // namespace capture
