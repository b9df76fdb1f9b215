#include "lab/settings/tempo.hpp"

#include <algorithm>
#include <cmath>

namespace lab
{

Nanos Tempo::lab_time(Nanos watched) const
{
    if (paused) return Nanos::zero();
    return Nanos{std::llround(std::clamp(speed, slowest, fastest) * static_cast<double>(watched.count()))};
}

Nanos Tempo::watched_time(Nanos passed) const
{
    return Nanos{std::llround(static_cast<double>(passed.count()) / std::clamp(speed, slowest, fastest))};
}

} // namespace lab
