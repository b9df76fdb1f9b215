#include "lab/replay/recorder.hpp"

#include "base/path.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/stage/lab.hpp"
#include "timestep/build.hpp"
#include "timestep/latched_input.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace lab
{

namespace
{

constexpr Nanos max_block_span{1'000'000'000}; // a block of lines in the replay file ends after this wall time
constexpr std::size_t max_block_bytes = 1'000'000;

// True if the bits are equal. Unlike with ==, 0 differs from -0, and a NaN equals itself.
bool has_same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

bool has_same_bits(const sim::Input& a, const sim::Input& b)
{
    return a == b && has_same_bits(a.drag_target_x, b.drag_target_x) &&
           has_same_bits(a.drag_target_y, b.drag_target_y) && has_same_bits(a.drag_velocity_x, b.drag_velocity_x) &&
           has_same_bits(a.drag_velocity_y, b.drag_velocity_y);
}

} // namespace

// Stores the loop's exact step size. Some game engines round it: Bullet to a float, FNA to 100 ns.
void FixedStepTracker::before_apply(const LaneConfig& config_with_step_size)
{
    timestep::Loop loop = make_loop(config_with_step_size.loop);
    // check() returns an error if the new settings are invalid. Then the previous loop continues, with its step size.
    if (timestep::check(loop)) return;
    const bool has_fixed_step = loop.stepper.clock_relation() != timestep::ClockRelation::equal;
    step_seconds_ = has_fixed_step ? loop.plan({}).dt_seconds : std::numeric_limits<double>::quiet_NaN();
}

ReplayRecorder::ReplayRecorder(const std::string& path_replaced_by_first_block, const LaneConfig& start_config,
                               bool records_frame_times)
    : ReplayRecorder{start_config, records_frame_times}
{
    path_ = path_replaced_by_first_block;
    failure_ = file_.emplace(base::path_from_utf8(path_)).failure();
}

ReplayRecorder::ReplayRecorder(const LaneConfig& start_config, bool records_frame_times)
    : records_frame_times_{records_frame_times}
    , block_lines_{replay_header(start_config, records_frame_times)}
    , config_{start_config}
    , fixed_step_tracker_{start_config}
    , digest_{crc32(block_lines_)}
{
}

// Records each change, even if a later change undoes it, so that a replay applies the same changes.
void ReplayRecorder::before_apply(const LaneConfig& config)
{
    if (config == config_) return;
    std::vector<Assignment> changes = differences_from_baseline(config, config_);
    const bool follows_set_event =
        !pending_events_.empty() && std::holds_alternative<SettingEvent>(pending_events_.back());
    if (follows_set_event && !changes.empty()) pending_events_.emplace_back(SettingsBatchEndEvent{});
    for (Assignment& change : changes)
        pending_events_.emplace_back(SettingEvent{std::move(change.key), std::move(change.value)});
    config_ = config;
    fixed_step_tracker_.before_apply(config);
}

void ReplayRecorder::after_plan(const timestep::FrameInput& frame_input_to_record,
                                const timestep::StepPlan& plan_kept_for_input_times)
{
    end_frame();
    if (frame_time_sum_ - block_start_time_ >= max_block_span || block_lines_.size() >= max_block_bytes) write_block();
    if (std::chrono::abs(frame_input_to_record.frame_time) > max_replay_frame_time)
        set_failure(base::message("{}: the replay ends before a frame of more than a day", path_));
    frame_time_sum_ += frame_input_to_record.frame_time;
    record_pending_events(frame_time_sum_);
    if (refresh_period_ != frame_input_to_record.refresh_period)
        record_event(RefreshPeriodEvent{frame_input_to_record.refresh_period}, frame_time_sum_);
    refresh_period_ = frame_input_to_record.refresh_period;
    if (records_frame_times_) record_line(frame_input_to_record.frame_time);
    plan_ = plan_kept_for_input_times;
    frame_step_count_ = 0;
    is_in_frame_ = true;
}

void ReplayRecorder::end_frame()
{
    if (!is_in_frame_) return;
    is_in_frame_ = false;
    if (frame_step_count_ < plan_.steps) record_event(TruncatedFrameEvent{frame_step_count_}, frame_time_sum_);
    if (frame_step_count_ > max_steps_per_replay_frame)
        set_failure(base::message("{}: the replay ends before a frame of {} steps; the limit is {} steps a frame",
                                  path_, frame_step_count_, max_steps_per_replay_frame));
    ++frame_count_;
    ++block_summary_.frame_count;
}

void ReplayRecorder::before_step(double h, sim::Input& input_to_record)
{
    fixed_step_tracker_.before_step(h, input_to_record);
    ++frame_step_count_;
    const sim::Input expected_input = sim::without_key_changes(last_input_);
    last_input_ = input_to_record;
    if (has_same_bits(input_to_record, expected_input)) return;
    const timestep::StepTimes step_times{frame_time_sum_, plan_};
    record_line(InputChange{
        .tick = tick_count_, .step_end_time = step_times.end_time(frame_step_count_ - 1), .input = input_to_record});
    ++entry_count_;
}

void ReplayRecorder::after_step(const scenes::World& stepped_world)
{
    ++tick_count_;
    ++block_summary_.tick_count;
    if (tick_count_ % hash_interval_ticks == 0)
        block_lines_ += replay_line(digest_.checkpoint_hash(stepped_world)) + '\n';
}

void ReplayRecorder::record_pending_events(Nanos frame_start_time)
{
    for (FrameBoundaryEventData& event : std::exchange(pending_events_, {}))
        record_event(std::move(event), frame_start_time);
}

void ReplayRecorder::record_event(FrameBoundaryEventData event, Nanos frame_start_time)
{
    record_line(FrameBoundaryEvent{.next_frame = frame_count_,
                                   .next_tick = tick_count_,
                                   .frame_start_time = frame_start_time,
                                   .data = std::move(event)});
    ++entry_count_;
}

void ReplayRecorder::record_line(const auto& line_contents)
{
    block_lines_ += replay_line(line_contents) + '\n';
    digest_.add(line_contents);
}

void ReplayRecorder::write_block(const std::optional<ReplayEndChecksums>& end_checksums)
{
    block_summary_.has_only_fixed_steps = fixed_step_tracker_.has_only_fixed_steps();
    block_lines_ += replay_line(block_summary_) + '\n';
    if (end_checksums) block_lines_ += replay_line(*end_checksums) + '\n';
    blocks_checksum_ = crc32(block_lines_, blocks_checksum_);
    block_lines_ += block_checksum_line(blocks_checksum_);
    written_byte_count_ += block_lines_.size();
    const bool has_too_many_frame_times = records_frame_times_ && frame_count_ > max_frame_times;
    if (written_byte_count_ > max_replay_file_bytes || has_too_many_frame_times || entry_count_ > max_replay_entries)
        set_failure(base::message("{}: the file is full and ends at {:.1f} s; record a shorter replay", path_,
                                  timestep::to_seconds(block_start_time_)));
    if (!failure_ && file_) failure_ = file_->add(block_lines_);
    if (!file_) text_ += block_lines_;
    block_lines_.clear();
    block_summary_ = {};
    block_start_time_ = frame_time_sum_;
}

void ReplayRecorder::set_failure(std::string reason)
{
    if (!failure_) failure_ = std::move(reason);
}

// Records the changed settings and the resets since the last frame, for example in a pause. Then ends the file.
void ReplayRecorder::finish(const scenes::World& world)
{
    if (std::exchange(is_finished_, true)) return;
    end_state_hash_ = world.state_hash();
    end_frame();
    record_pending_events(frame_time_sum_ + Nanos{1});
    if (frame_count_ == 0 && entry_count_ == 0) return;
    write_block(ReplayEndChecksums{
        digest_.checkpoint_hash(world),
        digest_.frames_checksum_including(frame_count_, tick_count_, fixed_step_tracker_.has_only_fixed_steps())});
    if (!failure_ && file_) failure_ = file_->verify_writes();
}

void run_without_window(Lab& lab, Nanos duration, const std::function<void()>& after_frame)
{
    const auto is_quit_request = [](const Request& request)
    { return std::holds_alternative<lab::request::Quit>(request); };
    ClockStandstillDetector standstill;
    while (lab.this_pc.now() <= duration)
    {
        standstill.add_frame(lab.this_pc.now());
        lab.execute_newly_due_commands();
        const bool has_quit = std::ranges::any_of(lab.requests, is_quit_request);
        lab.requests.clear();
        if (has_quit) return;
        lab.begin_frame();
        lab.end_frame();
        if (after_frame) after_frame();
    }
}

} // namespace lab
