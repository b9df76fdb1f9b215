// recordings/facts/student.hpp -- how far a mean of few values may be off: Student's t
#pragma once

namespace recordings
{

/// The t that chance exceeds, to either side, with this probability (above 0, below 1), given so many degrees of
/// freedom (at least 1, and not necessarily whole: B. L. Welch, "The generalization of 'Student's' problem", 1947).
double student_t(double probability, double freedom);

} // namespace recordings
