#include "export/source_trace/trace.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "traced/loop.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace source_trace
{

namespace
{

struct Span
{
    int first, last;
};

struct Source
{
    std::string_view path;
    std::string_view text;
    std::vector<Span> statements;
};

const std::vector<Source>& sources()
{
    static const std::vector<Source> all{
#include "traced/sources.inc"
    };
    return all;
}

// Collects the source lines that ran in one traced frame: one record for each line of each file.
class Listener
{
public:
    LineTrace& at(int file, int line)
    {
        const auto number = static_cast<std::size_t>(file);
        const auto found  = std::ranges::find(entered_, number, &Entered::number);
        if (found != entered_.end()) return found->trace.lines[static_cast<std::size_t>(line) - 1];
        const Source& source = sources()[number];
        FileTrace trace{source.path,
                        std::vector<LineTrace>(static_cast<std::size_t>(std::ranges::count(source.text, '\n')))};
        return entered_.emplace_back(Entered{number, std::move(trace)}).trace.lines[static_cast<std::size_t>(line) - 1];
    }

    // Returns the records of all files. All lines of a statement get the count of its first line.
    std::vector<FileTrace> files() &&
    {
        std::vector<FileTrace> all;
        for (Entered& entered : entered_)
        {
            for (const Span& span : sources()[entered.number].statements)
                for (int line = span.first; line <= span.last; ++line)
                {
                    auto& lines                                    = entered.trace.lines;
                    lines[static_cast<std::size_t>(line) - 1].code = true;
                    const int hits = lines[static_cast<std::size_t>(span.first) - 1].hits;
                    int& of_line   = lines[static_cast<std::size_t>(line) - 1].hits;
                    of_line        = std::max(of_line, hits);
                }
            all.push_back(std::move(entered.trace));
        }
        return all;
    }

private:
    struct Entered
    {
        std::size_t number;
        FileTrace trace;
    };
    std::vector<Entered> entered_;
};

thread_local Listener* listener = nullptr;

// Copies a value from the library's type to the same type of the instrumented copy of the library, or back. Both types
// have the same fields at the same offsets, because they are compiled from the same text.
template <class To, class From>
To same_bits(const From& from)
{
    static_assert(sizeof(To) == sizeof(From));
    static_assert(std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
    return std::bit_cast<To>(from);
}

timestep::StepPlan same_plan(const traced::StepPlan& p)
{
    return {.steps        = p.steps,
            .dt           = p.dt,
            .dt_seconds   = p.dt_seconds,
            .tail         = p.tail,
            .stepped      = p.stepped,
            .carried      = p.carried,
            .dropped      = p.dropped,
            .filter_error = p.filter_error,
            .filtered     = p.filtered,
            .alpha        = p.alpha,
            .presentation = static_cast<timestep::Presentation>(p.presentation)};
}

} // namespace

std::string duration_text(std::chrono::nanoseconds time)
{
    constexpr std::int64_t day = 86'400'000'000'000;
    if (time.count() > 365 * day || time.count() < -365 * day) return "without end";
    if (time.count() > 9'999'999'999 || time.count() < -9'999'999'999)
        return fmt::format("{:.6g} s", static_cast<double>(time.count()) / 1e9);
    return fmt::format("{:.6g} ms", static_cast<double>(time.count()) / 1e6);
}

std::string whole_text(std::int64_t number)
{
    const auto size = static_cast<std::size_t>(number);
    return fmt::format("{}{}", number < 0 ? "-" : "", base::with_commas(number < 0 ? -size : size));
}

std::string real_text(double number) { return fmt::format("{:.6g}", number); }

std::string joined(std::initializer_list<std::string_view> parts)
{
    std::string all;
    for (const std::string_view part : parts) all += part;
    return all;
}

bool listening() { return listener != nullptr; }

void note_hit(int file, int line)
{
    if (listener != nullptr) ++listener->at(file, line).hits;
}

void note_answer(int file, int line, bool answer)
{
    if (listener != nullptr) listener->at(file, line).answer = answer;
}

void note_value(int file, int line, std::string_view name, std::string text)
{
    if (text.empty()) return;
    auto& values     = listener->at(file, line).values;
    const auto found = std::ranges::find(values, name, &Value::name);
    if (found != values.end())
        found->text = std::move(text);
    else
        values.push_back({std::string{name}, std::move(text)});
}

std::string_view next_field(std::string_view& fields, int& line)
{
    const auto space = fields.find(' ');
    if (space == fields.npos) return {};
    const std::string_view name = fields.substr(0, space);
    const auto end              = std::min(fields.find(' ', space + 1), fields.size());
    line                        = base::number<int>(fields.substr(space + 1, end - space - 1)).value_or(line);
    fields.remove_prefix(std::min(end + 1, fields.size()));
    return name;
}

bool FileTrace::ran() const
{
    return std::ranges::any_of(lines, [](const LineTrace& line) { return line.hits > 0; });
}

Trace trace(const timestep::Loop& before, const timestep::FrameInput& in)
{
    auto loop = same_bits<traced::Loop>(before);
    Listener heard;
    listener                    = &heard;
    const traced::StepPlan plan = loop.plan(same_bits<traced::FrameInput>(in));
    listener                    = nullptr;
    return {std::move(heard).files(), same_plan(plan)};
}

std::vector<std::string_view> source_of(std::string_view path)
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
