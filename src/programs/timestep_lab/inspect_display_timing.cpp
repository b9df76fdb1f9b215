#include "programs/timestep_lab/inspect_display_timing.hpp"

#include "base/message.hpp"
#include "programs/timestep_lab/terminal.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace timestep_lab
{

namespace
{

std::string text_of(const recordings::Spread& s)
{
    return fmt::format("mean {:.3f} ms, median {:.3f}, 99 % {:.3f}, longest {:.3f}", s.mean_ms, s.p50_ms, s.p99_ms,
                       s.max_ms);
}

base::Verbatim from(const std::string& column)
{
    return column.empty() ? base::Verbatim{""} : in_ink(Ink::dim, "  " + column);
}

void print_pictures(const recordings::Stream& s, const recordings::DisplayTimingFacts& f)
{
    if (f.displayed)
        base::print("  displayed    {} pictures, from one to the next {}{}\n", f.displayed->count,
                    text_of(*f.displayed), from(f.displayed_column));
    if (s.dropped)
        base::print("  dropped      {} {} never reached the screen\n", *s.dropped,
                    *s.dropped == 1 ? "frame" : "frames");
    if (f.generated)
        base::print("  generated    {} pictures were not rendered by the game, or shown again{}\n", *f.generated,
                    *f.generated > 0 ? "; what was seen, --timing displayed tells" : "");
}

void print_animation_error(const recordings::DisplayTimingFacts& f)
{
    if (f.animation_error)
        base::print("  animation    off by {} in {} pictures{}\n", text_of(*f.animation_error),
                    f.animation_error->count, in_ink(Ink::dim, "  PresentMon's definition"));
    if (f.animation_error_of_all && (!f.animation_error || f.animation_error_of_all->count > f.animation_error->count))
        base::print("               off by {}, where a picture that shows no later time counts as well\n",
                    text_of(*f.animation_error_of_all));
    if (f.told_animation_error)
        base::print("               off by {} as written{}\n", text_of(*f.told_animation_error), from(f.told_column));
}

} // namespace

void print_display_timing(const recordings::Stream& stream, const recordings::DisplayTimingFacts& facts)
{
    base::print("\n");
    print_pictures(stream, facts);
    print_animation_error(facts);
    if (facts.bound_by) base::print("  bound by     {}\n", told(*facts.bound_by));
    for (const auto& l : facts.latencies) base::print("  latency      {}{}\n", text_of(l.spread), from(l.column));
}

} // namespace timestep_lab
