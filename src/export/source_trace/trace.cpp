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
    static const std::vector<EmbeddedSource> sources{
#include "traced/sources.inc"
    };
    return sources;
}

thread_local std::vector<FileTrace>* files_recorded_by_thread = nullptr;

// Adds the trace of the whole file if this thread has not recorded the file yet.
LineTrace& emplace_line_trace(int file_index, int line)
{
    const EmbeddedSource& source = embedded_sources()[static_cast<std::size_t>(file_index)];
    auto file_trace = std::ranges::find(*files_recorded_by_thread, source.path, &FileTrace::path);
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

std::string duration_text(std::chrono::nanoseconds duration)
{
    constexpr std::chrono::nanoseconds year = std::chrono::hours{24 * 365};
    if (duration > year || duration < -year) return "without end";
    if (duration.count() > 9'999'999'999 || duration.count() < -9'999'999'999)
        return fmt::format("{} s", base::number_text(static_cast<double>(duration.count()) / 1e9));
    return fmt::format("{} ms", base::number_text(static_cast<double>(duration.count()) / 1e6));
}

std::string integer_text(std::int64_t number)
{
    const auto unsigned_number = static_cast<std::size_t>(number);
    const auto magnitude = number < 0 ? -unsigned_number : unsigned_number;
    return fmt::format("{}{}", number < 0 ? "-" : "", base::with_thousands_separators(magnitude));
}

// Recognizes structs by their members, because their types are declared only below.
template <class T>
std::string value_text(const T& value)
{
    if constexpr (std::same_as<T, bool>)
        return value ? "true" : "false";
    else if constexpr (std::integral<T>)
        return integer_text(static_cast<std::int64_t>(value));
    else if constexpr (std::floating_point<T>)
        return base::number_text(static_cast<double>(value));
    else if constexpr (std::convertible_to<T, std::chrono::nanoseconds>)
        return duration_text(value);
    else if constexpr (requires { name_of(value); })
        return std::string{name_of(value)};
    else if constexpr (requires { value.num, value.den; })
        return fmt::format("{} Hz", base::number_text(static_cast<double>(value.num) / static_cast<double>(value.den)));
    else if constexpr (requires { value.steps, value.kept_time; })
        return fmt::format("{} steps, {} kept", value_text(value.steps), value_text(value.kept_time));
    else if constexpr (requires { value.frame_time, value.carried_time, value.step_length; })
        return fmt::format("{} + {} carried, a step is {}", value_text(value.frame_time),
                           value_text(value.carried_time), value_text(value.step_length));
    else if constexpr (requires { value.steps, value.dt, value.tail; })
        return fmt::format("{} x {}", value_text(value.steps), value_text(value.dt));
    else
        return "";
}

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
    for (int line = first_line; line <= last_line; ++line) ++emplace_line_trace(file_index, line).execution_count;
}

constexpr bool record_condition(int file_index, int line, bool result)
{
    if (!std::is_constant_evaluated() && files_recorded_by_thread != nullptr)
        emplace_line_trace(file_index, line).condition_result = result;
    return result;
}

constexpr void record_value(int file_index, int line, std::string_view name, const auto& variable)
{
    if (std::is_constant_evaluated() || files_recorded_by_thread == nullptr) return;
    std::string text = value_text(variable);
    if (text.empty()) return;
    auto& values = emplace_line_trace(file_index, line).values;
    const auto known = std::ranges::find(values, name, &VariableValue::name);
    if (known != values.end())
        known->text = std::move(text);
    else
        values.push_back({std::string{name}, std::move(text)});
}

template <class T, class Record>
constexpr T record_returned_value(T value, Record record)
{
    record(value);
    return value;
}

} // namespace source_trace

#include "timestep/loop.hpp"
#include "traced/loop.hpp"

namespace source_trace
{

FrameTrace trace_frame(const timestep::Loop& loop_before, const timestep::FrameInput& input)
{
    FrameTrace trace;
    auto traced_loop = bit_copy<traced::Loop>(loop_before);
    files_recorded_by_thread = &trace.files;
    trace.plan = bit_copy<timestep::StepPlan>(traced_loop.plan(bit_copy<traced::FrameInput>(input)));
    files_recorded_by_thread = nullptr;
    return trace;
}

std::vector<std::string_view> embedded_source_lines(std::string_view path_in_timestep)
{
    const auto found = std::ranges::find(embedded_sources(), path_in_timestep, &EmbeddedSource::path);
    return found == embedded_sources().end() ? std::vector<std::string_view>{} : base::split(found->text, "\n");
}

std::string preset_header_path(std::string_view preset_name)
{
    std::string file_stem{preset_name};
    std::ranges::replace(file_stem, '-', '_');
    std::ranges::replace(file_stem, '.', '_');
    return fmt::format("presets/{}.hpp", file_stem);
}

} // namespace source_trace
