// lab/metrics/slowness.hpp -- computes the verdict of a loop at every position of the frame delay slider
//
// At each position, the loop runs for 4 s on a virtual PC with that frame delay, with the scene, integrator and other
// controls of the settings. verdict_of() then judges the run as it judges a lane on the stage.
#pragma once

#include "lab/metrics/lane_verdict.hpp"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace lab
{

class Slowness
{
public:
    static constexpr Nanos longest{150'000'000}; ///< frame delay at the slider's right end
    static constexpr std::size_t places = 101;   ///< number of judged positions of the slider

    /// Returns the frame delay at a slider position from 0 to 1. The left half of the slider covers 0 to 50 ms, the
    /// right half 50 to 150 ms.
    static Nanos delay_at(double share);
    /// Returns the slider position of a delay; 1 for delays over 150 ms.
    static double share_of(Nanos delay);
    /// Returns the delays at which the slider stops: 0, 16, 33, 50, 75, 100 and 150 ms.
    static std::span<const Nanos> stops();
    /// Returns the next longer stop; the longest delay if there is no longer stop.
    static Nanos stop_after(Nanos delay);
    /// Returns the next shorter stop; 0 if there is no shorter stop.
    static Nanos stop_before(Nanos delay);

    /// Judges the loop at four more slider positions. Starts again at the first position if a control that affects the
    /// verdicts has changed. Call it once a frame.
    void look(const Settings& settings);
    /// Returns the verdicts for delays from 0 to the longest; empty where no verdict is computed yet.
    std::span<const std::optional<LaneVerdict>> verdicts() const { return verdicts_; }

private:
    std::vector<double> turned_; ///< values of all controls on which the verdicts depend, at the last look()
    std::array<std::optional<LaneVerdict>, places> verdicts_{};
    std::size_t next_ = 0; ///< index of the next position to judge
};

} // namespace lab
