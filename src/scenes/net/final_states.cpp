#include "scenes/net/final_states.hpp"

#include "sim/physics/motion.hpp"

namespace scenes
{

std::optional<double> FinalStates::x_at(double seconds) const
{
    if (empty() || (first_ > 1 && seconds < states_.front().seconds)) return std::nullopt;
    return sim::x_at(states_, seconds);
}

} // namespace scenes
