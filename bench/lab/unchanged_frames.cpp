// Measures a frame in which the user changes no setting. The journal and the lane (the loop with its scene) still look
// for changes. Every control of the live panel, with all axes of the loop expanded, is read three times: for the
// widget, for the value beside it, and for the log of widgets.
#include "lab_bench.hpp"

#include "bench.hpp"
#include "lab/lane/lane.hpp"
#include "lab/settings/control_change_journal.hpp"
#include "lab/settings/controls.hpp"
#include "timestep/presets.hpp"

#include <array>
#include <functional>
#include <string_view>

namespace
{

volatile double last_value; // results go here, so that the compiler does not remove the computation

void read(const lab::Settings& settings, const lab::Control& row)
{
    for (int time = 0; time < 3; ++time) last_value = row.get(settings);
}

using enum lab::ControlId;
constexpr std::array choices{filter, stepper, overload, pacer};
constexpr std::array others{presentation, step_rate,   side_by_side,   scene,       integrator, ring,
                            trail,        state_marks, velocity_arrow, light_theme, font_scale, sound};

void read_panel(const lab::Settings& settings)
{
    for (const lab::ControlId id : others) read(settings, lab::control_of(id));
    for (const lab::ComponentKind axis : lab::all_component_kinds)
    {
        read(settings, lab::control_of(choices[static_cast<std::size_t>(axis)]));
        for (const lab::Control& row : lab::controls_of_chosen_component(settings, axis)) read(settings, row);
    }
    for (const lab::Control& row : lab::common_controls_except_lists())
        if (row.appearance.machine_panel == lab::MachinePanelPlace::live_pc ||
            row.appearance.machine_panel == lab::MachinePanelPlace::both)
            read(settings, row);
    for (const lab::Control& row : lab::scene_controls(settings)) read(settings, row);
}

double ns_of(const std::function<void()>& frame)
{
    constexpr int frames = 2000;
    return best_of(15,
                   [&]
                   {
                       for (int i = 0; i < frames; ++i) frame();
                   }) *
           1e9 / frames;
}

void unchanged(std::string_view loop)
{
    lab::Settings settings;
    settings.lane.loop.choose_preset(id_of(*timestep::find_preset(loop)));
    lab::ControlChangeJournal journal;
    lab::Lane lane{settings.lane, lab::shown_lane_features};
    lab::Settings applied = settings;
    lab::Nanos wall{};
    const auto notice = [&]
    {
        journal.log(lane_config(settings), wall += lab::Nanos{16'666'667});
        if (settings != applied) lane.apply((applied = settings).lane);
    };
    lab::Settings copy;
    const double yardstick = ns_of([&] { copy = settings; });
    const double noticing = ns_of(notice);
    const double reading = ns_of([&] { read_panel(settings); });
    bench::print("  {:<24}{:8.0f} ns ={:6.1f} copies of all settings ({:.0f} ns to notice, {:.0f} ns to read)\n", loop,
                 noticing + reading, (noticing + reading) / yardstick, noticing, reading);
}

} // namespace

void unchanged_frames()
{
    bench::print("\nA frame in which no setting was changed: to notice that, and to read what the panel shows\n");
    for (const char* loop : {"interpolated", "fixed-busy-wait", "godot-smoothed"}) unchanged(loop);
}
