// lab/stage/lesson_stage.hpp -- the stage of a lesson: it shows the question, takes the user's guess, runs the lanes
// and shows the verdict
//
// A lesson of the course runs lanes on virtual PCs with the lesson's set-up; keys, controls and input do not affect
// these lanes. A lesson over a network runs a game that the user may change while it runs.
#pragma once

#include "base/task.hpp"
#include "lab/lessons/lanes_run.hpp"
#include "lab/lessons/network_run.hpp"
#include "lab/settings/actions.hpp"
#include "lab/stage/desk.hpp"
#include "lab/stage/stage_defaults.hpp"

#include <optional>
#include <variant>

namespace lab
{

class LessonStage : public StageDefaults
{
public:
    enum class Phase : std::uint8_t
    {
        asking,   ///< the run has not started; the user can choose an answer
        running,  ///< the lanes or the game run at the laboratory's speed
        judging,  ///< the run is over; its results are compared with the assertions on another thread
        revealed, ///< the verdict and the explanation are shown
        trying,   ///< the lanes run again without an end, and the user can change one control
    };

    /// Makes the stage of the lesson that the settings choose. For a lesson of the course it deletes the user's last
    /// answer. For a lesson over a network it keeps the answer, and starts the run at once if the lesson has run
    /// before. Throws std::runtime_error if a lesson's file has an error.
    LessonStage(const Settings& settings, LessonAnswers& answers);
    LessonStage(const LessonStage&)            = delete;
    LessonStage& operator=(const LessonStage&) = delete;

    bool suits(const Settings& settings) const;
    void begin_frame(Desk& desk);
    void end_frame(Desk& desk) { desk.end_watched_frame(); }
    /// The user's input and this PC's lag do not affect a lesson's lanes.
    void press(const Desk&, Button, bool) {}
    void lose(Desk&, Nanos, std::uint32_t) {}
    void note(std::uint32_t) {}
    Screen on_screen(std::size_t lane);
    MeteredLanes& lanes();
    const MeteredLanes& lanes() const;
    StageTraits traits() const;

    /// Carries out the key's action and returns true if the lesson uses the key: digits choose answers, Space starts
    /// the run, and keys that would change the lanes do nothing.
    bool takes(const Key& key, Desk&);
    /// Returns the index of the lesson in all_lessons().
    std::size_t place() const { return place_of(*lesson_); }
    const Lesson& lesson() const { return *lesson_; }
    Phase phase() const { return phase_; }
    /// Returns the index of the chosen answer; empty if the user has not chosen an answer.
    std::optional<std::size_t> guess() const { return answer_->guess; }
    /// Chooses an answer before the run. Does nothing if the answer does not exist.
    void guess_at(std::size_t answer);
    void run();
    /// Shows the question of a lesson of the course again; the guess stays. Returns false for a lesson over a network.
    bool restart();
    /// Deletes the guess and the note that the lesson has run. The next LessonStage then shows the question again.
    void forget_answer() { *answer_ = {}; }
    /// Starts a lesson of the course if it has not started, and computes the rest of the run as fast as possible over
    /// the next frames.
    void to_the_end();
    /// Runs the lanes again without an end, if the lesson is revealed and has a free control.
    void try_it();
    /// Advances the run by `lab_time`, if it has begun. Returns true if there is a new verdict.
    bool advance(Nanos lab_time);
    /// Advances the run by one frame of one lane, if it has begun. Returns true if there is a new verdict.
    bool single_frame();

    /// Returns the verdict; null before the first results. A lesson over a network gets a new verdict every 0.25 s of
    /// the game. Its assertions may fail if the user has changed the lesson's settings.
    const LessonVerdict* verdict() const { return verdict_ ? &*verdict_ : nullptr; }
    /// True if the right answer may be shown: there is a verdict, and for a lesson over a network its assertions hold.
    bool shows_answer() const { return verdict_ && (network_run() == nullptr || verdict_->holds()); }
    /// Returns the result to save in the user's progress if the verdict's assertions hold.
    Learnt learnt() const;
    /// Returns the lane and picture that the user's wrong answer predicts for `lane`, now or at the time `frozen`;
    /// empty without such an answer.
    std::optional<Believed> belief(std::size_t lane, std::optional<Nanos> frozen);
    /// Returns the proof if the stage has a lesson of the course and the lesson is revealed; otherwise null.
    const Proof* proof() const { return is_revealed_course() ? &lesson_->proof : nullptr; }
    const std::vector<LaneResult>* results() const { return is_revealed_course() ? &verdict_->results : nullptr; }
    /// The number in the explanation under the mouse pointer: index into FilledText::numbers. The frames that
    /// contribute to this number are highlighted.
    std::optional<std::size_t> pointed{};

    /// Returns the run of a lesson of the course, or null.
    LanesRun* lanes_run() { return std::get_if<LanesRun>(&run_); }
    const LanesRun* lanes_run() const { return std::get_if<LanesRun>(&run_); }
    /// Returns the run of a lesson over a network, or null.
    NetworkRun* network_run() { return std::get_if<NetworkRun>(&run_); }
    const NetworkRun* network_run() const { return std::get_if<NetworkRun>(&run_); }

private:
    using Run = std::variant<LanesRun, NetworkRun>;

    bool is_revealed_course() const { return phase_ == Phase::revealed && lanes_run() != nullptr; }
    static Run run_of(const Settings& settings, const Lesson& lesson);
    void begin();
    bool judge_results();
    void begin_judging(std::vector<LaneResult> results);
    bool reveal(LessonVerdict verdict);

    const Lesson* lesson_;
    LessonAnswer* answer_;
    Run run_;
    Phase phase_ = Phase::asking;
    std::optional<LessonVerdict> verdict_{};
    base::Task<LessonVerdict> judging_; ///< computes a verdict on lanes; some assertions need more runs
};

} // namespace lab
