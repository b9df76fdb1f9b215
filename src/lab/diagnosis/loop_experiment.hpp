// lab/diagnosis/loop_experiment.hpp -- LoopExperiment: chooses frames for a loop until its parts are known
#pragma once

#include "lab/diagnosis/hypotheses.hpp"

#include <random>

namespace lab
{

/// A loop whose frames can be chosen.
class TestedLoop
{
public:
    TestedLoop() = default;
    TestedLoop(const TestedLoop&) = delete;
    void operator=(const TestedLoop&) = delete;
    virtual ~TestedLoop() = default;
    /// Throws base::BadInput if the loop ends or breaks the protocol.
    virtual PlanAnswer plan(const FrameRequest& request) = 0;
    /// Puts the loop into its first state by its own reset; `anew`: by a new start of the program.
    virtual void reset(bool anew) = 0;
};

/// What is known of a loop after an experiment.
struct LoopExperimentResult
{
    /// That no frame tells apart; empty: no known parts explain the frames.
    std::vector<Hypothesis> hypotheses{};
    LoopFacts facts{};
    std::vector<ObservedFrame> frames{};
    std::vector<PlanAnswer> answers{}; ///< one for each frame
    std::size_t steady_count = 0; ///< frames before the first pause, change of rate or negative frame
    bool forgets_at_reset = true;
    std::size_t repeated_frames = 0, differing_frames = 0; ///< at a reset
    /// Parts that were not explained though the others are.
    bool is_pause_known = true, is_rate_known = true, is_negative_known = true;
    std::string negative_error{}; ///< the answer to a negative frame that breaks the protocol
    std::optional<bool> runs_exact_step{}; ///< whether a frame of exactly one step runs it
    std::size_t examined_frames = 0, explained_frames = 0, first_unexplained = 0, last_unexplained = 0;
    std::int64_t freeze_steps = 0; ///< in a frame of 3 s
    double freeze_loss = 0.0; ///< s of these 3 s that are not simulated 2 s later
    double even_drift = 0.0, uneven_drift = 0.0; ///< seconds gained in a second
    double even_resolution = 0.0, uneven_resolution = 0.0; ///< smaller drifts are not seen
};

class LoopExperiment
{
public:
    using Progress = std::function<void(std::size_t frame_count)>;

    LoopExperiment(TestedLoop& loop, timestep::Rate rate, std::size_t max_frames, Progress progress = {});

    /// Runs chosen frames until the remaining hypotheses differ in none.
    LoopExperimentResult run();

private:
    void run_script(std::span<const LoopFrame> script);
    std::vector<LoopFrame> calm_frames();
    std::vector<LoopFrame> sweep_frames();
    std::vector<LoopFrame> random_script(std::span<const Hypothesis> hypotheses);
    void learn_facts();
    void tell_apart();
    void test_script(std::span<const LoopFrame> script);
    void check_reset(std::span<const LoopFrame> script);
    void search();
    /// Runs the script, and keeps the hypotheses with those of the variants that explain it. False if none does.
    bool find_variant(const std::vector<LoopFrame>& script,
                      const std::function<std::vector<LoopParts>(const LoopParts&)>& variants);
    void find_pause();
    void find_rate_change();
    void find_negative_frame();
    void find_exact_step();
    void measure_laws();
    void examine();
    std::vector<LoopFrame> scaled(std::initializer_list<double> steps) const;

    double uniform(double least, double most)
    {
        return least + (most - least) * static_cast<double>(random_() >> 11U) / 9007199254740992.0; // 2^53
    }

    TestedLoop& loop_;
    double rate_step_, step_;
    std::size_t max_frames_;
    Progress progress_;
    std::mt19937_64 random_{1};
    LoopExperimentResult result_{};
    std::size_t calm_count_ = 0;
    ExplanationTolerance tolerance_{};
};

} // namespace lab
