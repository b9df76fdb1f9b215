// lab/stage/lesson_stage.hpp -- on the stage: a lesson. It asks its question, takes the user's guess, runs, and is
// judged.
//
// A lesson of the course runs lanes on virtual PCs. Its numbers are those of its own set-up: no input, key or knob
// reaches its lanes. A lesson over a network runs a game that the user may change while it runs.
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
        asking,   ///< nothing moves, and an answer can be chosen
        running,  ///< at the laboratory's tempo
        judging,  ///< the results are there and are compared with the assertions
        revealed, ///< the verdict is there
        trying,   ///< the lanes run again without an end, with one control in the user's hand
    };

    /// The lesson that the settings ask for. A lesson of the course forgets the user's last answer; one over a network
    /// keeps it, and goes on running if it was run. Throws std::runtime_error if a lesson's file has an error.
    LessonStage(const Settings& settings, LessonAnswers& answers);
    LessonStage(const LessonStage&)            = delete;
    LessonStage& operator=(const LessonStage&) = delete;

    bool suits(const Settings& settings) const;
    void begin_frame(Desk& desk);
    void end_frame(Desk& desk) { desk.end_watched_frame(); }
    /// Input and lag of this PC do not reach a lesson's lanes.
    void press(const Desk&, Button, bool) {}
    void lose(Desk&, Nanos, std::uint32_t) {}
    void note(std::uint32_t) {}
    Screen on_screen(std::size_t lane);
    MeteredLanes& lanes();
    const MeteredLanes& lanes() const;
    StageTraits traits() const;

    /// Whether the lesson takes the key for itself: digits are answers, Space runs it, and keys that would change its
    /// lanes do nothing.
    bool takes(const Key& key, Desk&);
    /// In all_lessons().
    std::size_t place() const { return place_of(*lesson_); }
    const Lesson& lesson() const { return *lesson_; }
    Phase phase() const { return phase_; }
    /// The chosen answer, from 0.
    std::optional<std::size_t> guess() const { return answer_->guess; }
    /// Chooses an answer before the run. An answer that does not exist is ignored.
    void guess_at(std::size_t answer);
    void run();
    /// Asks a lesson of the course again; the guess stays. Returns false for a lesson over a network.
    bool restart();
    /// Forgets the guess, and that the lesson was run. The next LessonStage asks again.
    void forget_answer() { *answer_ = {}; }
    /// Runs a lesson of the course, and computes the rest of the run as fast as possible, a part of it in each frame.
    void to_the_end();
    /// Runs the lanes of a lesson of the course again, without an end, if it is revealed and has a free control.
    void try_it();
    /// The run goes on by `lab_time`, if it has begun. Returns whether there is a new verdict.
    bool advance(Nanos lab_time);
    /// The same of one frame of the lane that is behind.
    bool single_frame();

    /// Null before the first results of the run. Over a network there is a new one every quarter of a second, about the
    /// game as it is then; with other settings than the lesson's its assertions may fail.
    const LessonVerdict* verdict() const { return verdict_ ? &*verdict_ : nullptr; }
    /// Whether the right answer may be shown: there is a verdict, and over a network it holds.
    bool shows_answer() const { return verdict_ && (network_run() == nullptr || verdict_->holds()); }
    /// What is to be remembered when the verdict holds.
    Learnt learnt() const;
    /// What the chosen wrong answer expects to see of `lane`, now or at a standstill; empty without such an answer.
    std::optional<Believed> belief(std::size_t lane, std::optional<Nanos> frozen);
    /// Of a lesson of the course that is revealed; null otherwise.
    const Proof* proof() const { return is_revealed_course() ? &lesson_->proof : nullptr; }
    const std::vector<LaneResult>* results() const { return is_revealed_course() ? &verdict_->results : nullptr; }
    /// The number of the explanation that the user points at, by its place; its frames are lit.
    std::optional<std::size_t> pointed{};

    /// The run of a lesson of the course, or null.
    LanesRun* lanes_run() { return std::get_if<LanesRun>(&run_); }
    const LanesRun* lanes_run() const { return std::get_if<LanesRun>(&run_); }
    /// The run of a lesson over a network, or null.
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
    base::Task<LessonVerdict> judging_; ///< of lanes: some findings are runs of their own
};

} // namespace lab
