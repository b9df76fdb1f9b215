#include "lab/settings/lag_text.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/settings/lane_setup.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>
#include <optional>

namespace lab
{

namespace
{

using sim::LagSource;
using timestep::Nanos;
using LagArguments = std::vector<std::string_view>;
using ParsedLag = base::Result<LagSource>;

namespace lag = sim::lag;

// Unlike base::split(), keeps an empty last part, so that "5ms+" is invalid.
LagArguments split_parts(std::string_view text, char separator)
{
    LagArguments parts = base::split(text, {&separator, 1});
    if (text.empty() || text.back() == separator) parts.emplace_back();
    return parts;
}

// A lag of at most a day: no sum of 50 lags overflows, each of up to 10,000 pauses of two hours.
std::optional<Nanos> parse_lag_time(std::string_view text)
{
    const auto time = base::parse_duration(text);
    return time && *time <= std::chrono::days{1} ? time : std::nullopt;
}

std::optional<LagSource> parse_constant(const LagArguments& arguments)
{
    const auto length = arguments.size() == 1 ? parse_lag_time(arguments[0]) : std::nullopt;
    return length ? std::optional<LagSource>{lag::Constant{*length}} : std::nullopt;
}

// Parses a longest duration, such as "8ms", or a shortest and a longest one, such as "2ms..8ms".
std::optional<lag::Random> parse_range(std::string_view text)
{
    const auto dots = text.find("..");
    const bool has_range = dots != text.npos;
    const auto min = has_range ? parse_lag_time(text.substr(0, dots)) : std::optional{Nanos{}};
    const auto max = parse_lag_time(has_range ? text.substr(dots + 2) : text);
    if (!min || !max || *min > *max) return std::nullopt;
    return lag::Random{*min, *max};
}

std::optional<LagSource> parse_random(const LagArguments& arguments)
{
    const auto range = arguments.size() == 1 ? parse_range(arguments[0]) : std::nullopt;
    return range ? std::optional<LagSource>{*range} : std::nullopt;
}

std::optional<LagSource> parse_wave(const LagArguments& arguments)
{
    if (arguments.size() != 2) return std::nullopt;
    const auto range = parse_range(arguments[0]);
    const auto period = parse_lag_time(arguments[1]);
    if (!range || !period || *period <= Nanos::zero()) return std::nullopt;
    return lag::Wave{range->min_length, range->max_length, *period};
}

// Parses two arguments: a whole number of frames from `min_frames` up, such as "60", and a duration, such as "250ms".
template <class FrameLag, int min_frames>
std::optional<LagSource> parse_lag_of_frames(const LagArguments& arguments)
{
    if (arguments.size() != 2) return std::nullopt;
    const auto frames = base::parse_number<double>(arguments[0]);
    const auto length = parse_lag_time(arguments[1]);
    if (!frames || *frames < min_frames || *frames > 1e15 || *frames != std::floor(*frames) || !length)
        return std::nullopt;
    return FrameLag{static_cast<std::int64_t>(*frames), *length};
}

std::optional<LagSource> parse_break(const LagArguments& arguments)
{
    if (arguments.size() > 2) return std::nullopt;
    const auto start_time = base::parse_duration(arguments[0]);
    const auto length =
        arguments.size() == 2 ? parse_lag_time(arguments[1]) : std::optional{lag::DebuggerBreak{}.length};
    return start_time && length ? std::optional<LagSource>{lag::DebuggerBreak{*start_time, *length}} : std::nullopt;
}

std::optional<LagSource> parse_gc(const LagArguments& arguments)
{
    if (arguments.size() < 2 || arguments.size() > 3) return std::nullopt;
    const auto interval = parse_lag_time(arguments[0]);
    const auto length = parse_lag_time(arguments[1]);
    const auto variation =
        arguments.size() == 3 ? base::parse_number<double>(arguments[2]) : std::optional{lag::Pauses{}.variation};
    constexpr Nanos min_interval{100'000}; // a frame of a day has at most a billion pauses
    if (!interval || *interval < min_interval || !length || *length > std::chrono::hours{1} || !variation ||
        *variation < 0.0 || *variation > 1.0)
        return std::nullopt;
    return lag::Pauses{*interval, *length, *variation};
}

struct LagSyntax
{
    std::string_view name;
    std::string_view examples; ///< for --help and messages
    std::optional<LagSource> (*parse)(const LagArguments& arguments);
};

constexpr std::array lag_syntaxes{
    LagSyntax{"constant", "constant:5ms", parse_constant},
    LagSyntax{"random", "random:8ms or random:2ms..8ms", parse_random},
    LagSyntax{"every", "every:60:250ms, every 60 frames", parse_lag_of_frames<lag::EveryNthFrame, 1>},
    LagSyntax{"spike", "spike:120:250ms, in frame 120", parse_lag_of_frames<lag::SingleSpike, 0>},
    LagSyntax{"break", "break:2s or break:2s:3s, at 2 s for 3 s", parse_break},
    LagSyntax{"gc", "gc:2s:20ms, or gc:2s:20ms:0 for pauses without variation, at most one every 100us", parse_gc},
    LagSyntax{"wave", "wave:2ms..8ms:10s, up and down once in 10 s", parse_wave},
};

ParsedLag parse_lag_term(std::string_view term)
{
    if (const auto length_only = parse_constant({term})) return *length_only;
    const auto colon = term.find(':');
    const std::string_view name = term.substr(0, colon);
    const std::string_view argument_text = colon == term.npos ? "" : term.substr(colon + 1);
    if (name == "recording")
    {
        const std::string path{argument_text};
        auto frame_times = load_frame_times(path);
        if (auto* error = std::get_if<std::string>(&frame_times)) return std::move(*error);
        return lag::Recorded{
            std::make_shared<const std::vector<Nanos>>(std::get<std::vector<Nanos>>(std::move(frame_times))), path};
    }
    const auto* syntax = base::find_row_by_name(lag_syntaxes, name, &LagSyntax::name);
    if (syntax == nullptr)
    {
        std::vector<std::string_view> names = base::names_of(lag_syntaxes, &LagSyntax::name);
        names.insert(names.begin(), "recording");
        return base::unknown_name_message("lag", name, names);
    }
    if (auto source = syntax->parse(split_parts(argument_text, ':'))) return std::move(*source);
    return base::message("'{}' is not a valid lag; write {}", term, base::Verbatim{syntax->examples});
}

std::string lag_term_text(const lag::Constant& source) { return base::exact_duration_text(source.length); }
std::string lag_term_text(const lag::Random& source)
{
    return fmt::format("random:{}..{}", base::exact_duration_text(source.min_length),
                       base::exact_duration_text(source.max_length));
}
std::string lag_term_text(const lag::EveryNthFrame& source)
{
    return fmt::format("every:{}:{}", source.interval_frames, base::exact_duration_text(source.length));
}
std::string lag_term_text(const lag::SingleSpike& source)
{
    return fmt::format("spike:{}:{}", source.frame_number, base::exact_duration_text(source.length));
}
std::string lag_term_text(const lag::DebuggerBreak& source)
{
    return fmt::format("break:{}:{}", base::exact_duration_text(source.wall_time),
                       base::exact_duration_text(source.length));
}
std::string lag_term_text(const lag::Pauses& source)
{
    return fmt::format("gc:{}:{}:{}", base::exact_duration_text(source.mean_interval),
                       base::exact_duration_text(source.length), source.variation);
}
std::string lag_term_text(const lag::Wave& source)
{
    return fmt::format("wave:{}..{}:{}", base::exact_duration_text(source.min_length),
                       base::exact_duration_text(source.max_length), base::exact_duration_text(source.period));
}
std::string lag_term_text(const lag::Recorded& source) { return fmt::format("recording:{}", source.name); }

} // namespace

std::string lag_syntax_text()
{
    return fmt::format("5ms | {} | recording:FILE | none; joined by +",
                       fmt::join(base::names_of(lag_syntaxes, &LagSyntax::examples), " | "));
}

std::string parsable_lag_text(std::span<const LagSource> sources)
{
    std::string text;
    for (const LagSource& source : sources)
        text += fmt::format("{}{}", text.empty() ? "" : "+",
                            std::visit([](const auto& typed_source) { return lag_term_text(typed_source); }, source));
    return text.empty() ? "none" : text;
}

base::Result<std::vector<LagSource>> parse_lag(std::string_view text)
{
    std::vector<LagSource> sources;
    if (text == "none") return sources;
    for (const std::string_view term : split_parts(text, '+'))
    {
        ParsedLag parsed_source = parse_lag_term(term);
        if (auto* error = std::get_if<std::string>(&parsed_source)) return std::move(*error);
        sources.push_back(std::get<LagSource>(std::move(parsed_source)));
        constexpr std::size_t max_lags = 50;
        if (sources.size() > max_lags) return base::message("there are more than {} lags", max_lags);
    }
    return sources;
}

} // namespace lab
