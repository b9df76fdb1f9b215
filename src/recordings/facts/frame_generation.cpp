#include "recordings/facts/frame_generation.hpp"

#include "recordings/facts/hitches.hpp"
#include "recordings/facts/moments.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace recordings
{

namespace
{

constexpr std::size_t least_frames = 100;
constexpr double most_correlation  = -0.5;
constexpr double inserted          = 0.3; // a shorter frame than this share of its neighbour counts as inserted
constexpr double least_inserted    = 0.3;
constexpr double least_unseen      = 0.25;
// Frames that were never displayed are a sign of frame generation only if short and long frames alternate: the median
// of the shorter frame of each pair of successive frames is at most this share of the median of the longer one.
constexpr double uneven = 0.6;

bool is_much_shorter(Nanos a, Nanos b) { return timestep::to_millis(a) < inserted * timestep::to_millis(b); }

// Frame times in ms, each at most `most`. They are not copied, because a recording can have millions of frames.
struct LimitedFrames
{
    std::span<const Nanos> frames;
    Nanos most;

    std::size_t size() const { return frames.size(); }
    double operator[](std::size_t i) const { return timestep::to_millis(std::min(frames[i], most)); }
};

// Returns the correlation of successive frame times. Longer frames than the 99 % quantile count as that quantile.
double lag_1_of(const telemetry::FrameOrder& order)
{
    const auto rank = static_cast<std::size_t>(0.99 * static_cast<double>(order.size() - 1));
    const auto all  = covariances(LimitedFrames{order.frames(), order.at(rank)}, 1);
    return all[0] > 0.0 ? all[1] / all[0] : 0.0;
}

double inserted_share(std::span<const Nanos> frames)
{
    std::size_t count = 0;
    for (std::size_t i = 1; i + 1 < frames.size(); ++i)
        count += is_much_shorter(frames[i], std::min(frames[i - 1], frames[i + 1])) ? 1 : 0;
    return static_cast<double>(count) / static_cast<double>(frames.size());
}

} // namespace

std::optional<FrameGeneration> frame_generation_of(const telemetry::FrameOrder& order,
                                                   std::optional<double> unseen_share)
{
    const std::span<const Nanos> frames = order.frames();
    if (frames.size() < least_frames) return std::nullopt;
    FrameGeneration g{.lag_1 = lag_1_of(order)};
    if (g.lag_1 >= most_correlation) return std::nullopt;
    g.inserted_share = inserted_share(frames);
    g.unseen_share   = unseen_share.value_or(0.0);
    if (g.inserted_share < least_inserted && g.unseen_share < least_unseen) return std::nullopt;
    std::vector<Nanos> shorter, longer;
    for (std::size_t i = 1; i < frames.size(); ++i)
    {
        shorter.push_back(std::min(frames[i - 1], frames[i]));
        longer.push_back(std::max(frames[i - 1], frames[i]));
    }
    g.shorter = median_of(shorter);
    g.longer  = median_of(longer);
    // A game that is faster than its display also has many frames that were never displayed, but of similar lengths.
    if (g.inserted_share < least_inserted && timestep::to_millis(g.shorter) > uneven * timestep::to_millis(g.longer))
        return std::nullopt;
    return g;
}

std::string told(const FrameGeneration& g)
{
    const std::string unseen =
        g.unseen_share > 0.0 ? fmt::format(", and {:.0f} % were never displayed", 100.0 * g.unseen_share) : "";
    return fmt::format("Frame generation: frames alternate between {:.3g} and {:.3g} ms (correlation of successive "
                       "frames {:.2f}{}), because a driver made every second one.",
                       timestep::to_millis(g.longer), timestep::to_millis(g.shorter), g.lag_1, unseen);
}

std::vector<Nanos> joined_pairs(std::span<const Nanos> frames)
{
    std::vector<Nanos> joined;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        joined.push_back(frames[i]);
        if (i + 1 == frames.size()) break;
        if (!is_much_shorter(frames[i], frames[i + 1]) && !is_much_shorter(frames[i + 1], frames[i])) continue;
        joined.back() += frames[++i];
    }
    return joined;
}

} // namespace recordings
