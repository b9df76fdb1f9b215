// lab/guide.hpp -- where somebody stands who is led through the laboratory
#pragma once

#include "lab/lab.hpp"

namespace lab
{

/// A lesson is over, and the stage stands still at the moment that shows best what it was about.
bool stands_at_proof(const Lab& lab);

} // namespace lab
