// export/source_trace/trace.hpp -- finds the lines of the library's source that ran in one frame, and the values that
// these lines set
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

/// The record of one source line in a traced frame.
struct LineTrace
{
    bool code = false; ///< true if a statement begins or continues on this line
    int hits  = 0;     ///< number of times that the line ran
    /// Result of the condition on this line when it last ran; empty if there is no condition.
    std::optional<bool> answer{};
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
    std::vector<FileTrace> files; ///< files with lines that ran, in the order in which their lines first ran
    timestep::StepPlan plan;      ///< decision of the instrumented copy; equal to the decision of the real loop
};

/// Traces one frame. `before` is the state of the loop before the frame; `in` is the input of the frame.
Trace trace(const timestep::Loop& before, const timestep::FrameInput& in);

/// Returns the lines of a header below timestep/, as it was compiled, without line ends. Returns an empty list if the
/// header is not one that can be shown.
std::vector<std::string_view> source_of(std::string_view path);
/// Returns the path of a preset's header, below timestep/: "presets/interpolated.hpp" for "interpolated".
std::string preset_path(std::string_view name);

} // namespace source_trace
