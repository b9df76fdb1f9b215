// lab/metrics/slowness.hpp -- what becomes of a loop on a slower and slower PC: its verdict at every place of a slider
//
// Nothing is known beforehand: at each place the loop runs for some seconds on a virtual PC that loses that much of
// every frame, in this scene, with this integrator and these knobs, and is judged as a lane on the stage is.
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
    static constexpr std::size_t places = 101;

    /// The frame delay at a place of the slider, 0 to 1: as far to 50 ms as from there to the longest.
    static Nanos delay_at(double share);
    /// Where that delay is; 1 for all that is longer.
    static double share_of(Nanos delay);
    /// Round numbers to stop at, in frames of a 60 Hz display and beyond: 0 to 150 ms.
    static std::span<const Nanos> stops();
    /// The next one that is longer, or shorter; at the ends the last.
    static Nanos stop_after(Nanos delay);
    static Nanos stop_before(Nanos delay);

    /// Judges the loop at a few more places, or begins anew when anything but the delay was turned. Once a frame.
    void look(const Settings& settings);
    /// From 0 to the longest delay; nothing where it was not judged yet.
    std::span<const std::optional<LaneVerdict>> verdicts() const { return verdicts_; }

private:
    std::vector<double> turned_; ///< all that a verdict depends on, as it was
    std::array<std::optional<LaneVerdict>, places> verdicts_{};
    std::size_t next_ = 0;
};

} // namespace lab
