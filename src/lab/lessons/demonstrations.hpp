// lab/lessons/demonstrations.hpp -- "Show me": a run of ten seconds and a conclusion for each of the five main loops
//
// A demonstration runs on virtual PCs with its own settings. It does not use or change the user's settings.
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
        std::string_view settings; ///< settings of this lane only: KEY=VALUE, separated by spaces (Change::key)
    };

    std::string_view name;          ///< that of the loop's preset, or of the demonstrated fault
    std::string_view conclusion;    ///< one or two short sentences
    std::string_view settings;      ///< settings of both lanes: KEY=VALUE, separated by spaces
    std::array<NamedLane, 2> lanes; ///< in display order
    /// Commands in the format of drive files (only `set`, `grab` and `release`) at times of the lanes' wall clock.
    /// "lab.speed" is the seconds of the lanes' wall clock per second of real time.
    std::string_view script;
};

/// The demonstrations of loops, in the order of timestep::all_presets.
std::span<const Demonstration> demonstrations();
/// The demonstration of a loop; null if it has none.
const Demonstration* find_demonstration(timestep::LoopId loop);
/// A demonstration of stutter: bars at constant speed with 50 steps a second on a 60 Hz display.
const Demonstration& stutter_demonstration();
/// The set-ups of both lanes. Throws std::runtime_error if a setting or the script is not valid.
std::vector<LaneSetup> lane_setups_of(const Demonstration& demonstration);

class DemonstrationRun
{
public:
    static constexpr Nanos length{10'000'000'000}; ///< in real time

    /// Simulates the first frame of each lane. Throws std::runtime_error if a setting or the script is not valid.
    explicit DemonstrationRun(const Demonstration& demonstration);

    /// Simulates the frames of the next `real_time`.
    void advance(Nanos real_time);
    Nanos elapsed_real_time() const { return elapsed_real_time_; } ///< since the start of the run
    const Demonstration& demonstration() const { return *demonstration_; }
    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }
    Screen on_screen(std::size_t lane) { return lanes_[lane].on_screen(time_); }

private:
    void apply(const DriveCommand& command);

    const Demonstration* demonstration_;
    Lanes lanes_;
    DriveCommands script_;
    std::size_t next_command_ = 0; ///< index of the next command in script_
    Nanos time_{};                 ///< on the lanes' wall clock
    Nanos elapsed_real_time_{};
    double speed_ = 1.0; ///< seconds of the lanes' wall clock per second of real time
};

} // namespace lab
