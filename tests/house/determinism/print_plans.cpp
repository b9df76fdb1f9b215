// Plans the same frames with every preset and every stepper and filter, and prints one line with a hash of each loop's
// plans. tests/house/determinism.sh compares the lines of builds with other compilers, processors and default flags.
#include "timestep/game_clock.hpp"
#include "timestep/presets.hpp"

#include <bit>
#include <cinttypes>
#include <cstdio>
#include <string>

using namespace timestep;

namespace
{
constexpr int frames_of_a_loop = 20'000;

// Random numbers that are the same on every machine (the generator SplitMix64).
struct Random
{
    std::uint64_t state = 2026;

    std::uint64_t next()
    {
        state += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }
    // A frame time: a noisy refresh period of 60 Hz, sometimes two, sometimes anything up to 1.05 s.
    Nanos frame()
    {
        const std::uint64_t kind = next() % 1000;
        const auto dice = static_cast<std::int64_t>(next() >> 20U);
        if (kind < 2) return Nanos{dice % 1'050'000'000};
        if (kind < 400) return Nanos{1'000'000 + dice % 49'000'000};
        return Nanos{(kind < 420 ? 2 : 1) * 16'683'333 + dice % 2'000'000 - 1'000'000};
    }
};

// Hashes 64-bit numbers (FNV-1a on 8 bytes at once).
struct Hash
{
    std::uint64_t value = 0xCBF29CE484222325U;

    void add(std::uint64_t bits) { value = (value ^ bits) * 0x100000001B3U; }
    void add(std::int64_t number) { add(static_cast<std::uint64_t>(number)); }
    void add(Nanos time) { add(static_cast<std::int64_t>(time.count())); }
    void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
    void add(const StepPlan& plan)
    {
        add(plan.steps);
        add(plan.alpha);
        add(plan.dt_seconds);
        for (const Nanos time : {plan.dt, plan.tail, plan.stepped, plan.carried, plan.dropped, plan.filter_error,
                                 plan.filtered_frame_time})
            add(time);
    }
};

void print(std::string_view name, const Hash& hash)
{
    std::printf("%-24s %016" PRIx64 "\n", std::string{name}.c_str(), hash.value);
}

void print_plans(std::string_view name, Loop loop)
{
    Random random;
    Hash hash;
    for (int i = 0; i < frames_of_a_loop; ++i) hash.add(loop.plan({.frame_time = random.frame()}));
    print(name, hash);
}

void print_game_clock()
{
    GameClock clock;
    clock.speed = Speed{3, 10};
    Random random;
    Hash hash;
    for (int i = 0; i < frames_of_a_loop; ++i) hash.add(clock.advance(random.frame()));
    print("game clock", hash);
}
} // namespace

int main()
{
    for (const Preset& preset : all_presets)
    {
        print_plans(preset.name, preset());
        print_plans(std::string{preset.name} + " at 59.94", preset({60'000, 1001}));
    }
    for (const std::string_view stepper : LoopStepper::names)
    {
        Loop loop;
        loop.stepper.choose(stepper);
        print_plans(std::string{"stepper "}.append(stepper), loop);
    }
    for (const std::string_view filter : LoopFilter::names)
    {
        Loop loop = to_loop(presets::accumulator());
        loop.filter.choose(filter);
        print_plans(std::string{"filter "}.append(filter), loop);
    }
    print_game_clock();
}
