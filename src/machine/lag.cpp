#include "machine/lag.hpp"

#include <utility>

namespace machine
{

Nanos Lag::next(const LagSettings& settings)
{
    ++frames_;
    const double share = uniform(); // drawn every frame, so that turning a knob does not shift the sequence
    Nanos lag          = std::exchange(hitch_, Nanos{});
    if (!settings.on) return lag;

    lag += settings.delay + Nanos{static_cast<std::int64_t>(share * static_cast<double>(settings.jitter.count()))};
    if (settings.spike_every > 0 && frames_ % settings.spike_every == 0) lag += settings.spike;
    return lag;
}

// SplitMix64 (Steele, Lea and Flood, 2014): small, seedable, the same on every machine.
double Lag::uniform()
{
    std::uint64_t z = random_ += 0x9e3779b97f4a7c15U;
    z               = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z               = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1.0p-53;
}

} // namespace machine
