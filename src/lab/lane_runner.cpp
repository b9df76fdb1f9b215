#include "lab/lane_runner.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

namespace
{
// Frames up to which the percentiles of a lane that nobody looks at are exact: 4.6 hours at 60 a second. Beyond, they
// are to 1/8192, and days take no more memory than hours.
constexpr std::size_t computed_exact_to = 1'000'000;
} // namespace

LaneRunner::LaneRunner(LaneSetup setup, bool looked_at)
    : setup_{std::move(setup)}
    , pc_{setup_.settings.machine, setup_.settings.seed}
    , lane_{setup_.settings, looked_at ? looked_at_keeps : LaneKeeps{.mathematics = false, .samples = 1024}}
    , meter_{looked_at ? looked_at_exact_to : computed_exact_to}
    , keep_pictures_{looked_at}
{
}

const telemetry::FrameSample& LaneRunner::frame()
{
    const machine::Settings& machine = setup_.settings.machine;
    const auto recorded              = next_recorded();
    if (!recorded && lane_.samples().empty()) lane_.wait_first(setup_.settings, pc_);
    const Nanos measured = recorded ? pc_.begin_recorded_frame(*recorded) : pc_.begin_frame(machine);
    lane_.begin_frame({measured, pc_.refresh_period(machine)}, setup_.settings, input, pc_);

    // The last frame of a recording has no end: nobody knows when its picture was shown.
    const auto next = recorded ? setup_.recording->peek() : std::nullopt;
    if (next || !recorded) lane_.end_frame(setup_.settings, pc_, next);

    const telemetry::FrameSample& sample = lane_.samples().back();
    meter_.add(sample);
    if (keep_pictures_ && sample.displayed) keep_picture();
    return sample;
}

const telemetry::FrameSample& LaneRunner::feed(Nanos measured, Nanos refresh, machine::Pc& pc)
{
    return lane_.begin_frame({measured, refresh}, setup_.settings, input, pc);
}

void LaneRunner::end_fed(const telemetry::FrameSample& driver)
{
    lane_.end_as(driver);
    if ((lane_.samples().back().events & telemetry::reset) != 0) meter_ = telemetry::Meter{looked_at_exact_to};
    meter_.add(lane_.samples().back());
}

void LaneRunner::show(Nanos wall, Nanos measured, const timestep::StepPlan& plan, Nanos stepping,
                      const physics::World& world)
{
    meter_.add(lane_.show(wall, measured, plan, stepping, world));
}

std::optional<Nanos> LaneRunner::next_recorded()
{
    if (!setup_.recording) return std::nullopt;
    const int rounds = setup_.recording->rounds();
    const auto next  = setup_.recording->next();
    if (setup_.recording->rounds() != rounds) lane_.note(telemetry::recording_looped);
    return next;
}

Nanos LaneRunner::next_frame_at() const
{
    const auto recorded = setup_.recording ? setup_.recording->peek() : std::nullopt;
    return recorded ? pc_.time() + *recorded : pc_.time() + pc_.elapsed();
}

void LaneRunner::keep_picture()
{
    constexpr std::size_t most = 4096; // of a lane that nobody looks at
    if (pictures_.size() == most) pictures_.pop_front();
    pictures_.push_back(keep(lane_.newest()));
}

// A picture that does not wait for a refresh appears from where the display is drawing down to the lower edge; the next
// refresh draws it from the top.
Screen LaneRunner::on_screen(Nanos at)
{
    const timestep::Rate refresh = setup_.settings.machine.refresh;
    const double period_ns       = 1e9 / timestep::hertz(refresh);
    const Nanos drawn_since      = at - Nanos{static_cast<std::int64_t>(machine::tear_height(at, refresh) * period_ns)};

    while (pictures_.size() > 1 && pictures_[1].sample.screen <= drawn_since && pictures_[0].sample.frame <= arrived_)
        pictures_.pop_front();
    Screen screen;
    for (const physics::KeptMoment& picture : pictures_)
    {
        const telemetry::FrameSample& sample = picture.sample;
        if (sample.screen > at) break;
        const bool torn = sample.torn && sample.screen > drawn_since && !screen.parts.empty();
        if (!torn) screen.parts.clear();
        screen.parts.push_back({torn ? machine::tear_height(sample.screen, refresh) : 0.0, picture.look()});
        if (sample.frame > std::exchange(arrived_, std::max(arrived_, sample.frame)))
            screen.arrived.push_back(picture.look());
    }
    const bool hurried_past = screen.parts.empty() && !pictures_.empty() && pictures_.front().sample.frame > 0;
    if (hurried_past) screen.parts.push_back({0.0, pictures_.front().look()}); // those before it are not kept
    return screen;
}

} // namespace lab
