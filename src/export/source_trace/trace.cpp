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

struct Statement
{
    int first_line, last_line;
};

struct Source
{
    std::string_view path;
    std::string_view text;
    std::vector<Statement> statements;
};

const std::vector<Source>& sources()
{
    static const std::vector<Source> all{
#include "traced/sources.inc"
    };
    return all;
}

// The files of the frame that this thread records; null while it records none.
thread_local std::vector<FileTrace>* recorded_files = nullptr;

LineTrace& recorded_line(int file, int line)
{
    const Source& source = sources()[static_cast<std::size_t>(file)];
    auto found           = std::ranges::find(*recorded_files, source.path, &FileTrace::path);
    if (found == recorded_files->end())
    {
        const auto count = static_cast<std::size_t>(std::ranges::count(source.text, '\n'));
        found            = recorded_files->insert(found, {source.path, std::vector<LineTrace>(count)});
        for (const Statement& statement : source.statements)
            for (int i = statement.first_line; i <= statement.last_line; ++i)
                found->lines[static_cast<std::size_t>(i) - 1].is_code = true;
    }
    return found->lines[static_cast<std::size_t>(line) - 1];
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
    const auto size = static_cast<std::size_t>(number);
    return fmt::format("{}{}", number < 0 ? "-" : "", base::with_commas(number < 0 ? -size : size));
}

// The value of a variable with its unit; empty if the type is not supported.
template <class T>
std::string text_of(const T& v)
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
    else if constexpr (requires { v.steps, v.kept; })
        return fmt::format("{} steps, {} kept", text_of(v.steps), text_of(v.kept));
    else if constexpr (requires { v.frame, v.carried, v.step; })
        return fmt::format("{} + {} carried, a step is {}", text_of(v.frame), text_of(v.carried), text_of(v.step));
    else if constexpr (requires { v.steps, v.dt, v.tail; })
        return fmt::format("{} x {}", text_of(v.steps), text_of(v.dt));
    else
        return "";
}

// Copies a value from the library's type to the same type of the instrumented copy of the library, or back. Both types
// have the same fields at the same offsets, because they are compiled from the same text.
template <class To, class From>
To same_bits(const From& from)
{
    static_assert(sizeof(To) == sizeof(From));
    static_assert(std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
    return std::bit_cast<To>(from);
}

} // namespace

// The instrumented copy of the library calls these functions. They do nothing in a constant expression, or while this
// thread records no frame. `file` is an index of sources().

/// Counts a statement that begins on line `first_line`, before it runs.
constexpr void hit(int file, int first_line, int last_line)
{
    if (std::is_constant_evaluated() || recorded_files == nullptr) return;
    for (int line = first_line; line <= last_line; ++line) ++recorded_line(file, line).hits;
}

constexpr bool condition(int file, int line, bool answer)
{
    if (!std::is_constant_evaluated() && recorded_files != nullptr) recorded_line(file, line).condition = answer;
    return answer;
}

template <class T>
constexpr void value(int file, int line, std::string_view name, const T& v)
{
    if (std::is_constant_evaluated() || recorded_files == nullptr) return;
    std::string text = text_of(v);
    if (text.empty()) return;
    auto& values     = recorded_line(file, line).values;
    const auto found = std::ranges::find(values, name, &Value::name);
    if (found != values.end())
        found->text = std::move(text);
    else
        values.push_back({std::string{name}, std::move(text)});
}

template <class T, class Record>
constexpr T returned(T result, Record record)
{
    record(result);
    return result;
}

} // namespace source_trace

#include "traced/loop.hpp"

namespace source_trace
{

bool FileTrace::ran() const
{
    return std::ranges::any_of(lines, [](const LineTrace& line) { return line.hits > 0; });
}

Trace trace_frame(const timestep::Loop& before, const timestep::FrameInput& in)
{
    Trace trace;
    auto loop      = same_bits<traced::Loop>(before);
    recorded_files = &trace.files;
    trace.plan     = same_bits<timestep::StepPlan>(loop.plan(same_bits<traced::FrameInput>(in)));
    recorded_files = nullptr;
    return trace;
}

std::vector<std::string_view> source_lines(std::string_view path)
{
    const auto found = std::ranges::find(sources(), path, &Source::path);
    return found == sources().end() ? std::vector<std::string_view>{} : base::split(found->text, "\n");
}

std::string preset_path(std::string_view name)
{
    std::string file{name};
    std::ranges::replace(file, '-', '_');
    std::ranges::replace(file, '.', '_');
    return fmt::format("presets/{}.hpp", file);
}

} // namespace source_trace
