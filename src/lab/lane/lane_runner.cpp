#include "lab/lane/lane_runner.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

LaneRunner::LaneRunner(LaneSetup start, bool looked_at)
    : MeteredLane{std::move(start), looked_at}
    , pc_{setup().settings.machine, setup().settings.seed}
    , keep_pictures_{looked_at}
{
}

const telemetry::FrameSample& LaneRunner::frame()
{
    const Settings& settings = setup().settings;
    const auto recorded      = next_recorded();
    if (!recorded && lane().samples().empty()) lane().wait_first(settings, pc_);
    const Nanos measured = recorded ? pc_.begin_recorded_frame(*recorded) : pc_.begin_frame(settings.machine);
    lane().begin_frame({measured, pc_.refresh_period(settings.machine)}, settings, input, pc_);

    // A recording has no frame time after its last one, so the end of its last frame is unknown. This frame is not
    // ended, and has no time at which its picture was shown.
    const auto next = recorded ? setup().recording->peek() : std::nullopt;
    if (next || !recorded) lane().end_frame(settings, pc_, next);

    count_frame();
    const telemetry::FrameSample& sample = lane().samples().back();
    if (keep_pictures_ && sample.displayed) keep_picture();
    return sample;
}

// Returns the recording's next frame time; nothing without a recording, or at its end. If the recording has started
// again from its beginning, the next frame gets the event `recording_looped`.
std::optional<Nanos> LaneRunner::next_recorded()
{
    if (!setup().recording) return std::nullopt;
    const int rounds = setup().recording->rounds();
    const auto next  = setup().recording->next();
    if (setup().recording->rounds() != rounds) lane().note(telemetry::recording_looped);
    return next;
}

Nanos LaneRunner::next_frame_at() const
{
    const auto recorded = setup().recording ? setup().recording->peek() : std::nullopt;
    return recorded ? pc_.time() + *recorded : pc_.time() + pc_.elapsed();
}

void LaneRunner::keep_picture()
{
    constexpr std::size_t most = 4096; // largest number of kept pictures; reached only if on_screen() is never called
    if (pictures_.size() == most) pictures_.pop_front();
    pictures_.push_back(keep(lane().newest()));
}

// Returns the pictures that the display shows at the time `at`. A display draws each refresh from the top to the
// bottom. A picture that does not wait for a refresh appears from the line that is being drawn down to the lower edge;
// the next refresh draws it from the top.
Screen LaneRunner::on_screen(Nanos at)
{
    const timestep::Rate refresh = setup().settings.machine.refresh;
    const double period_ns       = 1e9 / timestep::hertz(refresh);
    const Nanos drawn_since      = at - Nanos{static_cast<std::int64_t>(sim::tear_height(at, refresh) * period_ns)};

    while (pictures_.size() > 1 && pictures_[1].sample.screen <= drawn_since && pictures_[0].sample.frame <= arrived_)
        pictures_.pop_front();
    Screen screen;
    for (const scenes::KeptMoment& picture : pictures_)
    {
        const telemetry::FrameSample& sample = picture.sample;
        if (sample.screen > at) break;
        const bool torn = sample.torn && sample.screen > drawn_since && !screen.parts.empty();
        if (!torn) screen.parts.clear();
        screen.parts.push_back({torn ? sim::tear_height(sample.screen, refresh) : 0.0, picture.look()});
        if (sample.frame > std::exchange(arrived_, std::max(arrived_, sample.frame)))
            screen.arrived.push_back(picture.look());
    }
    const bool hurried_past = screen.parts.empty() && !pictures_.empty() && pictures_.front().sample.frame > 0;
    // All pictures up to the time `at` have been deleted: shows the oldest picture that is kept.
    if (hurried_past) screen.parts.push_back({0.0, pictures_.front().look()});
    return screen;
}

} // namespace lab
