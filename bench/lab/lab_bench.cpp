// bench_lab -- measures how much faster than real time the laboratory runs, in total and for each part. Each result is
// the best of several rounds. For comparison, a bare loop runs the same frames in the same process.
#include "bench.hpp"
#include "lab/lane/lane_run.hpp"
#include "sim/machine/settings.hpp"
#include "timestep/presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace
{

using bench::cpu_name;
using bench::print;
using timestep::Nanos;

// CPU time in seconds of all threads of this program. Other programs on the machine do not change it.
double now()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// CPU time in seconds of the fastest round, summed over all threads of the program.
double best_of(int rounds, const std::function<void()>& work)
{
    double best = 1e9;
    for (int round = 0; round < bench::rounds(rounds); ++round)
    {
        const double begun = now();
        work();
        best = std::min(best, now() - begun);
    }
    return best;
}

std::vector<Nanos> noisy_frames(std::size_t count)
{
    std::mt19937_64 random{1};
    std::vector<Nanos> frames(count);
    for (Nanos& frame : frames) frame = Nanos{16'000'000 + static_cast<std::int64_t>(random() % 1'333'333)};
    return frames;
}

volatile std::int64_t kept; // results go here, so that the compiler does not remove the computation

// The accumulator loop as printed in the articles, with doubles. The other loops are compared with it.
double bare_accumulator(const std::vector<Nanos>& frames)
{
    return best_of(7,
                   [&]
                   {
                       double accumulator = 0.0;
                       std::int64_t steps = 0;
                       for (const Nanos frame : frames)
                       {
                           accumulator += static_cast<double>(frame.count()) * 1e-9;
                           for (; accumulator >= 1.0 / 60.0; accumulator -= 1.0 / 60.0) ++steps;
                       }
                       kept = steps;
                   });
}

void decisions()
{
    const auto frames = noisy_frames(1'000'000);
    const double bare = bare_accumulator(frames);
    const double count = static_cast<double>(frames.size());
    print("\nDecisions only: a plan a frame, no world; millions of frames a second, one thread\n");
    print("  {:<24}{:8.1f}\n", "accumulator on doubles", count / bare * 1e-6);
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        timestep::Loop loop = preset.make(timestep::hz(60));
        const double taken = best_of(5,
                                     [&]
                                     {
                                         std::int64_t steps = 0;
                                         for (const Nanos frame : frames)
                                             steps += loop.plan({frame, Nanos{16'666'667}}).steps;
                                         kept = steps;
                                     });
        print("  {:<24}{:8.1f}   {:5.2f} times the accumulator's time\n", preset.name, count / taken * 1e-6,
              taken / bare);
    }
}

lab::LaneSetup lane(std::string_view loop, std::string_view machine)
{
    lab::LaneSetup setup;
    const auto* preset = timestep::find_preset(loop);
    setup.config.loop.choose_preset(id_of(*preset));
    setup.config.machine = sim::find_machine_preset(machine)->settings;
    return setup;
}

void whole_frames()
{
    constexpr std::int64_t frames = 1'000'000;
    print("\nWhole frames: virtual PC, decision, physics of the default scene, a record and all metrics; one thread\n");
    for (const char* loop : {"fixed", "variable", "semi-fixed", "accumulator", "interpolated", "godot", "unity"})
    {
        const double taken = best_of(3, [&] { lab::run_lane(lane(loop, "office-laptop-60"), {.max_frames = frames}); });
        print("  {:<24}{:8.2f} million frames a second, {:.0f} times real time\n", loop,
              static_cast<double>(frames) / taken * 1e-6, static_cast<double>(frames) / 60.0 / taken);
    }
}

void an_hour_of_all_presets()
{
    std::vector<lab::LaneSetup> setups;
    for (const timestep::Preset& preset : timestep::all_presets)
        setups.push_back(lane(preset.name, "office-laptop-60"));
    const Nanos hour{3'600'000'000'000};
    const double cores = std::max(std::thread::hardware_concurrency(), 1U);
    const double taken = best_of(3, [&] { lab::run_lanes(setups, {.max_wall_time = hour}); });
    print("\nAn hour of 60 Hz under all {} presets, with metrics: {:.2f} CPU seconds, {:.2f} s on {} cores\n",
          setups.size(), taken, taken / cores, cores);
}

} // namespace

int main()
{
    print("bench_lab on {}, {} threads, compiled by {}\n", cpu_name(), std::thread::hardware_concurrency(),
          __VERSION__);
    decisions();
    whole_frames();
    an_hour_of_all_presets();
}
