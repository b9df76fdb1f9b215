// Computes how slow frames changed the game's speed, and formats the results of the identification as sentences.
#include "base/number.hpp"
#include "recordings/identify/identify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace recordings
{

namespace
{

using namespace std::chrono_literals;

constexpr Nanos min_dropped_time = 100ms;
// Frames that lost at least min_dropped_time are single drops only if they are at most one of this many frames.
constexpr std::size_t min_frames_per_drop = 10;
constexpr double min_normal_speed         = 0.97; // below this, simulated time / frame time means slow motion
constexpr int min_slow_frames             = 10;   // fewer slow frames are hitches, not slow motion
// Minimum length of a recording whose loop is not identified, because the time that the loop carries is then unknown.
constexpr Nanos min_unidentified_time = 1s;
// Frame rates in fps that bound the bands for which the game's speed is computed.
constexpr std::array<std::int64_t, 24> band_limits_fps{1000, 500, 360, 240, 200, 165, 144, 120, 100, 90, 75, 60,
                                                       50,   48,  40,  30,  25,  20,  15,  12,  10,  7,  5,  2};

struct FrameLoss
{
    Nanos frame{}, lost{};
};

// The lost time of each frame: frame time minus steps minus the increase of the carried time. std::nullopt if the
// simulated time is unknown: not recorded, and the loop is not identified.
std::optional<std::vector<FrameLoss>> losses_of(const ProbedLoop& loop, const Identification& identification)
{
    if (loop.simulated.empty() && !identification.is_named) return std::nullopt;
    std::vector<FrameLoss> losses;
    Nanos carried{};
    const LoopPlayer play = identification.best.candidate.start();
    for (std::size_t i = 0; i < loop.frames.size(); ++i)
    {
        const PlayedFrame outcome = identification.is_named ? play(loop.frames[i]) : PlayedFrame{};
        const Nanos simulated     = loop.simulated.empty() ? outcome.simulated : loop.simulated[i];
        losses.push_back({loop.frames[i], loop.frames[i] - simulated - (outcome.carried - carried)});
        carried = outcome.carried;
    }
    return losses;
}

std::vector<Drop> drops_of(const std::vector<FrameLoss>& losses)
{
    std::vector<Drop> drops;
    Nanos at{};
    for (const FrameLoss& loss : losses)
    {
        if (loss.lost >= min_dropped_time) drops.push_back({at, loss.lost});
        at += loss.frame;
    }
    // With more than one drop in ten frames, the game runs in slow motion instead of dropping time in single frames.
    if (drops.size() * min_frames_per_drop > losses.size()) drops.clear();
    return drops;
}

// Sums over the frames whose frame rate is between two consecutive values of band_limits_fps.
struct FpsBand
{
    Nanos frames{}, simulated{};
    int count = 0;

    void add(const FrameLoss& loss)
    {
        frames += loss.frame;
        simulated += loss.frame - loss.lost;
        ++count;
    }
    double speed() const
    {
        return frames > Nanos::zero() ? timestep::to_seconds(simulated) / timestep::to_seconds(frames) : 1.0;
    }
};

// Runs the loop with steady frame times. Returns the frame rate in fps below which the loop is in slow motion at every
// rate of band_limits_fps; 0 if there is none.
std::int64_t slow_limit_fps(const KnownLoop& loop)
{
    constexpr int frames = 200;
    for (std::size_t i = band_limits_fps.size(); i > 0; --i)
    {
        const Nanos frame = Nanos{1s} / band_limits_fps[i - 1];
        Nanos simulated{};
        const LoopPlayer play = loop.start();
        for (int n = 0; n < frames; ++n) simulated += play(frame).simulated;
        if (timestep::to_seconds(simulated) >= min_normal_speed * frames * timestep::to_seconds(frame))
            return i == band_limits_fps.size() ? 0 : band_limits_fps[i - 1];
    }
    return 0;
}

using Kind = KnownLoop::Kind;

constexpr std::size_t max_listed = 8; // maximum number of loop names or drops in the output

// Part / all in percent, rounded down so that only part == all gives 100 %.
std::string percent_text(std::size_t part, std::size_t all)
{
    const double share = 100.0 * static_cast<double>(part) / static_cast<double>(all);
    return fmt::format("{:g} %", std::floor(share * 100.0) / 100.0);
}

std::string names_text(const std::vector<std::string>& all)
{
    std::string text;
    for (std::size_t i = 0; i < all.size() && i < max_listed; ++i)
        text += fmt::format("{}`{}`", i == 0 ? "" : ", ", all[i]);
    if (all.size() > max_listed) text += fmt::format(" and {} more", all.size() - max_listed);
    return text;
}

// A loop with its step rate and its limit for long frames, such as "`interpolated`, 60 Hz, frames cut at 250 ms". If
// the loop fits the recording equally well at several `rates`, the text has their number instead of the rate.
std::string loop_text(const KnownLoop& candidate, std::size_t rates)
{
    std::string text = fmt::format("`{}`", candidate.loop);
    if (candidate.rate && rates <= 1) text += fmt::format(", {} Hz", base::rate_text(*candidate.rate));
    if (candidate.rate && rates > 1) text += fmt::format(" at any of {} rates", rates);
    if (!candidate.limit.empty()) text += ", " + candidate.limit;
    return text;
}

std::string mistake_text(const KnownLoop& candidate) { return fmt::format("{} ({})", candidate.name, candidate.what); }

} // namespace

std::optional<Slowness> slowness_of(const ProbedLoop& loop, const Identification& identification)
{
    const auto losses = losses_of(loop, identification);
    if (!losses) return std::nullopt;
    Slowness found;
    found.drops = drops_of(*losses);

    // Element i has the frames with rates between band_limits_fps[i - 1] and band_limits_fps[i], the first element
    // those of 1000 fps or more, the last element those below 2 fps.
    std::array<FpsBand, band_limits_fps.size() + 1> bands{};
    FpsBand all;
    for (const FrameLoss& loss : *losses)
    {
        found.frames += loss.frame;
        found.simulated += loss.frame - loss.lost;
        if (loss.lost >= min_dropped_time && !found.drops.empty()) continue;
        std::size_t band = 0;
        while (band < band_limits_fps.size() && loss.frame * band_limits_fps[band] > Nanos{1s}) ++band;
        bands[band].add(loss);
        all.add(loss);
    }
    found.speed = all.speed();
    FpsBand slow;
    for (std::size_t i = band_limits_fps.size(); i > 0; --i)
    {
        if (bands[i].frames == Nanos::zero()) continue;
        if (bands[i].speed() >= min_normal_speed) break;
        slow.frames += bands[i].frames;
        slow.simulated += bands[i].simulated;
        slow.count += bands[i].count;
        if (slow.count < min_slow_frames) continue;
        found.slow_below = static_cast<double>(band_limits_fps[i - 1]);
        found.slow_speed = slow.speed();
    }
    // If no recorded frame rate lies between slow motion and normal speed, the identified loop gives the exact limit.
    if (found.slow_below && identification.is_named)
        found.slow_below =
            std::max(*found.slow_below, static_cast<double>(slow_limit_fps(identification.best.candidate)));
    if (!identification.is_named && found.frames < min_unidentified_time) return std::nullopt;
    return found;
}

std::vector<std::string> sentences(const Identification& found)
{
    const KnownLoop& best  = found.best.candidate;
    const std::string loop = loop_text(best, found.rates.size());
    if (found.frames < min_probed_frames)
        return {fmt::format("the loop cannot be identified from {} frames: at least {} are needed", found.frames,
                            min_probed_frames)};
    const std::string share = percent_text(found.best.agreeing_frames, found.frames);
    if (!found.is_named)
        return {fmt::format("the loop is not identified: the best match, {}{}, agrees in {} of {} frames ({})",
                            best.kind == Kind::mistake ? best.name + " in " : "", loop,
                            base::with_commas(found.best.agreeing_frames), base::with_commas(found.frames), share)};

    std::string first = best.kind == Kind::mistake ? fmt::format("has a mistake: {}, in {}", mistake_text(best), loop)
                                                   : "behaves as " + loop;
    first += fmt::format(", in {} of {} frames", share, base::with_commas(found.frames));
    for (std::size_t i = 0; i < found.others.size(); ++i)
        first += fmt::format("{} `{}` differs in {}", i == 0 ? ";" : ",", found.others[i].candidate.name,
                             base::with_commas(found.frames - found.others[i].agreeing_frames));
    std::vector<std::string> lines{first};
    if (!found.always_indistinguishable.empty())
        lines.push_back(fmt::format("no recording with these columns distinguishes it from {}",
                                    names_text(found.always_indistinguishable)));
    if (!found.indistinguishable_here.empty())
        lines.push_back(
            fmt::format("these frames do not distinguish it from {}; other frame times may, such as a freeze of 1 s",
                        names_text(found.indistinguishable_here)));
    for (const KnownLoop& same : found.same_mistakes)
        lines.push_back(fmt::format("a loop with a mistake does the same: {}", mistake_text(same)));
    if (!found.alpha.empty()) lines.push_back("its alpha is wrong: " + found.alpha);
    return lines;
}

std::vector<std::string> sentences(const Slowness& slowness)
{
    std::vector<std::string> lines{fmt::format("{:.2f} of real time", slowness.speed)};
    if (slowness.slow_below)
        lines.front() = fmt::format("{:.2f} of real time below {:g} fps", slowness.slow_speed, *slowness.slow_below);
    for (std::size_t i = 0; i < slowness.drops.size() && i < max_listed; ++i)
        lines.push_back(fmt::format("dropped {:.2f} s at {:.1f} s", timestep::to_seconds(slowness.drops[i].time),
                                    timestep::to_seconds(slowness.drops[i].at)));
    if (slowness.drops.size() > max_listed)
        lines.push_back(fmt::format("and {} more drops", slowness.drops.size() - max_listed));
    return lines;
}

} // namespace recordings
