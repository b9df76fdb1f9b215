#include "lab/replay/recorder.hpp"

#include "base/path.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lag_text.hpp"
#include "lab/settings/set_up.hpp"
#include "timestep/latched_input.hpp"

#include <utility>

namespace lab
{

namespace
{

constexpr Nanos block_length{1'000'000'000};  // time after which a block is written
constexpr std::size_t most_lengths = 100'000; // frames after which a block is written, if frame times are very short

// Returns the values of all stored controls, to find changes fast in each frame. Lists, such as kinds of lag, are not
// in it and are compared as text.
std::vector<double> values_of(const Settings& settings)
{
    std::vector<double> values;
    values.reserve(96);
    for (const auto rows : all_controls(settings))
        for (const Control& row : rows)
            if (is_kept(row.path)) values.push_back(row.get(settings));
    return values;
}

std::string more_lag(const Settings& settings)
{
    const auto& more = settings.machine.lag.more;
    return more.empty() ? std::string{} : lag_text(more);
}

// Returns the input that continues in the next step: without presses and releases.
sim::Input without_edges(sim::Input input)
{
    input.pressed = input.released = {};
    return input;
}

} // namespace

ReplayRecorder::ReplayRecorder(std::string path, const Settings& start, bool has_lengths)
    : path_{std::move(path)}
    , file_{base::path_of(path_)}
    , pieces_{has_lengths}
    , has_lengths_{has_lengths}
    , settings_{start}
    , values_{values_of(start)}
{
    add(pieces_.beginning(start));
}

void ReplayRecorder::begin_frame(const Settings& settings, const timestep::FrameInput& in,
                                 const timestep::StepPlan& plan)
{
    end_frame();
    if (now_ - block_began_ >= block_length || block_.lengths.size() >= most_lengths) write_block();
    now_ += in.frame;
    if (std::exchange(was_reset_, false)) note(ResetEvent{});
    look(settings);
    if (std::exchange(refresh_, in.refresh_period) != in.refresh_period) note(RefreshEvent{in.refresh_period});
    if (has_lengths_) block_.lengths.push_back(in.frame);
    plan_  = plan;
    steps_ = 0;
    open_  = true;
}

// Ends the frame. If fewer steps were taken than planned, the brake has stopped the frame; this is stored.
void ReplayRecorder::end_frame()
{
    if (!std::exchange(open_, false)) return;
    if (steps_ < plan_.steps) note(BrakeEvent{steps_});
    ++frame_;
    ++block_.frames;
}

void ReplayRecorder::before_step(double h, sim::Input& input)
{
    block_.whole = block_.whole && (h == h_ || std::exchange(may_change_h_, false));
    h_           = h;
    ++steps_;
    if (input == without_edges(std::exchange(input_, input))) return;
    const timestep::StepTimes times{now_, plan_};
    block_.inputs.push_back({tick_, times.end(steps_ - 1), input});
}

void ReplayRecorder::after_step(const scenes::World& world)
{
    ++tick_;
    ++block_.ticks;
    if (tick_ % hashed_ticks == 0) block_.hashes.push_back(short_hash(world));
}

void ReplayRecorder::look(const Settings& settings)
{
    std::vector<double> values = values_of(settings);
    if (values == values_ && more_lag(settings) == more_lag(settings_)) return;
    for (const Change& change : differences(settings, settings_))
        if (is_kept(change.key)) note(SetEvent{change.key, change.value});
    settings_     = settings;
    values_       = std::move(values);
    may_change_h_ = true;
}

template <class What>
void ReplayRecorder::note(What what)
{
    block_.events.push_back({frame_, tick_, now_, std::move(what)});
}

void ReplayRecorder::write_block()
{
    add(pieces_.block(block_));
    block_       = {};
    block_began_ = now_;
}

void ReplayRecorder::add(const std::string& text)
{
    if (!failure_) failure_ = file_.add(text);
}

void ReplayRecorder::finish()
{
    end_frame();
    if (block_.frames > 0) write_block();
    add(pieces_.end());
    if (!failure_) failure_ = file_.finish();
}

} // namespace lab
