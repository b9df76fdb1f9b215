// lab/lesson_stage.hpp -- on the stage: a lesson. Somebody sees the question, guesses, runs it, and is told.
//
// Its numbers are of its own set-up, or they would prove nothing: no hand, key or knob reaches its lanes.
#pragma once

#include "io/task.hpp"
#include "lab/stage_defaults.hpp"

#include <optional>
#include <string>
#include <variant>

namespace lab
{

class LessonStage : public StageDefaults
{
public:
    static constexpr StageTraits traits{.has_own_ending = true};

    enum class Phase : std::uint8_t
    {
        asking,   ///< the lanes stand still, and an answer can be chosen
        running,  ///< at the laboratory's tempo
        judging,  ///< the run is over, its numbers are being put together
        revealed, ///< the verdict is there
        trying,   ///< and the lanes run on, with what is free in somebody's hand
    };

    /// The lesson at that place of course_files(). Throws std::runtime_error for one that makes no sense.
    explicit LessonStage(std::size_t place);
    LessonStage(const LessonStage&)            = delete;
    LessonStage& operator=(const LessonStage&) = delete;

    bool suits(const Settings& s) const { return s.mode == Mode::lesson && s.lesson == place_; }
    void begin_frame(Desk& desk);
    void end_frame(Desk& desk) { desk.end_watched_frame(); }
    void press(const Desk& /*none*/, Button /*of its keys*/, bool /*is heard*/) {}
    void lose(Desk& /*none*/, Nanos /*of its frames*/, std::uint32_t /*is lost*/) {}
    void note(std::uint32_t /*nothing happens to it*/) {}
    Screen on_screen(std::size_t lane);
    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }

    /// Whether it takes the key for itself: the digits are answers, and what would change its lanes does nothing.
    bool takes(const Key& key, Desk&);
    std::size_t place() const { return place_; }
    const Lesson& lesson() const { return lesson_; }
    Phase phase() const { return phase_; }
    /// The answer that was chosen, from 0.
    std::optional<std::size_t> guess() const { return guess_; }
    /// Chooses an answer, or another one; not once the run has begun, and not one that does not exist.
    void guess_at(std::size_t answer);
    void run();
    /// Starts again, with the same guess or none.
    bool restart();
    /// Computes what is left of the run as fast as it can be, some of it in every frame of the laboratory.
    void to_the_end();

    /// The lanes go on by `lab_time` if they are running.
    void advance(Nanos lab_time);
    /// One frame of the lane that is behind, if they are running.
    void single_frame();

    /// How much of the run is done, 0 to 1.
    double done() const;
    /// What came out, once it is revealed.
    const Verdict* verdict() const { return verdict_ ? &*verdict_ : nullptr; }
    /// The lanes once more from their start and without an end, where something is free to be turned; once it is
    /// revealed.
    void try_it();
    /// What is free, as it is turned: of the first lane, obeyed by all of them.
    Settings& tried() { return tried_; }
    /// What the chosen answer expects to see of `lane`, as far as it has come: nothing where it is right, of another
    /// lane, or of nothing that moves.
    const Lane* belief(std::size_t lane) const;
    /// Its picture now.
    physics::Moment believed();
    /// The lane with its picture, now or at a standstill.
    std::optional<Believed> belief(std::size_t lane, std::optional<Nanos> frozen);
    /// Once it is revealed.
    const Proof* proof() const { return phase_ == Phase::revealed ? &lesson_.proof : nullptr; }
    /// Once it is revealed.
    const std::vector<LaneResult>* results() const { return phase_ == Phase::revealed ? &verdict_->results : nullptr; }
    /// The number of the explanation that somebody points at, by its place; its frames are lit.
    std::optional<std::size_t> pointed{};
    /// What is to be remembered, once it is revealed.
    Learnt learnt() const;

private:
    void compute(Nanos lab_time);
    void look_for_verdict();
    void obey_hand();

    std::size_t place_;
    Lesson lesson_;
    Lanes lanes_;
    Nanos time_{};
    Nanos looked_at_{}; ///< never goes back
    Phase phase_ = Phase::asking;
    Settings tried_{};
    double given_         = 0.0;          ///< what the lanes were given last of it; until then each has its own
    const Belief* belief_ = nullptr;      ///< of the chosen answer
    std::optional<Lanes> believed_lanes_; ///< one, if there is a belief
    bool hurry_ = false;
    std::optional<std::size_t> guess_;
    std::optional<Verdict> verdict_;
    io::Task<Verdict> coming_; ///< while judging: some findings are whole runs of their own
};

} // namespace lab
