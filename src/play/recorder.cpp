#include "play/recorder.hpp"

#include "io/path.hpp"
#include "lab/controls.hpp"
#include "lab/lag_text.hpp"
#include "lab/set_up.hpp"
#include "timestep/latched_input.hpp"

#include <utility>

namespace play
{

namespace
{

constexpr Nanos block_length{1'000'000'000};
constexpr std::size_t most_lengths = 100'000; // of frames that are no longer than nothing

// Cheap to compare, once a frame; what it does not hold is compared as text.
std::vector<double> values_of(const lab::Settings& settings)
{
    std::vector<double> values;
    values.reserve(96);
    for (const auto rows : lab::all_controls(settings))
        for (const lab::Control& row : rows)
            if (is_kept(row.path)) values.push_back(row.get(settings));
    return values;
}

std::string more_lag(const lab::Settings& settings)
{
    const auto& more = settings.machine.lag.more;
    return more.empty() ? std::string{} : lab::lag_text(more);
}

physics::Input without_edges(physics::Input input)
{
    input.pressed = input.released = {};
    return input;
}

} // namespace

ReplayRecorder::ReplayRecorder(std::string path, const lab::Settings& start, bool has_lengths)
    : path_{std::move(path)}
    , file_{io::path_of(path_)}
    , pieces_{has_lengths}
    , has_lengths_{has_lengths}
    , settings_{start}
    , values_{values_of(start)}
{
    add(pieces_.beginning(start));
}

void ReplayRecorder::begin_frame(const lab::Settings& settings, const timestep::FrameInput& in,
                                 const timestep::StepPlan& plan)
{
    end_frame();
    if (now_ - block_began_ >= block_length || block_.lengths.size() >= most_lengths) write_block();
    now_ += in.frame;
    if (std::exchange(was_reset_, false)) note(Reset{});
    look(settings);
    if (std::exchange(refresh_, in.refresh_period) != in.refresh_period) note(Refresh{in.refresh_period});
    if (has_lengths_) block_.lengths.push_back(in.frame);
    plan_  = plan;
    steps_ = 0;
    open_  = true;
}

// A brake leaves out what was planned; without one all of it is done.
void ReplayRecorder::end_frame()
{
    if (!std::exchange(open_, false)) return;
    if (steps_ < plan_.steps) note(Brake{steps_});
    ++frame_;
    ++block_.frames;
}

void ReplayRecorder::before_step(double h, physics::Input& input)
{
    block_.whole = block_.whole && (h == h_ || std::exchange(may_change_h_, false));
    h_           = h;
    ++steps_;
    if (input == without_edges(std::exchange(input_, input))) return;
    const timestep::StepTimes times{now_, plan_};
    block_.inputs.push_back({tick_, times.end(steps_ - 1), input});
}

void ReplayRecorder::after_step(const physics::World& world)
{
    ++tick_;
    ++block_.ticks;
    if (tick_ % hashed_ticks == 0) block_.hashes.push_back(short_hash(world));
}

void ReplayRecorder::look(const lab::Settings& settings)
{
    std::vector<double> values = values_of(settings);
    if (values == values_ && more_lag(settings) == more_lag(settings_)) return;
    for (const lab::Change& change : lab::differences(settings, settings_))
        if (is_kept(change.key)) note(Set{change.key, change.value});
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

} // namespace play
