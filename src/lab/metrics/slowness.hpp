// lab/metrics/slowness.hpp -- computes the verdict on a loop at every position of the slider for the frame delay
//
// At each position, the loop runs for 4 s with that frame delay: on a virtual PC with even frames, or with the frame
// times that were measured on this PC. Scene, integrator and other controls are those of the settings. verdict_of()
// then judges the run in the same way as a loop that the window shows.
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

    /// `share` is from 0 (left) to 1 (right). The left half of the slider covers 0 to 50 ms, the right half 50 to 150
    /// ms.
    static Nanos delay_at(double share);
    /// From 0 to 1; 1 for delays over 150 ms.
    static double share_of(Nanos delay);
    /// The delays to which a dragged slider snaps: 0, 16, 33, 50, 75, 100 and 150 ms.
    static std::span<const Nanos> stops();
    /// The next longer delay of stops(); the longest if there is none.
    static Nanos stop_after(Nanos delay);
    /// The next shorter delay of stops(); 0 if there is none.
    static Nanos stop_before(Nanos delay);

    /// The virtual PC with even frames: `machine`, but drawing a frame takes at least 2 ms, and without VSYNC at least
    /// a refresh period. So with VSYNC frames take whole refresh periods, and without it one period plus the lag.
    static sim::MachineSettings even_machine(const sim::MachineSettings& machine);

    /// Computes the verdicts for the next slider positions. Starts again at the first position if a setting on which
    /// verdicts depend has changed. If `measured` is not empty, the loop gets these frame times of this PC, repeated,
    /// plus the frame delay; `refresh` is the refresh period of this PC's display, zero if unknown. Then it also starts
    /// again after the last position, with newer frame times. Call it once a frame.
    void compute_next(const Settings& settings, std::span<const Nanos> measured = {}, Nanos refresh = {});
    /// True if the verdicts are computed with measured frame times of this PC.
    bool is_of_this_pc() const { return !measured_.empty(); }
    /// For each slider position, from delay 0 to the longest; empty where it is not computed yet.
    std::span<const std::optional<LaneVerdict>> verdicts() const { return verdicts_; }
    /// True if the outcome at a slider position depends on the moment: if the kind of verdict changes at least twice
    /// from the second position before it to the second position after it, or if it is another when the loop starts one
    /// measured frame later.
    bool is_mixed(std::size_t place) const;

private:
    std::optional<Settings> judged_; ///< the settings of the verdicts; empty before the first call of compute_next()
    std::vector<Nanos> measured_;    ///< frame times of this PC with which verdicts are computed; empty for even frames
    std::array<std::optional<LaneVerdict>, places> verdicts_{};
    std::array<bool, places> depends_{}; ///< true where the kind of verdict depends on the first measured frame
    std::size_t next_ = 0;               ///< index of the slider position whose verdict is computed next
};

} // namespace lab
