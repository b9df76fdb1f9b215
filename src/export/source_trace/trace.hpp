// export/source_trace/trace.hpp -- the lines of the library's source that ran in one frame, with the values that they
// set
//
// The headers that the demo runs are compiled a second time, with a note at each statement (cmake/traced.py). This copy
// gets the state of the real loop before the frame, and the same frame, so it runs through the same lines.
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
    std::string name; ///< name of the variable; ".field" of a returned struct; empty for a returned number
    std::string text;
};

/// A line of a file in the traced frame.
struct LineTrace
{
    bool code = false;            ///< a statement begins or continues on this line
    int hits  = 0;                ///< number of times that the line ran
    std::optional<bool> answer{}; ///< last answer of the condition on this line
    std::vector<Value> values{};  ///< values that were set on this line, the last one of each name
};

struct FileTrace
{
    std::string_view path; ///< relative to timestep/
    std::vector<LineTrace> lines;

    bool ran() const;
};

struct Trace
{
    std::vector<FileTrace> files; ///< files that ran, in the order in which they were first entered
    timestep::StepPlan plan;      ///< decision of the copy, the same as the real loop's
};

/// Traces one frame. `before` is the loop before the frame `in`.
Trace trace(const timestep::Loop& before, const timestep::FrameInput& in);

/// Returns the lines of a header below timestep/ as it was compiled, without line ends; empty if the header is not one
/// of those shown.
std::vector<std::string_view> source_of(std::string_view path);
/// Returns "presets/interpolated.hpp" for "interpolated".
std::string preset_path(std::string_view name);

} // namespace source_trace
