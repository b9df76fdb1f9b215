// lab/diagnosis/hypotheses.hpp -- Hypotheses: the loops composed of parts that explain all observed frames
#pragma once

#include "lab/diagnosis/composed_loop.hpp"

#include <bitset>
#include <functional>
#include <span>
#include <vector>

namespace lab
{

struct ObservedFrame
{
    LoopFrame input;
    std::int64_t steps = 0; ///< including a shorter last one
    double simulated = 0.0; ///< seconds
    double alpha = std::numeric_limits<double>::quiet_NaN(); ///< NaN: not said
};

using AlphaFormulas = std::bitset<alpha_formula_count>;

/// How far an explained frame may differ.
struct ExplanationTolerance
{
    double time_error = 2e-9; ///< of the time at which a step is due, in seconds
    double simulated_error = 2e-9; ///< seconds; besides `relative_error`
    double relative_error = 1e-10;
    double alpha_error = 1e-6;
};

/// A loop that explains the frames so far.
struct Hypothesis
{
    ComposedLoop loop;
    AlphaFormulas alphas{}; ///< that explain the alphas so far

    bool operator==(const Hypothesis& other) const
    {
        return loop.parts() == other.loop.parts() && alphas == other.alphas;
    }
};

/// What is known of a loop before its parts are searched.
struct LoopFacts
{
    bool has_constant_step = false; ///< false: steps of several sizes
    std::vector<double> steps{}; ///< possible step sizes in seconds
    bool runs_empty_frame = true; ///< a frame of no time runs a step
    double least_frame = 0.0; ///< the time that it simulates, in seconds
    bool has_constant_alpha = false; ///< alpha says nothing about the carried time
    double constant_alpha = 0.0;
};

/// Advances the hypothesis by these frames. Returns the index of the first frame that it does not explain;
/// frames.size() if it explains all of them.
std::size_t count_explained(Hypothesis& hypothesis, std::span<const ObservedFrame> frames,
                            const ExplanationTolerance& tolerance, bool requires_alpha);

/// All loops of the known parts that explain the frames, of which the first `calm_count` are too short for a limit of
/// the frame time to matter. Alphas that no formula explains are ignored only if no loop explains them.
std::vector<Hypothesis> find_hypotheses(std::span<const ObservedFrame> frames, std::size_t calm_count,
                                        const LoopFacts& facts, const ExplanationTolerance& tolerance);

} // namespace lab
