// lab/lessons/demonstrations.hpp -- "Show me": a run of ten seconds for each of the five best-known loops, with one
// conclusion
//
// A demonstration runs on virtual PCs with its own settings. It neither uses nor changes the user's settings.
#pragma once

#include "lab/lane/lane_run.hpp"
#include "lab/settings/actions.hpp"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace lab
{

struct Demonstration
{
    struct NamedLane
    {
        std::string_view name;
        std::string_view settings; ///< settings of this lane alone, as KEY=VALUE with spaces in between (Change::key)
    };

    std::string_view loop;          ///< name of the loop's preset, or of the fault that is shown
    std::string_view conclusion;    ///< one or two short sentences
    std::string_view settings;      ///< settings of both lanes, as KEY=VALUE with spaces in between
    std::array<NamedLane, 2> lanes; ///< in the order in which the window shows them
    /// Commands of a drive file at times of the lanes' wall clock: only `set`, `grab` and `release`. "lab.speed" is
    /// the speed of the run: seconds of the lanes' wall clock per second of the user.
    std::string_view script;
};

/// In the order of timestep::all_presets.
std::span<const Demonstration> demonstrations();
/// Null if the loop has no demonstration.
const Demonstration* find_demonstration(timestep::LoopId loop);
/// Evenly moving bars at 50 steps a second on a display of 60 Hz.
const Demonstration& stutter_demonstration();
/// Throws std::runtime_error if a text of the table is not valid.
std::vector<LaneSetup> lanes_of(const Demonstration& shown);

class DemonstrationRun
{
public:
    static constexpr Nanos length{10'000'000'000}; ///< on the user's clock

    /// Computes the first frame of each lane. Throws std::runtime_error if a text of the table is not valid.
    explicit DemonstrationRun(const Demonstration& shown);

    /// Computes the frames of the next `watched` seconds of the user.
    void advance(Nanos watched);
    Nanos watched() const { return watched_; } ///< on the user's clock
    const Demonstration& shown() const { return *shown_; }
    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }
    Screen on_screen(std::size_t lane) { return lanes_[lane].on_screen(time_); }

private:
    void apply(const DriveCommand& command);

    const Demonstration* shown_;
    Lanes lanes_;
    Drive script_;
    std::size_t next_ = 0; ///< index of the next command of script_
    Nanos time_{};         ///< time on the lanes' wall clock
    Nanos watched_{};
    double speed_ = 1.0; ///< seconds of the lanes' wall clock per second of the user
};

} // namespace lab
