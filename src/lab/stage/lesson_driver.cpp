#include "lab/stage/lesson_driver.hpp"

#include "base/message.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/key_bindings.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

LessonDriver::LessonDriver(LaneRuns& lanes, std::shared_ptr<const Lesson> lesson, const NetworkGameConfig& game,
                           LessonAnswers& answers)
    : Driver{lanes}
    , lesson_{std::move(lesson)}
    , lesson_index_{find_lesson(lesson_->name) == lesson_.get() ? std::optional{lesson_index_of(*lesson_)}
                                                                : std::nullopt}
    , answer_{&answers[lesson_->name]}
    , run_{lesson_->network_game ? Run{NetworkLessonRun{game, *lesson_->run_limits.max_wall_time, lanes}}
                                 : Run{LoopLessonRun{*lesson_, lanes}}}
{
    if (!lesson_->network_game) clear_answer();
    if (answer_->has_run_begun) start_run();
}

bool LessonDriver::can_continue_with(const Settings& settings) const
{
    return network_run() == nullptr || network_run()->plays({settings.network, lane_config(settings)});
}

KeyHandling LessonDriver::handle_key(const KeyBinding& key, Session&, Requests&)
{
    const bool was_asking = phase_ == Phase::asking;
    const auto consumed_if = [](bool condition) { return condition ? KeyHandling::consumed : KeyHandling::passed_on; };
    switch (key.action)
    {
    case Action::choose_loop:
        set_guess(static_cast<std::size_t>(key.name[0] - '1'));
        return consumed_if(was_asking || !lesson_->network_game ||
                           lesson_->network_game->network.sync_method != scenes::SyncMethod::unsynced);
    case Action::toggle_pause: start_run(); return consumed_if(was_asking);
    default: return consumed_if(changes_setup(key.action));
    }
}

void LessonDriver::begin_frame(Session& session, ThisPc& this_pc)
{
    const Nanos elapsed = this_pc.begin_window_frame(session.settings);
    const LessonVerdict* new_verdict = this_pc.take_single_frame_request() ? simulate_frame() : advance(elapsed);
    if (new_verdict == nullptr || !lesson_index_ || !new_verdict->all_assertions_hold())
        return; // only built-in lessons count as progress
    LessonOutcome& best_outcome =
        session.progress.lesson_outcomes.try_emplace(lesson_->name, LessonOutcome::seen).first->second;
    best_outcome = std::max(best_outcome, outcome_of_user_guess());
}

void LessonDriver::set_guess(std::size_t answer_index)
{
    if (phase_ == Phase::asking && answer_index < lesson_->answers.size()) answer_->guess = answer_index;
}

void LessonDriver::start_run()
{
    if (phase_ != Phase::asking) return;
    phase_ = Phase::running;
    answer_->has_run_begun = true;
    if (loop_run() == nullptr) return;
    loop_run()->start();
    if (answer_->guess) loop_run()->make_misconception_lane(*answer_->guess);
}

bool LessonDriver::restart(Settings&)
{
    if (loop_run() == nullptr) return false;
    judging_task_ = {};
    loop_run()->reset();
    phase_ = Phase::asking;
    answer_->has_run_begun = false;
    verdict_.reset();
    return true;
}

void LessonDriver::fast_forward()
{
    start_run();
    loop_run()->fast_forward();
}

void LessonDriver::start_endless_trial()
{
    if (phase_ != Phase::revealed || lesson_->setting_to_try == nullptr) return;
    loop_run()->restart_as_endless_trial();
    phase_ = Phase::endless_trial;
}

const LessonVerdict* LessonDriver::advance(Nanos virtual_elapsed)
{
    if (phase_ == Phase::asking) return nullptr;
    loop_run() != nullptr ? loop_run()->advance(virtual_elapsed) : network_run()->advance(virtual_elapsed);
    return poll_verdict();
}

const LessonVerdict* LessonDriver::simulate_frame()
{
    if (phase_ == Phase::asking) return nullptr;
    loop_run() != nullptr ? loop_run()->simulate_earliest_frame() : network_run()->simulate_earliest_next_frame();
    return poll_verdict();
}

const LessonVerdict* LessonDriver::poll_verdict()
{
    if (NetworkLessonRun* run = network_run())
    {
        const auto result = run->take_new_game_result();
        if (!result) return nullptr;
        show_verdict(base::value_or_throw(judge_lesson(*lesson_, {*result})));
        return &*verdict_;
    }
    if (phase_ == Phase::running && loop_run()->has_ended())
    {
        phase_ = Phase::judging;
        judging_task_ = base::Task<LessonVerdict>{[lesson = lesson_, results = lanes_.results()]() mutable {
            return base::value_or_throw(judge_lesson(*lesson, std::move(results)));
        }};
    }
    if (!judging_task_.holds_untaken_result() || !judging_task_.is_done()) return nullptr;
    show_verdict(judging_task_.take());
    return &*verdict_;
}

void LessonDriver::show_verdict(LessonVerdict verdict)
{
    verdict_ = std::move(verdict);
    phase_ = Phase::revealed;
}

DisplayContent LessonDriver::advance_display(std::size_t lane_index)
{
    LoopLessonRun* run = loop_run();
    return run != nullptr ? run->advance_display_to_now(lane_index) : Driver::advance_display(lane_index);
}

std::optional<MisconceptionLane> LessonDriver::misconception(std::size_t lane_index, std::optional<Nanos> frozen_at)
{
    LoopLessonRun* run = loop_run();
    const Lane* misconception_lane = run == nullptr ? nullptr : run->misconception_lane(lane_index);
    if (misconception_lane == nullptr) return std::nullopt;
    return MisconceptionLane{*misconception_lane, frozen_at ? misconception_lane->moment_at(*frozen_at)
                                                            : run->advance_misconception_display()};
}

LessonOutcome LessonDriver::outcome_of_user_guess() const
{
    if (!guess()) return LessonOutcome::seen;
    return *guess() == lesson_->right_answer_index ? LessonOutcome::right : LessonOutcome::wrong;
}

} // namespace lab
