// lab/diagnosis/diagnosis.hpp -- Diagnosis: a loop's parts, its mistakes, the laws that it breaks, and its name
#pragma once

#include "lab/diagnosis/loop_experiment.hpp"
#include "lab/diagnosis/part_text.hpp"
#include "lab/foreign/foreign_loop.hpp"

#include <string>
#include <vector>

namespace lab
{

struct Finding
{
    std::string name; ///< such as "limit", or the mistake
    std::string text; ///< what is so, or its consequence
    std::string repair{}; ///< of a mistake: what to change, as one line
    bool breaks_law = false;
};

struct Diagnosis
{
    std::string sentence; ///< such as "behaves as `interpolated` at 60 Hz, frames cut at 250 ms"
    std::vector<std::string> equal_presets{}; ///< that do the same in every frame; the first one names the loop
    std::vector<Finding> mistakes{}, parts{}, laws{};
    std::string examination{};
    bool breaks_law = false; ///< by no design of a known loop
};

/// A programming mistake that a loop can show.
struct Mistake
{
    std::string_view name; ///< such as "the frame time is cut to whole milliseconds"
    /// Whether the loop has it. `draws_blend`: two states are blended.
    bool (*is_in)(const Hypothesis& loop, bool draws_blend);
    std::string_view consequence, repair; ///< `consequence` is empty if the laws say it in numbers of this loop
    std::string_view example; ///< Python lines of the smallest loop that has it, as in docs/mistakes.md
};
std::span<const Mistake> all_mistakes();

/// Judges the result of an experiment with a loop that the lab has asked for `rate`.
Diagnosis judge_experiment(const LoopExperimentResult& result, timestep::Rate rate, timestep::Nanos refresh_period);

inline constexpr std::size_t max_experiment_frames = 10'000;

/// Starts the program and runs at most max_experiment_frames. Throws base::BadInput if it breaks the protocol.
Diagnosis diagnose_program(const LoopCommand& command, const LoopGreeting& greeting,
                           LoopExperiment::Progress progress = {});

} // namespace lab
