#include "recordings/identify/identify.hpp"

#include "base/number.hpp"

#include <fmt/format.h>

#include <cmath>

namespace recordings
{
namespace
{

using Kind = KnownLoop::Kind;

constexpr std::size_t most_named = 8; // largest number of loop names in a sentence

// Writes a number with a comma between thousands: "36,000" for 36000.
std::string grouped(std::size_t number)
{
    std::string text = fmt::format("{}", number);
    for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
    return text;
}

// Returns part / all in percent as text, rounded down, so that only part == all gives 100 %.
std::string percent(std::size_t part, std::size_t all)
{
    const double share = 100.0 * static_cast<double>(part) / static_cast<double>(all);
    return fmt::format("{:g} %", std::floor(share * 100.0) / 100.0);
}

std::string names(const std::vector<std::string>& all)
{
    std::string text;
    for (std::size_t i = 0; i < all.size() && i < most_named; ++i)
        text += fmt::format("{}`{}`", i == 0 ? "" : ", ", all[i]);
    if (all.size() > most_named) text += fmt::format(" and {} more", all.size() - most_named);
    return text;
}

// Returns the name of a loop with its step rate and its limit for long frames: "`interpolated`, 60 Hz, frames cut at
// 250 ms". `rates` is the number of step rates at which the loop fits the recording equally well; if there are several,
// the text has their number instead of the rate.
std::string described(const KnownLoop& candidate, std::size_t rates)
{
    std::string text = fmt::format("`{}`", candidate.loop);
    if (candidate.rate && rates <= 1) text += fmt::format(", {} Hz", base::rate_text(*candidate.rate));
    if (candidate.rate && rates > 1) text += fmt::format(" at any of {} rates", rates);
    if (!candidate.limit.empty()) text += ", " + candidate.limit;
    return text;
}

std::string mistake(const KnownLoop& candidate) { return fmt::format("{} ({})", candidate.name, candidate.what); }

} // namespace

std::vector<std::string> sentences(const Identification& found)
{
    const KnownLoop& best  = found.best.candidate;
    const std::string loop = described(best, found.rates.size());
    if (found.frames < least_probed_frames)
        return {fmt::format("cannot tell which loop it is from {} frames: at least {} are needed", found.frames,
                            least_probed_frames)};
    const std::string share = percent(found.best.agrees, found.frames);
    if (!found.is_named)
        return {fmt::format("cannot tell which loop it is: the best, {}{}, agrees in {} of {} frames ({})",
                            best.kind == Kind::mistake ? best.name + " in " : "", loop, grouped(found.best.agrees),
                            grouped(found.frames), share)};

    std::string first = best.kind == Kind::mistake ? fmt::format("has a mistake: {}, in {}", mistake(best), loop)
                                                   : "behaves as " + loop;
    first += fmt::format(", in {} of {} frames", share, grouped(found.frames));
    for (std::size_t i = 0; i < found.others.size(); ++i)
        first += fmt::format("{} `{}` differs in {}", i == 0 ? ";" : ",", found.others[i].candidate.name,
                             grouped(found.frames - found.others[i].agrees));
    std::vector<std::string> lines{first};
    if (!found.same_always.empty())
        lines.push_back(fmt::format("no recording of these columns tells it from {}", names(found.same_always)));
    if (!found.same_here.empty())
        lines.push_back(
            fmt::format("these frames do not tell it from {}; frames of other lengths may, such as a freeze of 1 s",
                        names(found.same_here)));
    for (const KnownLoop& same : found.same_mistakes)
        lines.push_back(fmt::format("a loop with a mistake does the same: {}", mistake(same)));
    if (!found.alpha.empty()) lines.push_back("its alpha is wrong: " + found.alpha);
    return lines;
}

std::vector<std::string> sentences(const Slowness& slowness)
{
    std::vector<std::string> lines{fmt::format("{:.2f} of real time", slowness.speed)};
    if (slowness.slow_below)
        lines.front() = fmt::format("{:.2f} of real time below {:g} fps", slowness.slow_speed, *slowness.slow_below);
    for (std::size_t i = 0; i < slowness.drops.size() && i < most_named; ++i)
        lines.push_back(fmt::format("dropped {:.2f} s at {:.1f} s", timestep::to_seconds(slowness.drops[i].time),
                                    timestep::to_seconds(slowness.drops[i].at)));
    if (slowness.drops.size() > most_named)
        lines.push_back(fmt::format("and {} more drops", slowness.drops.size() - most_named));
    return lines;
}

} // namespace recordings
