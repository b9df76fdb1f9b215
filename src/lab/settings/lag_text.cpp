#include "lab/settings/lag_text.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/settings/lane_setup.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <optional>

namespace lab
{

const std::string_view lag_grammar = "5ms | random:2ms..8ms | every:60:250ms (frames) | spike:120:250ms (frame) | "
                                     "break:2s[:3s] (moment) | gc:2s:20ms | recording:FILE | none; joined by +";

namespace
{

using sim::LagSource;
using timestep::Nanos;
using LagArguments = std::vector<std::string_view>;
using ParsedLag    = base::Result<LagSource>;

namespace lag = sim::lag;

LagArguments split_at(std::string_view text, char separator)
{
    LagArguments words;
    for (auto end = text.find(separator); end != text.npos; end = text.find(separator))
    {
        words.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    words.push_back(text);
    return words;
}

std::optional<LagSource> parse_constant(const LagArguments& arguments)
{
    const auto length = arguments.size() == 1 ? base::parse_duration(arguments[0]) : std::nullopt;
    return length ? std::optional<LagSource>{lag::Constant{*length}} : std::nullopt;
}

std::optional<LagSource> parse_random(const LagArguments& arguments)
{
    if (arguments.size() != 1) return std::nullopt;
    const auto range_dots = arguments[0].find("..");
    const auto min        = range_dots == arguments[0].npos ? std::optional{Nanos{}}
                                                            : base::parse_duration(arguments[0].substr(0, range_dots));
    const auto max =
        base::parse_duration(range_dots == arguments[0].npos ? arguments[0] : arguments[0].substr(range_dots + 2));
    if (!min || !max || *min > *max) return std::nullopt;
    return lag::Random{*min, *max};
}

// Parses two arguments: a whole number of frames from `min` up, such as "60", and a duration, such as "250ms".
template <class Kind, int min>
std::optional<LagSource> parse_frames_and_length(const LagArguments& arguments)
{
    if (arguments.size() != 2) return std::nullopt;
    const auto frames = base::parse_number<double>(arguments[0]);
    const auto length = base::parse_duration(arguments[1]);
    if (!frames || *frames < min || *frames > 1e15 || *frames != std::floor(*frames) || !length) return std::nullopt;
    return Kind{static_cast<std::int64_t>(*frames), *length};
}

std::optional<LagSource> parse_break(const LagArguments& arguments)
{
    if (arguments.size() > 2) return std::nullopt;
    const auto start = base::parse_duration(arguments[0]);
    const auto length =
        arguments.size() == 2 ? base::parse_duration(arguments[1]) : std::optional{lag::DebuggerBreak{}.length};
    return start && length ? std::optional<LagSource>{lag::DebuggerBreak{*start, *length}} : std::nullopt;
}

std::optional<LagSource> parse_pauses(const LagArguments& arguments)
{
    if (arguments.size() < 2 || arguments.size() > 3) return std::nullopt;
    const auto interval = base::parse_duration(arguments[0]);
    const auto length   = base::parse_duration(arguments[1]);
    const auto variation =
        arguments.size() == 3 ? base::parse_number<double>(arguments[2]) : std::optional{lag::Pauses{}.variation};
    if (!interval || *interval <= Nanos::zero() || !length || !variation || *variation < 0.0 || *variation > 1.0)
        return std::nullopt;
    return lag::Pauses{*interval, *length, *variation};
}

struct LagKindRow
{
    std::string_view name;
    std::string_view example;
    std::optional<LagSource> (*parse)(const LagArguments& arguments);
};

constexpr std::array lag_kind_rows{
    LagKindRow{"constant", "constant:5ms", parse_constant},
    LagKindRow{"random", "random:8ms or random:2ms..8ms", parse_random},
    LagKindRow{"every", "every:60:250ms, every 60 frames", parse_frames_and_length<lag::EveryNthFrame, 1>},
    LagKindRow{"spike", "spike:120:250ms, in frame 120", parse_frames_and_length<lag::SingleSpike, 0>},
    LagKindRow{"break", "break:2s or break:2s:3s, at 2 s for 3 s", parse_break},
    LagKindRow{"gc", "gc:2s:20ms, or gc:2s:20ms:0 for pauses without variation", parse_pauses},
};

ParsedLag load_recorded_lag(std::string_view file)
{
    auto frames = load_frame_times(std::string{file});
    if (auto* error = std::get_if<std::string>(&frames)) return std::move(*error);
    return lag::Recorded{std::make_shared<const std::vector<Nanos>>(std::get<std::vector<Nanos>>(std::move(frames))),
                         std::string{file}};
}

ParsedLag parse_lag_term(std::string_view term)
{
    if (const auto length_only = parse_constant({term})) return *length_only;
    const auto colon                 = term.find(':');
    const std::string_view name      = term.substr(0, colon);
    const std::string_view arguments = colon == term.npos ? "" : term.substr(colon + 1);
    if (name == "recording") return load_recorded_lag(arguments);
    std::vector<std::string_view> names{"recording"};
    for (const LagKindRow& kind : lag_kind_rows)
    {
        names.push_back(kind.name);
        if (kind.name != name) continue;
        if (auto parsed = kind.parse(split_at(arguments, ':'))) return std::move(*parsed);
        return base::message("'{}' is not a valid lag; write {}", term, base::Verbatim{kind.example});
    }
    return base::unknown_name_message_with_suggestion("lag", name, names);
}

std::string lag_term_text(const lag::Constant& k) { return base::exact_duration_text(k.length); }
std::string lag_term_text(const lag::Random& k)
{
    return fmt::format("random:{}..{}", base::exact_duration_text(k.min_length),
                       base::exact_duration_text(k.max_length));
}
std::string lag_term_text(const lag::EveryNthFrame& k)
{
    return fmt::format("every:{}:{}", k.interval_frames, base::exact_duration_text(k.length));
}
std::string lag_term_text(const lag::SingleSpike& k)
{
    return fmt::format("spike:{}:{}", k.frame_number, base::exact_duration_text(k.length));
}
std::string lag_term_text(const lag::DebuggerBreak& k)
{
    return fmt::format("break:{}:{}", base::exact_duration_text(k.wall_time), base::exact_duration_text(k.length));
}
std::string lag_term_text(const lag::Pauses& k)
{
    return fmt::format("gc:{}:{}:{}", base::exact_duration_text(k.mean_interval), base::exact_duration_text(k.length),
                       k.variation);
}
std::string lag_term_text(const lag::Recorded& k) { return fmt::format("recording:{}", k.name); }

} // namespace

std::string lag_text(std::span<const LagSource> kinds)
{
    std::string text;
    for (const LagSource& kind : kinds)
        text += fmt::format("{}{}", text.empty() ? "" : "+",
                            std::visit([](const auto& k) { return lag_term_text(k); }, kind));
    return text.empty() ? "none" : text;
}

base::Result<std::vector<LagSource>> parse_lag_and_read_recordings(std::string_view text)
{
    std::vector<LagSource> kinds;
    if (text == "none") return kinds;
    for (const std::string_view term : split_at(text, '+'))
    {
        ParsedLag parsed = parse_lag_term(term);
        if (auto* error = std::get_if<std::string>(&parsed)) return std::move(*error);
        kinds.push_back(std::get<LagSource>(std::move(parsed)));
    }
    return kinds;
}

} // namespace lab
