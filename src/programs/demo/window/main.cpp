// timestep_demo -- shows game loops in a window: choose a loop, slow the PC down, and see the errors of that loop
#include "base/console.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/stopping.hpp"
#include "programs/demo/window/demo.hpp"
#include "programs/demo/window/options.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>

#include <exception>
#include <filesystem>
#include <string_view>

namespace demo
{

namespace
{

constexpr Nanos guided_time{10'000'000'000};
constexpr Nanos guided_delay{90'000'000};

void print_guided_row(const lab::Lane& lane, std::string_view loop)
{
    const lab::Totals& t      = lane.totals();
    const sim::Events& e      = lane.world().events();
    const double in           = timestep::to_seconds(t.given);
    const std::string blew_up = e.blown_up > 0 ? fmt::format("at {:.2f} s", e.blown_up_at) : "no";
    base::print("{:<14} {:>7.1f} {:>12.2f} {:>8.3f}x {:>9.2f} s {:>10} {:>12}\n", loop,
                static_cast<double>(t.frames) / in, static_cast<double>(t.steps) / static_cast<double>(t.frames),
                timestep::to_seconds(t.stepped) / in, timestep::to_seconds(t.dropped), e.tunnelled, blew_up);
}

// Runs the five best-known loops for 10 virtual seconds each, with 90 ms of lag if the options have none. Saves one
// picture per loop in the folder `options.guided`, and prints a table.
void run_guided(const Options& options)
{
    std::error_code error;
    std::filesystem::create_directories(options.guided, error);
    if (error) throw base::BadInput{"{}: cannot be made; {}", options.guided, error.message()};

    Options each       = options;
    each.headless      = true;
    each.virtual_clock = true;
    if (each.settings.machine.lag.delay == Nanos::zero()) each.settings.machine.lag.delay = guided_delay;
    base::print("One slow PC: every frame takes {:g} ms longer, for {} s.\n\n",
                timestep::to_millis(each.settings.machine.lag.delay), guided_time.count() / 1'000'000'000);
    base::print("{:<14} {:>7} {:>12} {:>9} {:>11} {:>10} {:>12}\n", "loop", "fps", "steps/frame", "speed", "dropped",
                "tunnelled", "blew up");
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        if (preset.group != timestep::Group::literature) continue;
        const std::string_view loop = preset.name;
        each.settings.loop.choose(id_of(preset));
        each.screenshot = fmt::format("{}/{}.png", options.guided, loop);
        Demo run{each};
        each.settings_damage.clear(); // only the first of the five runs may rename a damaged settings file
        run.run_for(guided_time);
        print_guided_row(run.lane(), loop);
    }
    base::print("\nPictures: {}\n",
                base::utf8_of(std::filesystem::absolute(base::path_of(options.guided)).lexically_normal()));
}

int run(int argc, const char* const* argv)
{
    try
    {
        const auto options = demo::parse_options(argc, argv);
        if (options && !options->guided.empty())
            demo::run_guided(*options);
        else if (options)
            demo::run_until_closed(*options);
        base::flush();
        return 0;
    }
    catch (const std::exception& e)
    {
        if (!base::stopped_by_broken_pipe()) base::print_error("timestep_demo", e.what());
        return 2;
    }
}

} // namespace

} // namespace demo

int main(int argc, char** argv)
{
    const base::Arguments arguments = base::start_console(argc, argv);
    base::clean_up_when_stopped();
    const int code = demo::run(arguments.count, arguments.words);
    if (base::stopped_by_broken_pipe()) base::end_as_stopped(); // run() has already saved all open files
    return code;
}
