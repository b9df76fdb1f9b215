#include "export/source_trace/trace.hpp"

#include "base/number.hpp"
#include "base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <concepts>
#include <type_traits>
#include <utility>

namespace source_trace
{

namespace
{

struct StatementLines
{
    int first_line, last_line;
};

struct EmbeddedSource
{
    std::string_view path;
    std::string_view text;
    std::vector<StatementLines> statements;
};

const std::vector<EmbeddedSource>& embedded_sources()
{
    static const std::vector<EmbeddedSource> all{
#include "traced/sources.inc"
    };
    return all;
}

thread_local std::vector<FileTrace>* files_recorded_by_thread = nullptr;

LineTrace& ensure_recorded_line(int file_index, int line)
{
    const EmbeddedSource& source = embedded_sources()[static_cast<std::size_t>(file_index)];
    auto file_trace              = std::ranges::find(*files_recorded_by_thread, source.path, &FileTrace::path);
    if (file_trace == files_recorded_by_thread->end())
    {
        const auto line_count = static_cast<std::size_t>(std::ranges::count(source.text, '\n'));
        file_trace = files_recorded_by_thread->insert(file_trace, {source.path, std::vector<LineTrace>(line_count)});
        for (const StatementLines& statement : source.statements)
            for (int statement_line = statement.first_line; statement_line <= statement.last_line; ++statement_line)
                file_trace->lines[static_cast<std::size_t>(statement_line) - 1].is_code = true;
    }
    return file_trace->lines[static_cast<std::size_t>(line) - 1];
}

std::string duration_text(std::chrono::nanoseconds time)
{
    constexpr std::chrono::nanoseconds year = std::chrono::hours{24 * 365};
    if (time > year || time < -year) return "without end";
    if (time.count() > 9'999'999'999 || time.count() < -9'999'999'999)
        return fmt::format("{:.6g} s", static_cast<double>(time.count()) / 1e9);
    return fmt::format("{:.6g} ms", static_cast<double>(time.count()) / 1e6);
}

std::string integer_text(std::int64_t number)
{
    const auto magnitude = static_cast<std::size_t>(number);
    return fmt::format("{}{}", number < 0 ? "-" : "",
                       base::with_thousands_separators(number < 0 ? -magnitude : magnitude));
}

// Recognizes structs by their members, because their types are declared only below.
template <class T>
std::string value_text(const T& v)
{
    if constexpr (std::same_as<T, bool>)
        return v ? "true" : "false";
    else if constexpr (std::integral<T>)
        return integer_text(static_cast<std::int64_t>(v));
    else if constexpr (std::floating_point<T>)
        return fmt::format("{:.6g}", static_cast<double>(v));
    else if constexpr (std::convertible_to<T, std::chrono::nanoseconds>)
        return duration_text(v);
    else if constexpr (requires { name_of(v); })
        return std::string{name_of(v)};
    else if constexpr (requires { v.num, v.den; })
        return fmt::format("{:.6g} Hz", static_cast<double>(v.num) / static_cast<double>(v.den));
    else if constexpr (requires { v.steps, v.kept_time; })
        return fmt::format("{} steps, {} kept", value_text(v.steps), value_text(v.kept_time));
    else if constexpr (requires { v.frame_time, v.carried_time, v.step_length; })
        return fmt::format("{} + {} carried, a step is {}", value_text(v.frame_time), value_text(v.carried_time),
                           value_text(v.step_length));
    else if constexpr (requires { v.steps, v.dt, v.tail; })
        return fmt::format("{} x {}", value_text(v.steps), value_text(v.dt));
    else
        return "";
}

// Converts an object of src/timestep to the type of the same name in its instrumented copy (namespace traced), or back.
template <class To, class From>
To bit_copy(const From& from)
{
    static_assert(sizeof(To) == sizeof(From));
    static_assert(std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
    return std::bit_cast<To>(from);
}

} // namespace

// traced/loop.hpp, which cmake/traced.py writes, calls these four functions. So it is included after them.

/// Called before the statement on the lines from `first_line` to `last_line` runs.
constexpr void record_execution(int file_index, int first_line, int last_line)
{
    if (std::is_constant_evaluated() || files_recorded_by_thread == nullptr) return;
    for (int line = first_line; line <= last_line; ++line) ++ensure_recorded_line(file_index, line).execution_count;
}

constexpr bool record_condition(int file_index, int line, bool result)
{
    if (!std::is_constant_evaluated() && files_recorded_by_thread != nullptr)
        ensure_recorded_line(file_index, line).condition_result = result;
    return result;
}

constexpr void record_value(int file_index, int line, std::string_view name, const auto& variable)
{
    if (std::is_constant_evaluated() || files_recorded_by_thread == nullptr) return;
    std::string text = value_text(variable);
    if (text.empty()) return;
    auto& values     = ensure_recorded_line(file_index, line).values;
    const auto found = std::ranges::find(values, name, &VariableValue::name);
    if (found != values.end())
        found->text = std::move(text);
    else
        values.push_back({std::string{name}, std::move(text)});
}

template <class T, class Record>
constexpr T record_returned_value(T result, Record record)
{
    record(result);
    return result;
}

} // namespace source_trace

#include "timestep/loop.hpp"
#include "traced/loop.hpp"

namespace source_trace
{

FrameTrace trace_frame(const timestep::Loop& loop_before, const timestep::FrameInput& input)
{
    FrameTrace trace;
    auto loop                = bit_copy<traced::Loop>(loop_before);
    files_recorded_by_thread = &trace.files;
    trace.plan               = bit_copy<timestep::StepPlan>(loop.plan(bit_copy<traced::FrameInput>(input)));
    files_recorded_by_thread = nullptr;
    return trace;
}

std::vector<std::string_view> source_lines_if_embedded(std::string_view path_in_timestep)
{
    const auto found = std::ranges::find(embedded_sources(), path_in_timestep, &EmbeddedSource::path);
    return found == embedded_sources().end() ? std::vector<std::string_view>{} : base::split_at_each(found->text, "\n");
}

std::string preset_header_path_in_timestep(std::string_view name)
{
    std::string file{name};
    std::ranges::replace(file, '-', '_');
    std::ranges::replace(file, '.', '_');
    return fmt::format("presets/{}.hpp", file);
}

} // namespace source_trace
