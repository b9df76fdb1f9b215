// lab/lane/frame_history.hpp -- FrameHistory: the data of recent frames, within a memory limit
#pragma once

#include "scenes/moment.hpp"

#include <deque>

namespace lab
{

using timestep::Nanos;

/// Stores the data of recent frames (scenes::Moment: a frame's telemetry and states, scenes/moment.hpp).
class FrameHistory
{
public:
    static constexpr Nanos target_time_span{10'000'000'000};

    explicit FrameHistory(std::size_t max_bytes)
        : max_bytes_{max_bytes}
    {
    }

    /// Ignores a frame soon after the last one. Above the memory limit, removes the oldest frames.
    void add(const scenes::Moment& moment);
    void clear();

    /// The newest stored frame that began at `wall_time` or earlier, or else the oldest one; null if none is stored.
    const scenes::StoredMoment* moment_at(Nanos wall_time) const;
    std::size_t size() const { return moments_.size(); }
    std::size_t byte_size() const { return byte_size_; }

private:
    std::deque<scenes::StoredMoment> moments_;
    std::size_t max_bytes_;
    std::size_t byte_size_ = 0;
};

} // namespace lab
