#include "sim/machine/timer.hpp"

#include "sim/machine/random.hpp"

namespace sim
{

namespace
{
constexpr Nanos unit_of(Counter counter)
{
    switch (counter)
    {
    case Counter::bits32_us: return 1us;
    case Counter::bits32_ms: return 1ms;
    case Counter::bits32_ns:
    case Counter::wide: break;
    }
    return 1ns;
}

constexpr Nanos rounded_down(Nanos time, Nanos unit)
{
    const Nanos rest = time % unit;
    return time - rest - (rest < Nanos::zero() ? unit : Nanos::zero());
}
} // namespace

Nanos Timer::read(Nanos now, const ClockSettings& settings)
{
    const std::uint64_t number = readings_++;
    if (settings.noise > Nanos::zero())
    {
        const double off = 2.0 * uniform(seed_, number) - 1.0;
        now += Nanos{static_cast<std::int64_t>(off * static_cast<double>(settings.noise.count()))};
    }
    if (settings.back > Nanos::zero() && now >= settings.back_at) now -= settings.back;
    if (settings.resolution > Nanos::zero()) now = rounded_down(now, settings.resolution);
    if (settings.counter == Counter::wide) return now;

    const Nanos unit = unit_of(settings.counter);
    const Nanos full = unit * (std::int64_t{1} << 32);
    const Nanos read = rounded_down(now - settings.full_at, unit);
    return read - rounded_down(read, full);
}

} // namespace sim
