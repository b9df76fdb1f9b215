#include "app/guided.hpp"

#include "app/demo.hpp"
#include "io/message.hpp"
#include "io/path.hpp"
#include "io/print.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

namespace app
{

namespace
{

using timestep::Nanos;

constexpr Nanos duration{10'000'000'000};
constexpr Nanos slow{90'000'000};

void print_row(const lab::Lane& lane, std::string_view name)
{
    const lab::Totals& t      = lane.totals();
    const physics::Events& e  = lane.world().events();
    const double in           = timestep::to_seconds(t.in);
    const std::string blew_up = e.blown_up > 0 ? fmt::format("at {:.2f} s", e.blown_up_at) : "no";
    io::print("{:<14} {:>7.1f} {:>12.2f} {:>8.3f}x {:>9.2f} s {:>10} {:>12}\n", name,
              static_cast<double>(t.frames) / in, static_cast<double>(t.steps) / static_cast<double>(t.frames),
              timestep::to_seconds(t.stepped) / in, timestep::to_seconds(t.dropped), e.tunnelled, blew_up);
}

} // namespace

void run_guided(const Options& options)
{
    std::error_code error;
    std::filesystem::create_directories(options.guided, error);
    if (error) throw std::runtime_error(io::message("{}: cannot be made; {}", options.guided, error.message()));

    Options each       = options;
    each.headless      = true;
    each.virtual_clock = true;
    if (each.settings.machine.lag.delay == Nanos::zero()) each.settings.machine.lag.delay = slow;
    io::print("One slow PC: {:g} ms lost in every frame, {} s of play.\n\n",
              timestep::to_millis(each.settings.machine.lag.delay), duration.count() / 1'000'000'000);
    io::print("{:<14} {:>7} {:>12} {:>9} {:>11} {:>10} {:>12}\n", "loop", "fps", "steps/frame", "speed", "dropped",
              "tunnelled", "blew up");
    for (std::size_t i = 0; i < timestep::all_presets.size(); ++i)
    {
        if (timestep::all_presets[i].group != timestep::Group::literature) continue;
        const std::string_view name = timestep::all_presets[i].name;
        each.settings.loop.choose(i);
        each.screenshot = fmt::format("{}/{}.png", options.guided, name);
        Demo demo{each};
        demo.run_for(duration);
        print_row(demo.lane(), name);
    }
    io::print("\nPictures: {}\n",
              io::utf8_of(std::filesystem::absolute(io::path_of(options.guided)).lexically_normal()));
}

} // namespace app
