// lab/settings/loop_choice.hpp -- the loop that the user has chosen, as plain data: numbers instead of the types of its
// parts. Only the code that runs, checks or prints a loop includes realised_loop.hpp
#pragma once

#include "timestep/preset.hpp"
#include "timestep/step_plan.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace lab
{

/// The parts (axes) of a loop that the user can exchange, besides its presentation.
enum class LoopAxis : std::uint8_t
{
    filter,   ///< changes the measured frame times
    stepper,  ///< decides the steps of a frame
    overload, ///< limits the steps of a frame
    pacer,    ///< waits for the next frame
};
inline constexpr std::array all_loop_axes{LoopAxis::filter, LoopAxis::stepper, LoopAxis::overload, LoopAxis::pacer};
inline constexpr std::array<std::string_view, all_loop_axes.size()> loop_axis_names{"filter", "stepper", "overload",
                                                                                    "pacer"};

struct LoopPart
{
    static constexpr std::size_t max_part_knobs = 4;

    std::size_t kind = 0;                       ///< index in kinds_of(axis)
    std::array<double, max_part_knobs> knobs{}; ///< values of the knobs, in the order of knobs_of(axis, kind)
    /// True if the user has chosen this part. Then the parameters that are no knobs have the defaults of the part, and
    /// not the values of the preset.
    bool is_chosen = false;

    friend bool operator==(const LoopPart&, const LoopPart&) = default;
};

/// The chosen loop: a preset with the user's changes.
struct LoopChoice
{
    timestep::LoopId preset{4}; ///< `interpolated`
    timestep::Rate rate{60, 1};
    std::array<LoopPart, all_loop_axes.size()> parts{}; ///< in the order of LoopAxis
    timestep::Presentation presentation = timestep::Presentation::latest;
    /// Wall time after which a frame begins no further step, 0 to 100 ms; 0 for no limit.
    timestep::Nanos budget{};
    /// True: the loop runs on a thread of its own, if can_have_thread().
    bool async = false;

    /// The preset `interpolated` at 60 Hz.
    LoopChoice();

    const LoopPart& part(LoopAxis axis) const { return parts[static_cast<std::size_t>(axis)]; }

    /// Replaces the loop by a preset. Keeps the step rate, except when it is the old preset's default: then it changes
    /// to the new preset's default.
    void choose(timestep::LoopId id);
    /// Replaces one part by that of the kind kinds_of(axis)[kind], with its default values. Keeps the step rate.
    void choose_part(LoopAxis axis, std::size_t kind);
    void set_rate(timestep::Rate to);
    /// Sets the value of the knob knobs_of(axis, kind)[knob], which may be rounded. Changes nothing if it is out of
    /// range.
    void set_knob(LoopAxis axis, std::size_t knob, double to);

    friend bool operator==(const LoopChoice&, const LoopChoice&) = default;
};

struct LoopKnob
{
    std::string_view name, unit, help; ///< as in timestep::AxisKnob
    double min = 0.0;
    double max = 1.0;
    bool whole = false; ///< true if only whole numbers are valid
};

/// The names of the kinds of a part, such as "fixed-step" for a stepper.
std::span<const std::string_view> kinds_of(LoopAxis axis);
/// The knobs of a part of the kind kinds_of(axis)[kind].
std::span<const LoopKnob> knobs_of(LoopAxis axis, std::size_t kind);
/// How the simulated clock of the loop relates to the wall clock.
timestep::Carries carries_of(const LoopChoice& choice);
/// True if the loop can run on a thread of its own: its steps depend on the clock alone, not on the lengths of frames.
bool can_have_thread(const LoopChoice& choice);

} // namespace lab
