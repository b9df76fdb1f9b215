// Runs a loop of the library, or the same loop written by hand. zero_cost.py counts the instructions of both with
// callgrind, because counts, unlike times, do not depend on the load of the machine.
// Usage: zero_cost LOOP library|hand FRAMES
// The macro HOOKED adds empty hooks to the loops of the library; the object code must not change.
#include "timestep/presets/accumulator.hpp"
#include "timestep/presets/interpolated.hpp"
#include "timestep/presets/semi_fixed.hpp"

#ifdef HOOKED
#include "timestep/chrome_trace.hpp"
#include "timestep/hooks.hpp"
#include "timestep/probe.hpp"
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <vector>

using timestep::Nanos;

namespace
{
// A minimal game: a step adds dt, a frame reads alpha.
struct Game
{
    double x = 0.0, seen = 0.0;

    void step(double dt) { x += dt; }
    void draw(double alpha) { seen += alpha; }
};

// ---- loops written by hand, in exact integers; a negative frame time counts as zero

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

template <std::int64_t max_frame_ns>
struct AccumulatorByHand
{
    static constexpr std::int64_t step = 50'000'000; // 1/60 s in units of 1/3 ns: a whole number
    std::int64_t carried = 0;

    void frame(Nanos time, Game& game)
    {
        carried += std::clamp<std::int64_t>(time.count(), 0, max_frame_ns) * 3;
        std::int64_t steps = carried / step;
        carried -= steps * step;
        for (; steps > 0; --steps) game.step(1.0 / 60.0);
        game.draw(static_cast<double>(carried) / static_cast<double>(step));
    }
};

struct SemiFixedByHand
{
    static constexpr std::int64_t step = 16'666'667; // 1/60 s in nanoseconds, rounded

    void frame(Nanos time, Game& game)
    {
        const std::int64_t left = std::max<std::int64_t>(time.count(), 0);
        for (std::int64_t steps = left / step; steps > 0; --steps) game.step(1.0 / 60.0);
        if (const std::int64_t rest = left % step; rest > 0) game.step(static_cast<double>(rest) / 1e9);
        game.draw(1.0);
    }
};

// ---- a loop written by hand in floating-point seconds, with rounding errors: G. Fiedler, "Fix Your Timestep!", 2004

struct FiedlerByHand
{
    static constexpr double dt = 1.0 / 60.0;
    double accumulator = 0.0;

    void frame(Nanos time, Game& game)
    {
        double frame_time = static_cast<double>(time.count()) / 1e9;
        if (frame_time > 0.25) frame_time = 0.25;
        accumulator += frame_time;
        while (accumulator >= dt)
        {
            game.step(dt);
            accumulator -= dt;
        }
        game.draw(accumulator / dt);
    }
};

// ---- loops of the library

#ifdef HOOKED
template <class Loop>
auto with_hooks(const Loop& loop)
{
    timestep::NoHooks none;
    return hooked(loop, none);
}
#else
template <class Loop>
Loop with_hooks(const Loop& loop)
{
    return loop;
}
#endif

template <class Loop>
void frame_of(Loop& loop, Nanos time, Game& game)
{
    const auto plan = loop.plan({.frame_time = time});
    run_steps(plan, [&](double dt) { game.step(dt); });
    game.draw(plan.alpha);
}

// ---- the functions whose instructions are counted

template <class Make>
[[gnu::noinline]] Game counted_library(Make make, const std::vector<Nanos>& frames)
{
    auto loop = with_hooks(make(timestep::hz(60)));
    Game game;
    for (const Nanos frame : frames) frame_of(loop, frame, game);
    return game;
}

template <class Loop>
[[gnu::noinline]] Game counted_by_hand(const std::vector<Nanos>& frames)
{
    Loop loop;
    Game game;
    for (const Nanos frame : frames) loop.frame(frame, game);
    return game;
}

std::vector<Nanos> noisy_frames(std::int64_t count)
{
    std::vector<Nanos> frames;
    for (std::int64_t i = 0; i < count; ++i)
        frames.push_back(Nanos{i % 100 == 99 ? 300'000'000 : 15'000'000 + i * 2'654'435'761 % 4'000'000});
    return frames;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 4) return 2;
    const std::string_view loop{argv[1]};
    const bool by_hand = std::string_view{argv[2]} == "hand";
    const auto frames = noisy_frames(std::atoll(argv[3]));

    const auto accumulator = [](timestep::Rate rate) { return timestep::presets::accumulator(rate); };
    const auto interpolated = [](timestep::Rate rate) { return timestep::presets::interpolated(rate); };
    const auto semi_fixed = [](timestep::Rate rate) { return timestep::presets::semi_fixed(rate); };

    Game game;
    if (loop == "accumulator")
        game = by_hand ? counted_by_hand<AccumulatorByHand<unlimited>>(frames) : counted_library(accumulator, frames);
    if (loop == "interpolated")
        game =
            by_hand ? counted_by_hand<AccumulatorByHand<250'000'000>>(frames) : counted_library(interpolated, frames);
    if (loop == "fiedler")
        game = by_hand ? counted_by_hand<FiedlerByHand>(frames) : counted_library(interpolated, frames);
    if (loop == "semi-fixed")
        game = by_hand ? counted_by_hand<SemiFixedByHand>(frames) : counted_library(semi_fixed, frames);
    std::printf("%.17g %.17g\n", game.x, game.seen);
}
