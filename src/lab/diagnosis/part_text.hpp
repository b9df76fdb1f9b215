// lab/diagnosis/part_text.hpp -- the parts of a loop in words
#pragma once

#include "lab/diagnosis/hypotheses.hpp"

#include <string>

namespace lab
{

/// The questions that a diagnosis answers, in the order of a report.
enum class Part : std::uint8_t
{
    step,
    count,
    rest,
    limit,
    frame_time,
    negative_frame,
    pause,
    rate,
    alpha,
};
inline constexpr std::array all_parts{Part::step,           Part::count, Part::rest, Part::limit, Part::frame_time,
                                      Part::negative_frame, Part::pause, Part::rate, Part::alpha};

std::string_view name_of(Part part);

/// Such as "a frame longer than 250 ms counts as 250 ms".
std::string part_text(Part part, const Hypothesis& hypothesis);

/// The first formula, which is the simplest, that explains the alphas; none if no formula or every formula does.
std::optional<AlphaFormula> alpha_formula(const Hypothesis& hypothesis);

/// Such as "16.667 ms", with at most five digits.
std::string time_text(double seconds);

} // namespace lab
