#include "programs/demo/window/guided_run.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "catalogue/presets.hpp"
#include "programs/demo/window/demo.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <string_view>

namespace demo
{

namespace
{

using timestep::Nanos;

constexpr Nanos run_duration{10'000'000'000};
constexpr Nanos default_frame_delay{90'000'000};

void print_loop_row(const lab::Lane& lane, std::string_view loop_name)
{
    const lab::LaneTotals& totals = lane.totals();
    const sim::EventCounts& events = lane.world().events();
    const double total_frame_time_s = timestep::to_seconds(totals.frame_time);
    const std::string blow_up_text = events.blown_up > 0 ? fmt::format("at {:.2f} s", events.last_blow_up_s) : "no";
    base::print("{:<14} {:>7.1f} {:>12.2f} {:>8.3f}x {:>9.2f} s {:>10} {:>12}\n", loop_name,
                static_cast<double>(totals.frame_count) / total_frame_time_s,
                static_cast<double>(totals.full_step_count) / static_cast<double>(totals.frame_count),
                timestep::to_seconds(totals.stepped_time) / total_frame_time_s,
                timestep::to_seconds(totals.dropped_time), events.tunnelled, blow_up_text);
}

} // namespace

void run_guided(const Options& options)
{
    std::error_code error;
    std::filesystem::create_directories(options.loop_screenshots_folder, error);
    if (error) throw base::BadInput{"{}: cannot be created; {}", options.loop_screenshots_folder, error.message()};

    Options run_options = options;
    run_options.is_headless = true;
    run_options.uses_virtual_clock = true;
    if (run_options.settings.lane.machine.lag.delay == Nanos::zero())
        run_options.settings.lane.machine.lag.delay = default_frame_delay;
    base::print("One slow PC: every frame takes {} ms longer, for {} s.\n\n",
                base::number_text(timestep::to_millis(run_options.settings.lane.machine.lag.delay)),
                run_duration.count() / 1'000'000'000);
    base::print("{:<14} {:>7} {:>12} {:>9} {:>11} {:>10} {:>12}\n", "loop", "fps", "steps/frame", "speed", "dropped",
                "tunnelled", "blew up");
    for (const timestep::Preset& preset : catalogue::presets())
    {
        if (preset.group != timestep::PresetGroup::literature) continue; // not one of the five best-known loops
        const std::string_view loop_name = preset.name;
        run_options.settings.lane.loop.choose_preset(catalogue::id_of(preset));
        run_options.screenshot_path = fmt::format("{}/{}.png", options.loop_screenshots_folder, loop_name);
        Demo loop_demo{run_options};
        run_options.settings_damage_reason.clear(); // the first run has renamed a damaged settings file
        loop_demo.run_until(run_duration);
        loop_demo.save_all_files();
        print_loop_row(loop_demo.lane(), loop_name);
    }
    base::print(
        "\nPictures: {}\n",
        base::path_to_utf8(
            std::filesystem::absolute(base::path_from_utf8(options.loop_screenshots_folder)).lexically_normal()));
}

} // namespace demo
