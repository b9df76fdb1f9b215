#include "lab/stage/lesson_driver.hpp"

#include "base/message.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/key_bindings.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

LessonDriver::LessonDriver(LaneRuns& lanes, std::shared_ptr<const Lesson> lesson)
    : Driver{lanes}
    , lesson_{std::move(lesson)}
    , lesson_index_{find_lesson(lesson_->name) == lesson_.get() ? std::optional{lesson_index_of(*lesson_)}
                                                                : std::nullopt}
    , run_{*lesson_, lanes}
{
}

KeyHandling LessonDriver::handle_key(const KeyBinding& key, Session&, Requests&)
{
    const bool was_asking = phase_ == Phase::asking;
    const auto consumed_if = [](bool condition) { return condition ? KeyHandling::consumed : KeyHandling::passed_on; };
    switch (key.action)
    {
    case Action::choose_loop: set_guess(static_cast<std::size_t>(key.name[0] - '1')); return KeyHandling::consumed;
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
    if (phase_ == Phase::asking && answer_index < lesson_->answers.size()) guess_ = answer_index;
}

void LessonDriver::start_run()
{
    if (phase_ != Phase::asking) return;
    phase_ = Phase::running;
    run_.start();
    if (guess_) run_.make_misconception_lane(*guess_);
}

bool LessonDriver::restart(Settings&)
{
    judging_task_ = {};
    run_.reset();
    phase_ = Phase::asking;
    verdict_.reset();
    return true;
}

void LessonDriver::fast_forward()
{
    start_run();
    run_.fast_forward();
}

void LessonDriver::start_endless_trial()
{
    if (phase_ != Phase::revealed || lesson_->setting_to_try == nullptr) return;
    run_.restart_as_endless_trial();
    phase_ = Phase::endless_trial;
}

const LessonVerdict* LessonDriver::advance(Nanos virtual_elapsed)
{
    if (phase_ == Phase::asking) return nullptr;
    run_.advance(virtual_elapsed);
    return poll_verdict();
}

const LessonVerdict* LessonDriver::simulate_frame()
{
    if (phase_ == Phase::asking) return nullptr;
    run_.simulate_earliest_frame();
    return poll_verdict();
}

const LessonVerdict* LessonDriver::poll_verdict()
{
    if (phase_ == Phase::running && run_.has_ended())
    {
        phase_ = Phase::judging;
        judging_task_ = base::Task<LessonVerdict>{[lesson = lesson_, results = lanes_.results()]() mutable {
            return base::value_or_throw(judge_lesson(*lesson, std::move(results)));
        }};
    }
    if (!judging_task_.holds_untaken_result() || !judging_task_.is_done()) return nullptr;
    verdict_ = judging_task_.take();
    phase_ = Phase::revealed;
    return &*verdict_;
}

DisplayContent LessonDriver::advance_display(std::size_t lane_index) { return run_.advance_display_to_now(lane_index); }

std::optional<MisconceptionLane> LessonDriver::misconception(std::size_t lane_index, std::optional<Nanos> frozen_at)
{
    const Lane* misconception_lane = run_.misconception_lane(lane_index);
    if (misconception_lane == nullptr) return std::nullopt;
    return MisconceptionLane{*misconception_lane, frozen_at ? misconception_lane->moment_at(*frozen_at)
                                                            : run_.advance_misconception_display()};
}

LessonOutcome LessonDriver::outcome_of_user_guess() const
{
    if (!guess()) return LessonOutcome::seen;
    return *guess() == lesson_->right_answer_index ? LessonOutcome::right : LessonOutcome::wrong;
}

} // namespace lab
