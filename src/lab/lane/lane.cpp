#include "lab/lane/lane.hpp"

#include "lab/lane/shown_state.hpp"
#include "telemetry/metrics.hpp"
#include "timestep/frame_timer.hpp"
#include "timestep/loop.hpp"

#include <chrono>
#include <limits>
#include <span>

namespace lab
{

namespace
{

// Returns a mask of the event kinds whose counts differ between `before` and `now`: bit i is sim::event_kinds[i].
telemetry::EventBits new_event_mask(const sim::EventCounts& before, const sim::EventCounts& now)
{
    telemetry::EventBits mask = 0;
    for (std::size_t i = 0; i < sim::event_kinds.size(); ++i)
        if (now.*sim::event_kinds[i].counter != before.*sim::event_kinds[i].counter)
            mask |= telemetry::EventBits{1} << i;
    return mask;
}

// Bit i of `event_mask` is set if the event sim::event_kinds[i] has happened in the newest frame.
void record_failures(telemetry::EventBits event_mask, const telemetry::Frames& frames, JudgedPeriod& period)
{
    std::optional<Failure> newest_failure; // most events, such as bounces, are no failures
    for (std::size_t i = 0; i < sim::event_kinds.size(); ++i)
    {
        if (!sim::event_kinds[i].is_failure || (event_mask >> i & 1U) == 0) continue;
        if (!newest_failure) newest_failure = describe_failure(frames, period.start_energy);
        if (!period.failures[i]) period.failures[i] = FailureHistory{.first = *newest_failure};
        period.failures[i]->newest = *newest_failure;
    }
}

} // namespace

Failure describe_failure(const telemetry::Frames& frames, double start_energy)
{
    const telemetry::FrameSample& newest_sample = frames.back();
    Failure failure{
        .wall_time = newest_sample.start_wall_time,
        .game_time = newest_sample.game_time,
        .failing_step =
            std::max(newest_sample.plan.steps > 0 ? newest_sample.plan.dt : Nanos{}, newest_sample.plan.tail),
        .shortest_step = newest_sample.plan.tail > Nanos::zero() ? newest_sample.plan.tail : newest_sample.plan.dt,
        .energy_ratio = newest_sample.energy / start_energy,
        .failing_step_events = frame_time_lag_events(frames, frames.size() - 1)};
    for (std::size_t i = frames.size() - 1; i > 0 && (frames[i].events & telemetry::period_start_events) == 0; --i)
    {
        const telemetry::FrameSample& earlier = frames[i - 1];
        const bool is_recent = newest_sample.start_wall_time - earlier.start_wall_time <= std::chrono::seconds{1};
        for (const Nanos step : {earlier.plan.steps > 0 ? earlier.plan.dt : Nanos{}, earlier.plan.tail})
        {
            if (step == Nanos::zero()) continue;
            if (is_recent) failure.shortest_step = std::min(failure.shortest_step, step);
            const Nanos longest = failure.longest_earlier_step;
            const Nanos length_to_exceed = is_recent ? longest : 3 * std::max(longest, failure.failing_step);
            if (step <= length_to_exceed) continue;
            failure.longest_earlier_step = step;
            failure.longest_earlier_step_wall_time = earlier.start_wall_time;
            failure.longest_earlier_step_events = frame_time_lag_events(frames, i - 1);
        }
    }
    return failure;
}

const FailureHistory* find_failures(const FailuresByKind& failures, int sim::EventCounts::*counter)
{
    const auto& failures_of_kind = failures[sim::event_index(counter)];
    return failures_of_kind ? &*failures_of_kind : nullptr;
}

Lane::Lane(const LaneConfig& config, const LaneFeatures& features)
    : chosen_loop_{config.loop}
    , plan_inputs_{features.has_fine_step_reference ? std::size_t{600} : 0}
    , references_{features.has_fine_step_reference}
    , samples_{features.max_samples}
    , history_{features.max_history_bytes}
{
    apply(config);
    reset_world();
    next_sample_.events = 0;
}

void Lane::continue_frame_numbers_of(const Lane& earlier)
{
    next_sample_.frame_number = first_frame_number_ = earlier.next_sample_.frame_number;
    add_events(telemetry::world_reset);
}

void Lane::apply(const LaneConfig& config)
{
    if (step_interceptor_ != nullptr) step_interceptor_->before_apply(config);
    const telemetry::EventBits change_events = chosen_loop_.apply(config.loop);
    add_events(change_events);

    // The scene and the integrator, also those of the references.
    // The energy matters only in scenes with springs, which have a fastest_vibration().
    const double old_energy = world_.fastest_vibration() ? world_.energy() : 0.0;
    const bool is_other_scene = &world_.type() != &type_of(config.scene);
    const auto apply_scene_to = [&](scenes::World& world)
    {
        if (is_other_scene)
            world = scenes::World{config.scene};
        else
            world.set_knobs(config.scene);
    };
    apply_scene_to(world_);
    references_.for_each_motion([&](ReferenceMotion& motion) { apply_scene_to(motion.world); });
    world_.set_integrator(config.integrator);
    references_.frame_start_reference.world.set_integrator(config.integrator);
    references_.shown_time_reference.world.set_integrator(config.integrator);
    if (is_other_scene)
    {
        history_.clear();
        reset_world();
    }
    else
        user_changed_energy_ = user_changed_energy_ || (world_.fastest_vibration() && world_.energy() != old_energy);
    references_.invalidate_step_size();
    begin_evidence();

    if ((change_events & telemetry::knob_changed) != 0) next_sample_.longest_step_seconds = 0.0;
    if ((change_events & telemetry::loop_changed) == 0) return;
    // Errors of the old loop do not count for the new one.
    references_.shown_time_reference.copy_world(world_);
    const int pending = pending_reference_bounces();
    begin_judged_period();
    periods_.back().reference_bounces_at_start -= pending;
}

// Its first frame is the next one, or the one that is being computed.
void Lane::begin_judged_period()
{
    const Nanos last_frame_start = samples_.empty() ? Nanos{-1} : samples_.back().start_wall_time;
    const JudgedPeriod period{.start_wall_time = last_frame_start + Nanos{1},
                              .start_game_time = next_sample_.game_time,
                              .events_at_start = world_.events(),
                              .reference_bounces_at_start = references_.frame_start_reference.world.events().bounced,
                              .start_energy = start_energy_,
                              .reference_step_seconds = references_.step_seconds(),
                              .refresh_period = references_.refresh_period()};
    const auto is_before_samples = [&](const JudgedPeriod& p)
    { return samples_.empty() || p.start_wall_time <= samples_[0].start_wall_time; };
    while (periods_.size() > 1 && is_before_samples(periods_[1])) periods_.erase(periods_.begin());
    // A period without frames, or without stored frames, has nothing to judge.
    if (periods_.back().start_wall_time >= period.start_wall_time || samples_.empty()) periods_.pop_back();
    periods_.push_back(period);
    next_sample_.longest_step_seconds = 0.0;
    next_sample_.period_start = period.start_wall_time;
    begin_evidence();
}

void Lane::begin_evidence()
{
    next_sample_.evidence_start = samples_.empty() ? Nanos::zero() : samples_.back().start_wall_time + Nanos{1};
    next_sample_.lost_before_evidence = next_sample_.lost_time;
}

const JudgedPeriod& Lane::judged_period_at(Nanos wall_time) const
{
    const auto later = std::ranges::upper_bound(periods_, wall_time, {}, &JudgedPeriod::start_wall_time);
    return later == periods_.begin() ? *later : *std::prev(later);
}

const Judgement& Lane::judgement(const telemetry::FrameSample& sample, const sim::EventCounts& events) const
{
    const auto stored = judgements_.lower_bound(sample.frame_number);
    if (stored != judgements_.end() && stored->first == sample.frame_number) return stored->second;
    judgements_.erase(judgements_.begin(), judgements_.lower_bound(samples_[0].frame_number));
    return judgements_.emplace(sample.frame_number, judge(*this, sample, events)).first->second;
}

Judgement Lane::judgement_of_run(const telemetry::PictureCounts& pictures) const
{
    return judge(*this, samples_.back(), world_.events(), &pictures);
}

const telemetry::ScreenMotion& Lane::screen_motion(const telemetry::FrameSample& sample) const
{
    std::size_t next = samples_.size();
    while (next > 0 && (motions_.empty() || samples_[next - 1].frame_number > motions_.back().first)) --next;
    for (; next < samples_.size(); ++next)
        motions_.emplace_back(samples_[next].frame_number,
                              motion_meter_.add(next > 0 ? &samples_[next - 1] : nullptr, samples_[next]));
    while (motions_.front().first < samples_[0].frame_number) motions_.pop_front();
    return std::ranges::lower_bound(motions_, sample.frame_number, {}, &decltype(motions_)::value_type::first)->second;
}

void Lane::reset_world()
{
    world_.reset();
    world_.interpolate(1.0, states_.shown);
    references_.reset();
    reset_camera();
    next_sample_.lost_time = {};
    begin_judged_period();
    totals_ = {};
    waiting_presses_.clear();
    user_changed_energy_ = false;
    is_body_held_ = false;
    release_time_s_ = 0.0;
    start_energy_ = periods_.back().start_energy = world_.energy();
    add_events(telemetry::world_reset);
}

void Lane::wait_for_first_frame(const LaneConfig& config, sim::VirtualPc& pc)
{
    if (loop().pacer.waits_before_first_frame())
        pc.wait_for_first_frame(chosen_loop_.running_loop().pacer, config.machine);
}

const telemetry::FrameSample& Lane::begin_frame(const timestep::FrameInput& frame_input, const LaneConfig& config,
                                                const InputTrack& input, sim::Pc& pc)
{
    const StepContext context{config, input, pc};
    const Nanos last_frame_start = std::exchange(next_sample_.start_wall_time, pc.frame_start_time());
    const bool has_even_refreshes = config.machine.vsync != sim::VsyncMode::vrr;
    next_sample_.refresh_period = has_even_refreshes ? frame_input.refresh_period : Nanos::zero();
    const sim::EventCounts events_before = world_.events();
    tap_jump_key_since(config.taps, last_frame_start);
    const double world_time_before_s = world_.time();
    const Nanos carried_before = chosen_loop_.carried_time_including_thread();
    const Nanos time_lost_by_loop_change = chosen_loop_.take_lost_carried_time(); // carried time of replaced loops
    if (chosen_loop_.uses_thread() || chosen_loop_.foreign_loop() != nullptr)
        plan_inputs_.clear(); // a loop on its own thread does not plan once a frame, and a foreign one has no copy
    else if (references_.fine_step_reference)
        plan_inputs_.push_back(
            {next_sample_.frame_number, std::make_shared<const timestep::Loop>(loop()), frame_input});
    const timestep::StepPlan planned = chosen_loop_.plan_frame(frame_input, config.machine.step_cost);
    if (step_interceptor_ != nullptr) step_interceptor_->after_plan(frame_input, planned);
    if (step_interceptor_ != nullptr && chosen_loop_.foreign_loop()) step_interceptor_->after_answer(planned);
    timestep::StepPlan plan = run_planned_steps(planned, context);
    const bool has_restarted = world_.time() < world_time_before_s; // a changed scene parameter has restarted the world
    if (has_restarted)
    {
        references_.reset();
        reset_camera();
        next_sample_.lost_time = {};
        begin_evidence();
        release_time_s_ = 0.0;
    }

    const Nanos true_frame_time = next_sample_.start_wall_time - last_frame_start;
    const bool is_clock_jump =
        frame_input.frame_time < Nanos::zero() ||
        (frame_input.frame_time > std::chrono::hours{1} && true_frame_time < std::chrono::seconds{1});
    if (is_clock_jump) next_sample_.events |= telemetry::clock_jump;
    advance_clocks(std::max(is_clock_jump ? true_frame_time : frame_input.frame_time, Nanos::zero()), plan);
    // Lost time is frame time that the loop never simulates. The first frame has no frame time.
    if (is_clock_jump)
        next_sample_.lost_time += true_frame_time - plan.stepped - (plan.carried - carried_before);
    else if (frame_input.frame_time > Nanos::zero())
        next_sample_.lost_time += plan.filter_error + plan.dropped;
    next_sample_.lost_time += time_lost_by_loop_change;
    if (released_world_) begin_period_of_release(plan);
    advance_references(frame_input, plan,
                       (has_restarted ? 0.0 : world_time_before_s) + timestep::to_seconds(carried_before), context);
    plan.dropped += time_lost_by_loop_change;
    totals_.add_frame(frame_input.frame_time, plan);
    compute_shown_state(world_, plan, last_input_, states_.shown);
    advance_camera(frame_input.frame_time, plan);
    if (is_body_held_) next_sample_.events |= telemetry::held;
    record_sample(frame_input.frame_time, plan, new_event_mask(events_before, world_.events()));
    // The distance of a held body to the reference motion is not an error of the loop.
    const double shown_time_s = world_.time() + shown_minus_newest_seconds(plan);
    if (is_body_held_ || shown_time_s < release_time_s_)
        samples_.back().reference_x_at_shown_time = std::numeric_limits<double>::quiet_NaN();
    if (references_.fine_step_reference) record_states();
    return samples_.back();
}

// The references continue from the last state in which the user held the body. Lateness counts from there.
void Lane::begin_period_of_release(const timestep::StepPlan& plan)
{
    references_.take_over(*released_world_, world_.time() + timestep::to_seconds(plan.carried));
    next_sample_.lost_time = {};
    begin_judged_period();
    periods_.back().events_at_start = released_world_->events();
    periods_.back().reference_bounces_at_start = released_world_->events().bounced;
    periods_.back().began_with_throw = true;
    next_sample_.events |= telemetry::released;
    start_energy_ = periods_.back().start_energy = released_world_->energy();
    user_changed_energy_ = false;
    release_time_s_ = released_world_->time();
    released_world_.reset();
}

void Lane::advance_references(const timestep::FrameInput& frame_input, const timestep::StepPlan& plan,
                              double simulated_plus_carried_before_s, const StepContext& context)
{
    const double shown_time_s = world_.time() + shown_minus_newest_seconds(plan);
    // A first frame without a frame time that runs a step simulates time that has not passed.
    const bool begins_with_step = frame_input.frame_time == Nanos::zero() && plan.stepped > Nanos::zero();
    references_.advance({.loop_input = frame_input,
                         .wall_time = next_sample_.start_wall_time,
                         .game_time = next_sample_.game_time,
                         .clock_error = context.pc.clock_error(),
                         .first_frame_time_s = begins_with_step ? shown_time_s + timestep::to_seconds(plan.carried)
                                                                : simulated_plus_carried_before_s,
                         .shown_time_s = shown_time_s},
                        loop_rejection() ? loop() : chosen_loop_.requested_loop(),
                        // The loop can drop the time of a whole hold. The references then must not read it either.
                        is_body_held_ || (next_sample_.events & telemetry::released) != 0 ? context.input : no_input);
    periods_.back().reference_step_seconds = next_sample_.reference_step_seconds = references_.step_seconds();
    periods_.back().refresh_period = references_.refresh_period();
    periods_.back().reference_events = references_.frame_start_reference.world.events();
    next_sample_.lateness = timestep::from_seconds(references_.frame_start_reference.state_time_s() - shown_time_s);
}

const PlanInputs* Lane::plan_inputs_at(std::int64_t frame_number) const
{
    for (std::size_t i = plan_inputs_.size(); i-- > 0;)
        if (plan_inputs_[i].frame_number <= frame_number) return &plan_inputs_[i];
    return nullptr;
}

const telemetry::FrameSample& Lane::end_frame(const LaneConfig& config, sim::Pc& pc,
                                              std::optional<Nanos> next_recorded_frame_time)
{
    telemetry::FrameSample& newest_sample = samples_.back();
    const bool is_rendered = !is_rendering_skipped();
    const auto present_times = pc.end_frame(config.machine, is_rendered, next_recorded_frame_time);
    newest_sample.is_displayed = present_times.has_value();
    is_composed_ = config.machine.vsync == sim::VsyncMode::composed;
    has_replaced_frame_ = false;
    if (present_times)
    {
        newest_sample.screen_time = present_times->screen_time;
        newest_sample.is_torn = present_times->is_torn;
        if (is_composed_) remove_replaced_frame_from_display();
    }
    if (next_recorded_frame_time) return newest_sample;
    const sim::WaitTimes wait_times = chosen_loop_.wait_for_next_frame(pc, newest_sample.plan);
    newest_sample.sleep_time = wait_times.slept;
    newest_sample.spin_time = wait_times.spun;
    return newest_sample;
}

const telemetry::FrameSample& Lane::copy_frame(Nanos wall_time, Nanos frame_time, const timestep::StepPlan& plan,
                                               Nanos stepping_time, const scenes::World& world)
{
    const sim::EventCounts events_before = world_.events();
    next_sample_.start_wall_time = wall_time;
    next_sample_.stepping_time = stepping_time;
    world_ = world;
    advance_clocks(frame_time, plan);
    totals_.add_frame(frame_time, plan);
    compute_shown_state(world_, plan, last_input_, states_.shown);
    advance_camera(frame_time, plan);
    record_sample(frame_time, plan, new_event_mask(events_before, world_.events()));
    samples_.back().is_displayed = true;
    samples_.back().screen_time = wall_time + stepping_time;
    if (references_.fine_step_reference) record_states();
    return samples_.back();
}

void Lane::advance_clocks(Nanos frame_time, const timestep::StepPlan& plan)
{
    next_sample_.game_time += frame_time;
    next_sample_.simulated_time += plan.stepped;
    next_sample_.shown_time = next_sample_.simulated_time + shown_minus_newest_time(plan);
}

void Lane::reset_camera()
{
    if (world_.has_camera()) camera_.reset(world_.camera_target_x(world_.current_state()));
    next_sample_.camera_x = world_.has_camera() ? camera_.x() : std::numeric_limits<double>::quiet_NaN();
}

void Lane::advance_camera(Nanos frame_time, const timestep::StepPlan& plan)
{
    if (!world_.has_camera()) return;
    const bool has_tail = plan.tail > Nanos::zero();
    const double last_full_step_s = plan.steps > 0 ? plan.dt_seconds : 0.0;
    const double last_step_seconds = has_tail ? timestep::to_seconds(plan.tail) : last_full_step_s;
    const auto earlier_step_count = static_cast<double>(std::max<std::int64_t>(plan.steps - (has_tail ? 0 : 1), 0));
    camera_.follow_target(world_.camera_settings(), {.newest_target = world_.camera_target_x(world_.current_state()),
                                                     .shown_target = world_.camera_target_x(states_.shown),
                                                     .frame_time = timestep::to_seconds(frame_time),
                                                     .game_time = timestep::to_seconds(next_sample_.game_time),
                                                     .earlier_steps_seconds = earlier_step_count * plan.dt_seconds,
                                                     .last_step_seconds = last_step_seconds,
                                                     .shown_minus_newest_seconds = shown_minus_newest_seconds(plan)});
    next_sample_.camera_x = camera_.x();
}

void Lane::copy_display_result(const telemetry::FrameSample& other, const LaneConfig& config)
{
    telemetry::FrameSample& newest_sample = samples_.back();
    newest_sample.is_displayed = other.is_displayed;
    newest_sample.screen_time = other.screen_time;
    newest_sample.is_torn = other.is_torn;
    newest_sample.events |= other.events & (telemetry::hitch | telemetry::debugger_break);
    is_composed_ = config.machine.vsync == sim::VsyncMode::composed;
    if (is_composed_ && other.is_displayed) remove_replaced_frame_from_display();
}

std::size_t Lane::unsettled_frame_count() const
{
    if (!is_composed_) return 0;
    std::size_t i = samples_.size();
    while (i > 0 && !samples_[i - 1].is_displayed) --i;
    const bool can_be_replaced = i > 0 && samples_[i - 1].screen_time >= samples_.back().start_wall_time;
    return can_be_replaced ? samples_.size() - (i - 1) : 0;
}

void Lane::remove_replaced_frame_from_display()
{
    std::size_t i = samples_.size() - 1;
    while (i > 0 && !samples_[i - 1].is_displayed) --i;
    has_replaced_frame_ = i > 0 && samples_[i - 1].screen_time == samples_.back().screen_time;
    if (has_replaced_frame_) samples_[i - 1].is_displayed = false;
}

timestep::StepPlan Lane::run_planned_steps(timestep::StepPlan plan, const StepContext& context)
{
    keyboard_.begin_frame(next_sample_.start_wall_time, plan);
    const sim::Pc& pc = context.pc;
    const Nanos steps_start = pc.time_in_frame();
    const Nanos deadline = steps_start + pc.stepping_time_limit();
    if (context.config.loop.step_budget > Nanos::zero() && !chosen_loop_.uses_thread())
    {
        // No step begins after the budget of wall time. The loop carries or drops the remaining time.
        struct BudgetClock
        {
            const sim::Pc& pc;

            Nanos now() const { return pc.time_for_step_budget(); }
            void sleep(Nanos) const {}
            void spin() const {}
        };
        const BudgetClock clock{pc};
        const timestep::StepBudget budget{context.config.loop.step_budget};
        const auto steps_left = budget.run_steps(clock, plan, [&](double h) { run_step(h, context); });
        plan = chosen_loop_.give_back_unrun_steps(plan, steps_left);
    }
    else
    {
        std::int64_t step_count = 0;
        while (step_count < plan.steps && pc.time_in_frame() < deadline)
            step_count += run_batch(plan.steps - step_count, plan.dt_seconds, context);
        if (step_count < plan.steps) // limits the stall of a spiral of death without a step limit
        {
            drop_steps_after(step_count, plan);
            add_events(telemetry::step_time_limit_reached);
        }
        if (plan.tail > Nanos::zero()) run_step(timestep::to_seconds(plan.tail), context);
    }
    next_sample_.stepping_time = pc.time_in_frame() - steps_start;
    return plan;
}

// Runs one step, or up to eight steps in one call if the scene supports this. Returns the number of steps that it ran.
std::int64_t Lane::run_batch(std::int64_t steps_left, double h, const StepContext& context)
{
    constexpr std::int64_t max_steps_at_once = 8;
    const bool costs_time = context.config.machine.step_cost != Nanos::zero();
    if (!world_.type().can_run_many_steps || costs_time || step_interceptor_ != nullptr)
    {
        run_step(h, context);
        return 1;
    }
    std::array<sim::Input, max_steps_at_once> input_array{};
    const auto inputs = std::span{input_array}.first(static_cast<std::size_t>(std::min(steps_left, max_steps_at_once)));
    for (sim::Input& input : inputs) input = take_next_step_input(context);
    next_sample_.longest_step_seconds = std::max(next_sample_.longest_step_seconds, h);
    world_.step_many(h, inputs);
    return std::ssize(inputs);
}

const sim::Input& Lane::take_next_step_input(const StepContext& context)
{
    const Nanos step_end = keyboard_.next_step_end_time();
    last_input_ = context.input.at(step_end);
    keyboard_.set_next_step_keys(context.config.key_reading, last_input_);
    if (!waiting_presses_.empty() || last_input_.pressed.jump) count_presses(step_end, context.config.key_reading);
    return last_input_;
}

// The step that has just got `last_input_` is the first one after the presses that it could have read. It reads the
// newest of them, if any; the others are lost.
void Lane::count_presses(Nanos step_end, KeyReading reading)
{
    // A latched press belongs to the step during which it happened, another one to the next step that runs.
    const auto is_due = [&](Nanos press)
    { return reading != KeyReading::latched || press <= step_end || press > next_sample_.start_wall_time; };
    const auto first_waiting = std::ranges::find_if_not(waiting_presses_, is_due);
    const auto due_count = first_waiting - waiting_presses_.begin();
    waiting_presses_.erase(waiting_presses_.begin(), first_waiting);
    const bool is_read = last_input_.pressed.jump && due_count > 0;
    if (is_read) world_.count_event(&sim::EventCounts::read_presses);
    for (auto lost = due_count - (is_read ? 1 : 0); lost > 0; --lost)
        world_.count_event(&sim::EventCounts::lost_presses);
    if (last_input_.pressed.jump && due_count == 0 && world_.events().read_presses > 0)
        world_.count_event(&sim::EventCounts::repeated_presses);
}

void Lane::run_step(double h, const StepContext& context)
{
    take_next_step_input(context);
    next_sample_.longest_step_seconds = std::max(next_sample_.longest_step_seconds, h);
    if (step_interceptor_ != nullptr) step_interceptor_->before_step(h, last_input_);
    const bool was_body_held = std::exchange(is_body_held_, last_input_.grabbed && world_.can_be_held());
    if (was_body_held && !is_body_held_) released_world_ = world_;
    user_changed_energy_ = user_changed_energy_ || is_body_held_;
    world_.step(h, last_input_);
    if (step_interceptor_ != nullptr) step_interceptor_->after_step(world_);
    context.pc.spend_computing_time(chosen_loop_.uses_thread() ? Nanos::zero() : context.config.machine.step_cost);
}

void Lane::set_button(Nanos wall_time, Button button, bool is_down)
{
    keyboard_.add_event(wall_time, button, is_down);
    references_.set_button(wall_time, button, is_down);
    if (button != Button::jump || std::exchange(is_jump_down_, is_down) == is_down || !is_down) return;
    if (!world_.type().has_player_keys) return;
    waiting_presses_.push_back(wall_time);
    world_.count_event(&sim::EventCounts::pressed);
}

// The first press is one interval after the start of the lane.
void Lane::tap_jump_key_since(const TapSettings& taps, Nanos last_frame_start)
{
    if (taps.interval <= Nanos::zero()) return;
    const Nanos interval = std::max(taps.interval, Nanos{1'000'000});
    const Nanos press_duration = std::min(taps.length, interval - Nanos{1});
    const auto set_jump_button = [&](Nanos event_time, bool is_down)
    {
        if (event_time <= last_frame_start || event_time > next_sample_.start_wall_time) return;
        set_button(event_time, Button::jump, is_down);
        if (is_down) world_.count_event(&sim::EventCounts::tapped);
    };
    // After a long frame only the last 10,000 presses are made.
    const Nanos first_time = std::max(last_frame_start, next_sample_.start_wall_time - 10'000 * interval);
    const Nanos last_press = start_wall_time_ + (first_time - start_wall_time_) / interval * interval;
    for (Nanos press = last_press; press <= next_sample_.start_wall_time; press += interval)
    {
        set_jump_button(press, true);
        set_jump_button(press + press_duration, false);
    }
}

const telemetry::FrameSample& Lane::record_pause(sim::Pc& pc, Nanos excluded_time)
{
    next_sample_.start_wall_time = pc.frame_start_time();
    next_sample_.stepping_time = Nanos::zero();
    references_.record_clock_error(pc.clock_error());
    const telemetry::EventBits pause_events =
        telemetry::paused |
        (excluded_time > Nanos::zero() ? telemetry::EventBits{telemetry::time_excluded} : telemetry::EventBits{});
    add_events(pause_events);
    const bool continues_pause =
        !samples_.empty() && (samples_.back().events & (telemetry::paused | telemetry::time_excluded)) == pause_events;
    const timestep::StepPlan empty_plan{.dt = next_sample_.plan.dt, // a pause keeps the last step size
                                        .dt_seconds = next_sample_.plan.dt_seconds,
                                        .carried = chosen_loop_.carried_time_including_thread(),
                                        .alpha = next_sample_.plan.alpha,
                                        .presentation = loop().presentation};
    return record_sample(continues_pause ? samples_.back().measured_frame_time + excluded_time : excluded_time,
                         empty_plan, 0, continues_pause);
}

void Lane::record_states()
{
    if (has_heap_free_states())
    {
        world_.interpolate(0.0, states_.before_newest_step);
        world_.interpolate(1.0, states_.newest);
    }
    else
        states_.before_newest_step = states_.newest = scenes::AnyState{};
    history_.add(newest_moment());
}

bool Lane::is_rendering_skipped() const
{
    return !samples_.empty() && !telemetry::is_paused(samples_.back()) && !chosen_loop_.renders(samples_.back().plan);
}

scenes::Moment Lane::moment_at(Nanos wall_time) const
{
    const scenes::StoredMoment* stored_moment = history_.moment_at(wall_time);
    if (stored_moment == nullptr) return newest_moment();
    const telemetry::Frames frames{samples_};
    const auto sample_index = frames.newest_index_at(stored_moment->sample.start_wall_time);
    const bool has_sample = sample_index && frames[*sample_index].frame_number == stored_moment->sample.frame_number;
    return stored_moment->as_moment(has_sample ? frames[*sample_index] : stored_moment->sample);
}

const telemetry::FrameSample& Lane::record_sample(Nanos frame_time, const timestep::StepPlan& plan,
                                                  telemetry::EventBits event_mask, bool replaces_newest)
{
    const scenes::Observables observables = world_.observables();
    next_sample_.measured_frame_time = frame_time;
    next_sample_.plan = plan;
    next_sample_.x = observables.x;
    next_sample_.v = observables.v;
    next_sample_.energy = observables.energy;
    next_sample_.shown_x = world_.observables(states_.shown).x;
    next_sample_.reference_x_at_frame_start = references_.frame_start_reference.body_x();
    next_sample_.reference_camera_x = references_.frame_start_reference.camera_x();
    next_sample_.reference_x_at_shown_time = references_.x_at_shown_time(world_, plan);
    // From the scene's formula; NaN if it has none.
    const double shown_s = world_.time() + timestep::to_seconds(next_sample_.shown_time - next_sample_.simulated_time);
    next_sample_.exact_x_at_shown_time = world_.write_exact_state(std::max(shown_s, 0.0), states_.exact)
                                             ? world_.observables(states_.exact).x
                                             : std::numeric_limits<double>::quiet_NaN();
    next_sample_.events |= event_mask;
    if (replaces_newest)
        samples_.back() = next_sample_;
    else
        samples_.push_back(next_sample_);
    ++next_sample_.frame_number;
    next_sample_.events = 0;
    ++new_frame_count_;
    if (event_mask != 0) record_failures(event_mask, samples_, periods_.back());
    if (bounces() == reference_bounces()) bounces_agreed_at_ = samples_.back().start_wall_time;
    return samples_.back();
}

int Lane::pending_reference_bounces() const
{
    if (samples_.empty()) return 0;
    constexpr Nanos min_lasting_difference{250'000'000}, max_explained_lateness{1'000'000'000};
    const telemetry::FrameSample& newest = samples_.back();
    const int difference = reference_bounces() - bounces();
    const bool is_passing =
        std::abs(difference) == 1 &&
        newest.start_wall_time - bounces_agreed_at_ <
            min_lasting_difference + std::min(std::chrono::abs(newest.lost_time), max_explained_lateness);
    return is_passing ? difference : 0;
}

} // namespace lab
