#include "lab/stage/pc_frames.hpp"

#include <algorithm>
#include <numeric>

namespace lab
{

namespace
{

constexpr Nanos kept{10'000'000'000};
constexpr Nanos recent_time{4'000'000'000};
constexpr Nanos between_sums{250'000'000};

} // namespace

void PcFrames::add(Nanos at, Nanos length)
{
    frames_.push_back({at, length});
    while (frames_.front().at < at - kept) frames_.pop_front();
    if (at < summed_up_ + between_sums) return;
    summed_up_                  = at;
    std::vector<Nanos> sorted   = lengths();
    const Nanos sum             = std::accumulate(sorted.begin(), sorted.end(), Nanos{});
    const auto longest          = std::ranges::max_element(frames_, {}, &Frame::length);
    const std::size_t twentieth = sorted.size() / 20;
    std::ranges::sort(sorted);
    pace_ = {.low         = sorted[twentieth],
             .high        = sorted[sorted.size() - 1 - twentieth],
             .longest     = longest->length,
             .longest_ago = at - longest->at,
             .fps         = sum > Nanos::zero() ? static_cast<double>(sorted.size()) / timestep::to_seconds(sum) : 0.0};
}

std::vector<Nanos> PcFrames::lengths() const
{
    std::vector<Nanos> recent;
    for (const Frame& frame : frames_)
        if (frame.at > frames_.back().at - recent_time) recent.push_back(frame.length);
    return recent;
}

} // namespace lab
