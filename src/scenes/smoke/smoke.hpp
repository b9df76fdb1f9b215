// scenes/smoke/smoke.hpp -- a van that emits puffs of smoke at a constant rate: their distances show if steps are even
//
//     .  .  .  .  .  .  .  . [=>        even: small steps, or puffs spread over the step
//     :        :        :    [=>        in clumps: a long step emits all its puffs at its end
//
// Positions grow to the right without limit; on_stage() converts them to positions in the visible area.
#pragma once

#include "scenes/scene_type.hpp"

#include <cmath>
#include <vector>

namespace scenes
{

struct Smoke
{
    /// Width of the visible area in metres. A van that leaves it on the right enters it on the left.
    static constexpr double stage_width = 16.0;

    struct Knobs
    {
        double speed = 4.0;   ///< speed of the van in m/s
        double rate  = 60.0;  ///< number of puffs per second
        double life  = 3.0;   ///< time in seconds for which a puff is visible
        bool spread  = false; ///< true: puffs are born at different times within a step; false: all at its end
    };

    struct Puff
    {
        double x       = 0.0;  ///< position along the road in metres; not wrapped at the end of the visible area
        double y       = 0.0;  ///< height above the exhaust pipe, in metres
        double age     = 0.0;  ///< age of the puff in seconds
        double birth_x = 0.0;  ///< position along the road at which the puff was born, in metres
        float drift_x  = 0.0F; ///< velocity of the puff along the road in m/s
        float drift_y  = 0.0F; ///< upward velocity of the puff in m/s

        static constexpr std::tuple hashed{&Puff::x,       &Puff::y,       &Puff::age,
                                           &Puff::birth_x, &Puff::drift_x, &Puff::drift_y};
        static constexpr std::tuple blended{&Puff::x, &Puff::y, &Puff::age};
    };

    struct State
    {
        /// Position of the van's exhaust pipe along the road, in metres; not wrapped at the end of the visible area.
        double x             = 0.0;
        double v             = 0.0; ///< velocity of the van in m/s
        double owed          = 0.0; ///< number of puffs that are due; below 1 after a step
        std::int64_t emitted = 0;   ///< number of puffs since the start, which is also the number of the newest puff
        std::vector<Puff> puffs{};  ///< the visible puffs, oldest first
        bool teleported = false;

        static constexpr std::tuple hashed{&State::x, &State::v, &State::owed, &State::emitted, &State::puffs};
        std::size_t heap_bytes() const { return puffs.capacity() * sizeof(Puff); }
    };

    Knobs knobs{};

    /// The first puff is due after half the time between two puffs. So a step as long as the time between two puffs
    /// emits exactly one puff, even if its length is rounded a little.
    State start() const { return {.v = knobs.speed, .owed = 0.5, .teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, double alpha, State& state) const;
    void extrapolate(State& state, double seconds) const
    {
        state.x += seconds * state.v;
        grow_older(state, seconds);
    }
    /// The exact motion of the smoke: each puff is born at its exact time and place, even if a step is long.
    void exact(State& state, double seconds) const;
    Probe probe(const State& state) const { return {state.x, state.v, 0.5 * state.v * state.v}; }

    /// Returns the distance in metres between two puffs if they are evenly spaced.
    double even_gap() const { return knobs.speed / knobs.rate; }
    /// Returns the largest distance between two puffs at birth, divided by the distance of evenly spaced puffs. Returns
    /// 1 if the puffs are evenly spaced, or if there are fewer than two.
    double unevenness(const State& state) const;
    /// Returns the position in the visible area, 0 to stage_width metres, at which a body at the position `x` is drawn.
    static double on_stage(double x) { return x - stage_width * std::floor(x / stage_width); }

private:
    void emit(State& state, double x, double age) const;
    void grow_older(State& state, double seconds) const;
};

} // namespace scenes
