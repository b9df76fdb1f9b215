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

/// What a loop did in one frame.
struct Outcome
{
    std::int64_t steps = 0; ///< steps, the shorter last step included
    Nanos simulated{};
    Nanos lost{}; ///< time that was dropped, or removed by a filter; negative if time was added
    Nanos carried{};
    double alpha = 1.0;
};

/// Computes the outcome of the next frame from its frame time.
using Player = std::function<Outcome(Nanos frame)>;

struct KnownLoop
{
    enum class Kind : std::uint8_t
    {
        preset,
        limit,    ///< a preset with another limit for long frames
        mistake,  ///< a loop with a mistake
        harmless, ///< a mistake without an effect on any frame
    };

    Kind kind = Kind::preset;
    std::string name;           ///< the preset's name, or the name of the mistake
    std::string loop;           ///< of a mistake: name of the preset that makes it
    std::string limit;          ///< what happens to long frames, such as "frames cut at 250 ms"; empty without a limit
    std::string what;           ///< of a mistake: one sentence without a point
    std::optional<Rate> rate{}; ///< empty for a loop without a step rate
    std::function<Player()> start;
};

/// Step rates that games use, in hertz; the rates of the presets are among them.
std::vector<Rate> usual_rates();
/// Returns each preset at each rate; a preset without a rate once.
std::vector<KnownLoop> presets_at(std::span<const Rate> rates, Nanos refresh_period = {});
/// Returns the loops of the presets `accumulator`, `variable` and `semi-fixed` with other limits for long frames.
std::vector<KnownLoop> limits_at(std::span<const Rate> rates);
/// Returns loops with known mistakes. The factor between two clocks is computed from the probed loop.
std::vector<KnownLoop> mistakes_at(std::span<const Rate> rates, const ProbedLoop& loop);

} // namespace recordings
