#include "scenes/net/wire.hpp"

#include "sim/machine/random.hpp"

namespace scenes
{

std::optional<Nanos> Wire::carry(Nanos sent)
{
    const double luck = sim::uniform(seed_, 2 * number_);
    const double late = sim::uniform(seed_, 2 * number_ + 1);
    ++number_;
    if (luck < link_.loss) return std::nullopt;
    return sent + link_.delay + Nanos{static_cast<std::int64_t>(late * static_cast<double>(link_.jitter.count()))};
}

} // namespace scenes
