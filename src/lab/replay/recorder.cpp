#include "lab/replay/recorder.hpp"

#include "base/message.hpp"
#include "base/path.hpp"
#include "lab/settings/set_up.hpp"
#include "timestep/latched_input.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

namespace
{

constexpr Nanos block_length{1'000'000'000}; // wall time that one block of the file covers
// If frame times are very short, a block ends after this number of frames.
constexpr std::size_t most_lengths = 100'000;

bool is_unchanged(const sim::Input& a, const sim::Input& b)
{
    return a == b && has_same_bits(a.hand_x, b.hand_x) && has_same_bits(a.hand_y, b.hand_y);
}

// Returns the input with which the next step starts if no key changes: held keys stay held, and the marks for new
// presses and releases are removed.
sim::Input without_edges(sim::Input input)
{
    input.pressed = input.released = {};
    return input;
}

} // namespace

ReplayRecorder::ReplayRecorder(std::string path, const Settings& start, bool has_lengths)
    : ReplayRecorder{std::move(path), start, has_lengths, Pieces{has_lengths}.beginning(start)}
{
}

ReplayRecorder::ReplayRecorder(std::string path, const Settings& start, bool has_lengths,
                               const Pieces::Beginning& beginning)
    : path_{std::move(path)}
    , pieces_{has_lengths}
    , file_{base::path_of(path_), beginning.bytes}
    , failure_{file_.failure()}
    , has_lengths_{has_lengths}
    , settings_{start}
    , whole_{start}
    , digest_{beginning.checksum}
{
}

// Records the settings that the lane (loop) uses in this frame, also in a pause. Changes are recorded in each frame,
// because a later frame may undo them, and a run of the replay needs both changes.
void ReplayRecorder::observe_settings(const Settings& settings)
{
    if (settings == settings_) return;
    std::vector<Change> changes = differences(settings, settings_);
    std::erase_if(changes, [](const Change& change) { return !is_kept(change.key); });
    const bool follows = !waiting_.empty() && std::holds_alternative<SetEvent>(waiting_.back());
    if (follows && !changes.empty()) waiting_.emplace_back(ObeyEvent{});
    for (Change& change : changes) waiting_.emplace_back(SetEvent{std::move(change.key), std::move(change.value)});
    settings_ = settings;
    whole_.observe_settings(settings);
}

void ReplayRecorder::begin_frame(const timestep::FrameInput& in, const timestep::StepPlan& plan)
{
    end_frame();
    if (now_ - block_began_ >= block_length || block_.lengths.size() >= most_lengths) write_block();
    now_ += in.frame;
    note_waiting(now_);
    if (std::exchange(refresh_, in.refresh_period) != in.refresh_period) note(RefreshEvent{in.refresh_period}, now_);
    if (has_lengths_)
    {
        block_.lengths.push_back(in.frame);
        digest_.add(in.frame);
    }
    plan_  = plan;
    steps_ = 0;
    open_  = true;
}

// Ends the frame. If the loop took fewer steps than planned, the program has stopped the frame early (brake): records
// this.
void ReplayRecorder::end_frame()
{
    if (!std::exchange(open_, false)) return;
    if (steps_ < plan_.steps) note(BrakeEvent{steps_}, now_);
    if (steps_ > most_steps)
        fail(base::message("{}: ends before a frame of {} steps; a replay takes up to {} steps a frame", path_, steps_,
                           most_steps));
    ++frame_;
    ++block_.frames;
}

void ReplayRecorder::before_step(double h, sim::Input& input)
{
    whole_.before_step(h, input);
    ++steps_;
    if (is_unchanged(input, without_edges(std::exchange(input_, input)))) return;
    const timestep::StepTimes times{now_, plan_};
    block_.inputs.push_back({tick_, times.end(steps_ - 1), input});
    digest_.add(block_.inputs.back());
}

void ReplayRecorder::after_step(const scenes::World& world)
{
    ++tick_;
    ++block_.ticks;
    if (tick_ % hashed_ticks == 0) block_.hashes.push_back(digest_.mark(world));
}

void ReplayRecorder::note_waiting(Nanos at)
{
    for (EventKind& what : std::exchange(waiting_, {})) note(std::move(what), at);
}

void ReplayRecorder::note(EventKind what, Nanos at)
{
    block_.events.push_back({frame_, tick_, at, std::move(what)});
    digest_.add(block_.events.back());
}

void ReplayRecorder::write_block()
{
    block_.whole            = whole_.so_far();
    const std::string bytes = pieces_.block(block_);
    if (!pieces_.has_room())
        fail(base::message("{}: is full, and ends at {:.1f} s; record a shorter replay", path_,
                           timestep::to_seconds(block_began_)));
    add(bytes);
    block_       = {};
    block_began_ = now_;
}

void ReplayRecorder::fail(std::string why)
{
    if (!failure_) failure_ = std::move(why);
}

void ReplayRecorder::add(const std::string& text)
{
    if (!failure_) failure_ = file_.add(text);
}

// Writes the events that happened in a pause after the last frame. Usually such events are written with the next frame.
void ReplayRecorder::finish(const scenes::World& world)
{
    end_frame();
    note_waiting(now_ + Nanos{1});
    if (block_.frames > 0 || !block_.events.empty()) write_block();
    if (!file_.has_text()) return;
    add(pieces_.end({digest_.mark(world), digest_.frames(frame_, tick_, whole_.so_far())}));
    if (!failure_) failure_ = file_.finish();
}

} // namespace lab
