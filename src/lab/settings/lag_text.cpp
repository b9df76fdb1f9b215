#include "lab/settings/lag_text.hpp"

#include "base/message.hpp"
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

using sim::LagKind;
using timestep::Nanos;
using LagWords = std::vector<std::string_view>;
using Parsed   = base::Result<LagKind>;

namespace lag = sim::lag;

LagWords split(std::string_view text, char at)
{
    LagWords words;
    for (auto end = text.find(at); end != text.npos; end = text.find(at))
    {
        words.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    words.push_back(text);
    return words;
}

std::optional<std::int64_t> count_of(std::string_view text, std::int64_t least)
{
    const auto number = base::number<double>(text);
    if (!number || *number < static_cast<double>(least) || *number > 1e15 || *number != std::floor(*number))
        return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

std::optional<LagKind> constant(const LagWords& w)
{
    const auto length = w.size() == 1 ? base::parse_duration(w[0]) : std::nullopt;
    return length ? std::optional<LagKind>{lag::Constant{*length}} : std::nullopt;
}

std::optional<LagKind> random(const LagWords& w)
{
    if (w.size() != 1) return std::nullopt;
    const auto dots  = w[0].find("..");
    const auto least = dots == w[0].npos ? std::optional{Nanos{}} : base::parse_duration(w[0].substr(0, dots));
    const auto most  = base::parse_duration(dots == w[0].npos ? w[0] : w[0].substr(dots + 2));
    if (!least || !most || *least > *most) return std::nullopt;
    return lag::Random{*least, *most};
}

std::optional<LagKind> every(const LagWords& w)
{
    if (w.size() != 2) return std::nullopt;
    const auto frames = count_of(w[0], 1);
    const auto length = base::parse_duration(w[1]);
    return frames && length ? std::optional<LagKind>{lag::Every{*frames, *length}} : std::nullopt;
}

std::optional<LagKind> spike(const LagWords& w)
{
    if (w.size() != 2) return std::nullopt;
    const auto frame  = count_of(w[0], 0);
    const auto length = base::parse_duration(w[1]);
    return frame && length ? std::optional<LagKind>{lag::Spike{*frame, *length}} : std::nullopt;
}

std::optional<LagKind> debugger_break(const LagWords& w)
{
    if (w.size() > 2) return std::nullopt;
    const auto at     = base::parse_duration(w[0]);
    const auto length = w.size() == 2 ? base::parse_duration(w[1]) : std::optional{lag::Break{}.length};
    return at && length ? std::optional<LagKind>{lag::Break{*at, *length}} : std::nullopt;
}

std::optional<LagKind> pauses(const LagWords& w)
{
    if (w.size() < 2 || w.size() > 3) return std::nullopt;
    const auto apart     = base::parse_duration(w[0]);
    const auto length    = base::parse_duration(w[1]);
    const auto variation = w.size() == 3 ? base::number<double>(w[2]) : std::optional{lag::Pauses{}.variation};
    if (!apart || *apart <= Nanos::zero() || !length || !variation || *variation < 0.0 || *variation > 1.0)
        return std::nullopt;
    return lag::Pauses{*apart, *length, *variation};
}

struct KindRow
{
    std::string_view name;
    std::string_view example;
    std::optional<LagKind> (*parse)(const LagWords& arguments);
};

constexpr std::array kinds{
    KindRow{"constant", "constant:5ms", constant},
    KindRow{"random", "random:8ms or random:2ms..8ms", random},
    KindRow{"every", "every:60:250ms, every 60 frames", every},
    KindRow{"spike", "spike:120:250ms, in frame 120", spike},
    KindRow{"break", "break:2s or break:2s:3s, at 2 s for 3 s", debugger_break},
    KindRow{"gc", "gc:2s:20ms, or gc:2s:20ms:0 for pauses without variation", pauses},
};

Parsed recording_of(std::string_view file)
{
    auto frames = load_frames(std::string{file});
    if (auto* error = std::get_if<std::string>(&frames)) return std::move(*error);
    return lag::Recorded{std::make_shared<const std::vector<Nanos>>(std::get<std::vector<Nanos>>(std::move(frames))),
                         std::string{file}};
}

Parsed parse_term(std::string_view term)
{
    if (const auto bare = constant({term})) return *bare;
    const auto colon            = term.find(':');
    const std::string_view name = term.substr(0, colon);
    const std::string_view rest = colon == term.npos ? "" : term.substr(colon + 1);
    if (name == "recording") return recording_of(rest);
    std::vector<std::string_view> names{"recording"};
    for (const KindRow& kind : kinds)
    {
        names.push_back(kind.name);
        if (kind.name != name) continue;
        if (auto parsed = kind.parse(split(rest, ':'))) return std::move(*parsed);
        return base::message("'{}' is no lag; write {}", term, base::Verbatim{kind.example});
    }
    return base::unknown_name_message("lag", name, names);
}

std::string pattern_text(const lag::Constant& k) { return base::duration_text(k.length); }
std::string pattern_text(const lag::Random& k)
{
    return fmt::format("random:{}..{}", base::duration_text(k.least), base::duration_text(k.most));
}
std::string pattern_text(const lag::Every& k)
{
    return fmt::format("every:{}:{}", k.frames, base::duration_text(k.length));
}
std::string pattern_text(const lag::Spike& k)
{
    return fmt::format("spike:{}:{}", k.frame, base::duration_text(k.length));
}
std::string pattern_text(const lag::Break& k)
{
    return fmt::format("break:{}:{}", base::duration_text(k.at), base::duration_text(k.length));
}
std::string pattern_text(const lag::Pauses& k)
{
    return fmt::format("gc:{}:{}:{}", base::duration_text(k.every), base::duration_text(k.length), k.variation);
}
std::string pattern_text(const lag::Recorded& k) { return fmt::format("recording:{}", k.name); }

} // namespace

std::string lag_text(std::span<const LagKind> all)
{
    std::string text;
    for (const LagKind& kind : all)
        text += fmt::format("{}{}", text.empty() ? "" : "+",
                            std::visit([](const auto& k) { return pattern_text(k); }, kind));
    return text.empty() ? "none" : text;
}

base::Result<std::vector<LagKind>> parse_lag(std::string_view text)
{
    std::vector<LagKind> all;
    if (text == "none") return all;
    for (const std::string_view term : split(text, '+'))
    {
        Parsed parsed = parse_term(term);
        if (auto* error = std::get_if<std::string>(&parsed)) return std::move(*error);
        all.push_back(std::get<LagKind>(std::move(parsed)));
    }
    return all;
}

} // namespace lab
