// export/source_trace/trace.hpp -- finds the lines of src/timestep that ran in a frame, and the values of variables
// An instrumented copy of the headers (cmake/traced.py) runs the frame again, with the same loop state and input.
#pragma once

#include "timestep/preset.hpp"
#include "timestep/step_plan.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace source_trace
{

struct VariableValue
{
    std::string name; ///< name of a variable; ".NAME" for a field of a returned struct; empty for a returned number
    std::string text;
};

struct LineTrace
{
    bool is_code = false; ///< a statement begins or continues on this line
    int execution_count = 0; ///< number of times that the line ran in the frame
    /// Result of the condition, such as `if (...)`, that ran last on this line; empty if no condition ran on it.
    std::optional<bool> condition_result{};
    std::vector<VariableValue> values{}; ///< variables set on this line, each with the value set last
};

struct FileTrace
{
    std::string_view path; ///< relative to timestep/
    std::vector<LineTrace> lines;
};

struct FrameTrace
{
    /// The source files with executed lines, in the order in which they were first executed.
    std::vector<FileTrace> files;
    timestep::StepPlan plan;
};

/// Repeats the frame that began with the loop state `loop_before`, and records the source lines that run.
FrameTrace trace_frame(const timestep::Loop& loop_before, const timestep::FrameInput& input);

/// The lines of a header of src/timestep, without line feeds; empty if its text is not embedded in this program.
std::vector<std::string_view> embedded_source_lines(std::string_view path_in_timestep);
/// The path of a preset's header relative to timestep/, such as "presets/interpolated.hpp" for "interpolated".
std::string preset_header_path(std::string_view preset_name);

} // namespace source_trace
