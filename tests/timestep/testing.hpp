// tests/timestep/testing.hpp -- helpers for tests of the library: a clock, frame times, loops, a time balance, states
#pragma once

#include "thorough.hpp"
#include "timestep/build.hpp"
#include "timestep/clock.hpp"
#include "timestep/game_clock.hpp"
#include "timestep/presets.hpp"
#include "timestep/run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace timestep;

/// A clock that advances only when it is used. Its sleeps can overshoot.
struct FakeClock
{
    using Nanos = timestep::Nanos;

    Nanos time{0};
    Nanos spin_cost = std::chrono::nanoseconds{200};
    std::function<Nanos(int nap)> overshoot = [](int) { return Nanos{0}; };

    int naps = 0;
    Nanos slept{0}, spun{0};

    Nanos now() const { return time; }
    void sleep(Nanos asked)
    {
        const Nanos took = asked + overshoot(naps++);
        time += took;
        slept += took;
    }
    void spin()
    {
        time += spin_cost;
        spun += spin_cost;
    }
    /// Advances the clock by the CPU time of the game's own work.
    void work(Nanos cost) { time += cost; }
};
static_assert(Clock<FakeClock>);

inline Nanos random_time(std::mt19937_64& engine, Nanos end)
{
    return Nanos{static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(end.count()))};
}

inline std::vector<Nanos> random_frames(int count, Nanos end, std::uint64_t seed)
{
    std::mt19937_64 engine{seed};
    std::vector<Nanos> frames(static_cast<std::size_t>(count));
    for (Nanos& frame : frames) frame = random_time(engine, end);
    return frames;
}

inline Loop loop_with(std::string_view stepper, std::string_view overload)
{
    Loop loop;
    REQUIRE(loop.stepper.choose(stepper));
    REQUIRE(loop.overload.choose(overload));
    return loop;
}

/// Sets a knob of an axis (one part of a loop). Fails unless the axis has exactly one knob with that name.
void turn(auto& axis, std::string_view name, double value)
{
    int found = 0;
    for_each_knob(axis, [&](const KnobRef& knob) { found += knob.name == name && knob.set(value) ? 1 : 0; });
    REQUIRE(found == 1);
}

using Steps = std::vector<std::int64_t>;

/// Number of steps in each frame, run by a loop or by a stepper with an overload policy.
template <class L, class... Overload>
Steps steps_of(L loop, const std::vector<Nanos>& frames, Overload... overload)
{
    Steps steps;
    for (const Nanos frame : frames) steps.push_back(loop.plan({.frame_time = frame}, overload...).steps);
    return steps;
}

/// Checks that no time is lost: the sum of frame times == stepped + carried + dropped + filter error.
struct Account
{
    Nanos in{}, stepped{}, dropped{}, filter_error{};

    /// Adds a frame. Returns false if time is missing, given the time `carried` that the loop carries now.
    bool balances(Nanos frame, const StepPlan& plan, Nanos carried)
    {
        in += frame;
        stepped += plan.stepped;
        dropped += plan.dropped;
        filter_error += plan.filter_error;
        return plan.carried == carried && in == stepped + carried + dropped + filter_error;
    }
};

/// Runs a tick of a world in which each input changes all later states.
inline void mix(std::uint64_t& world, int input, std::int64_t tick)
{
    world = (world ^ static_cast<std::uint64_t>(input + 17 * tick)) * 6364136223846793005U + 1442695040888963407U;
}

struct FloatVec
{
    float x = 0.0F, y = 0.0F;
    friend FloatVec operator+(FloatVec a, FloatVec b) { return {a.x + b.x, a.y + b.y}; }
    friend FloatVec operator-(FloatVec a, FloatVec b) { return {a.x - b.x, a.y - b.y}; }
    friend FloatVec operator*(FloatVec a, float s) { return {a.x * s, a.y * s}; }
};

struct Quat
{
    double w = 1.0, x = 0.0, y = 0.0, z = 0.0;
};

inline Quat about_z(double angle) { return {std::cos(angle / 2), 0.0, 0.0, std::sin(angle / 2)}; }
inline double angle_of(const Quat& q) { return 2.0 * std::atan2(q.z, q.w); }
