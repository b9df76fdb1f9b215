// export/source_trace/trace.hpp -- finds the lines of the library's source (src/timestep) that ran in one frame, and
// the values that these lines set
//
// The library's headers are compiled a second time, with a recording call at each statement (cmake/traced.py). This
// copy gets the state of the real loop before the frame, and the input of the frame, so the same lines run in it.
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
    std::string name; ///< name of a variable; ".NAME" for a field of a returned struct; empty for a returned number
    std::string text;
};

/// What one line of the library's source did in a frame: how often it ran, and which values it set.
struct LineTrace
{
    bool is_code = false; ///< true if a statement begins or continues on this line
    int hits     = 0;     ///< number of times that the line ran in the frame
    /// Result of the condition on this line when the line last ran; empty if the line has no condition.
    std::optional<bool> condition{};
    std::vector<Value> values{}; ///< the variables that were set on this line, with their last values
};

struct FileTrace
{
    std::string_view path; ///< path of the header, relative to timestep/
    std::vector<LineTrace> lines;

    bool ran() const;
};

struct Trace
{
    /// Files with lines that ran in the frame, in the order in which their lines first ran.
    std::vector<FileTrace> files;
    /// Decision of the loop in the copy with recording calls; equal to the decision of the real loop.
    timestep::StepPlan plan;
};

/// Runs one frame again and records the source lines that run. `loop_before` is the loop before the frame, `input` its
/// input.
Trace trace_frame(const timestep::Loop& loop_before, const timestep::FrameInput& input);

/// The lines of a header, without line ends. `path` is relative to timestep/. Returns an empty list if this program
/// does not contain the header's text.
std::vector<std::string_view> source_lines(std::string_view path);
/// The path of a preset's header, relative to timestep/: "presets/interpolated.hpp" for "interpolated".
std::string preset_path(std::string_view name);

} // namespace source_trace
