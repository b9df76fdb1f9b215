#include "lab/lane/history.hpp"

#include "scenes/world.hpp"

#include <algorithm>

namespace lab
{

namespace
{
std::size_t bytes_of(const scenes::Moment& m)
{
    std::size_t bytes = sizeof(scenes::KeptMoment);
    for (const scenes::AnyState* state : {&m.shown, &m.ring, &m.right, &m.mathematics, &m.before, &m.newest})
        bytes += state->heap_bytes();
    return bytes;
}

std::size_t bytes_of(const scenes::KeptMoment& m) { return bytes_of(m.look()); }
} // namespace

void LaneHistory::keep(const scenes::Moment& moment)
{
    const std::size_t fit = budget_ / bytes_of(moment);
    if (fit == 0) return;
    const Nanos apart = reach / static_cast<std::int64_t>(fit);
    if (!kept_.empty() && moment.sample.wall - kept_.back().sample.wall < apart) return;
    kept_.push_back(scenes::keep(moment));
    bytes_ += bytes_of(kept_.back());
    for (; bytes_ > budget_; kept_.pop_front()) bytes_ -= bytes_of(kept_.front());
}

void LaneHistory::clear()
{
    kept_.clear();
    bytes_ = 0;
}

const scenes::KeptMoment* LaneHistory::at(Nanos wall) const
{
    if (kept_.empty()) return nullptr;
    const auto after =
        std::ranges::upper_bound(kept_, wall, {}, [](const scenes::KeptMoment& m) { return m.sample.wall; });
    return after == kept_.begin() ? &kept_.front() : &*std::prev(after);
}

} // namespace lab
