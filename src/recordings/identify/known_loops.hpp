// recordings/identify/known_loops.hpp -- the loops that a probed loop is compared with: all presets at the usual rates,
// presets with other limits, and loops with known mistakes
#pragma once

#include "recordings/identify/probed_loop.hpp"
#include "timestep/loop.hpp"

#include <functional>
#include <span>

namespace recordings
{

using timestep::Rate;

/// The steps and times that a loop computes for one frame.
struct FrameOutcome
{
    std::int64_t steps = 0; ///< number of steps, including the shorter last step
    Nanos simulated{};
    Nanos lost{}; ///< time that was dropped or removed by a filter of frame times; negative if time was added
    Nanos carried{};
    double alpha = 1.0;
};

/// A running loop: takes the time of the next frame and returns the steps and times that the loop computes for it.
using Player = std::function<FrameOutcome(Nanos frame)>;

struct KnownLoop
{
    enum class Kind : std::uint8_t
    {
        preset,
        limit,    ///< a preset whose limit for long frames has been changed
        mistake,  ///< a loop with a known programming mistake
        harmless, ///< a loop with a programming mistake that changes no step and no time
    };

    Kind kind = Kind::preset;
    std::string name;           ///< name of the preset or of the mistake
    std::string loop;           ///< name of the preset; for a mistake, the preset that would be right
    std::string limit;          ///< what happens to long frames, such as "frames cut at 250 ms"; empty without a limit
    std::string what;           ///< description of the mistake, one sentence without a full stop; empty for a preset
    std::optional<Rate> rate{}; ///< empty for a loop without a step rate
    std::function<Player()> start;
};

/// Returns the step rates that games often use, including those of the presets.
std::vector<Rate> usual_rates();
/// Returns each preset at each of the rates. A preset without a step rate occurs once. Loops that adapt to the display
/// need its `refresh_period`; zero if it is unknown.
std::vector<KnownLoop> presets_at(std::span<const Rate> rates, Nanos refresh_period = {});
/// Returns the loops of the presets `accumulator`, `variable` and `semi-fixed`, but with other limits for long frames
/// than the presets have.
std::vector<KnownLoop> limits_at(std::span<const Rate> rates);
/// Returns loops with known mistakes. One mistake is a loop whose clock is faster or slower than the clock with which
/// the frame times were measured; the ratio of the two speeds is computed from the recording `loop`.
std::vector<KnownLoop> mistakes_at(std::span<const Rate> rates, const ProbedLoop& loop);

} // namespace recordings
