// recordings/facts/student.hpp -- quantiles of Student's t distribution, for the error of a mean of few values
#pragma once

namespace recordings
{

/// Returns t such that |T| > t has this probability (above 0, below 1) for Student's T with `freedom` degrees of
/// freedom. `freedom` is at least 1 and may be fractional: B. L. Welch, "The generalization of 'Student's' problem",
/// 1947.
double student_t(double probability, double freedom);

} // namespace recordings
