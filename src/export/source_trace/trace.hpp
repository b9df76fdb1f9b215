// export/source_trace/trace.hpp -- what the source of a loop did in one frame: which of its lines ran, and with what
// values
//
// The very headers that the demo runs are compiled a second time with notes in them (cmake/traced.py). That copy gets
// the state that the real loop had before the frame, and the same frame; so it takes the same lines.
#pragma once

#include "timestep/loop.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace source_trace
{

struct Value
{
    std::string name; ///< of the variable; ".field" in what is returned; empty for what is returned as a whole
    std::string text;
};

/// A line of a file, in this frame.
struct LineTrace
{
    bool code = false;            ///< a statement begins here, or goes on
    int hits  = 0;                ///< how often it ran
    std::optional<bool> answer{}; ///< of the condition on it, the last one
    std::vector<Value> values{};  ///< that were set on it, the last of each name
};

struct FileTrace
{
    std::string_view path; ///< below timestep/
    std::vector<LineTrace> lines;

    bool ran() const;
};

struct Trace
{
    std::vector<FileTrace> files; ///< that ran, in the order in which they were first entered
    timestep::StepPlan plan;      ///< what was decided: the same as the real loop's
};

/// `before` is the loop as it was before the frame `in`.
Trace trace(const timestep::Loop& before, const timestep::FrameInput& in);

/// The text of a header below timestep/, as it was compiled; nothing when it is not one that is shown. In lines,
/// without their ends.
std::vector<std::string_view> source_of(std::string_view path);
/// "presets/interpolated.hpp" of "interpolated".
std::string preset_path(std::string_view name);

} // namespace source_trace
