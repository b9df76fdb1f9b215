// lab/lessons/demonstrations.hpp -- demonstrations of a few seconds: of well-known loops ("Show me"), and at the start
#pragma once

#include "lab/lane/lane_run.hpp"
#include "lab/settings/script.hpp"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace lab
{

struct Demonstration
{
    /// One of the two game loops that a demonstration shows side by side.
    struct NamedLane
    {
        std::string_view name;
        std::string_view assignments; ///< "KEY=VALUE KEY=VALUE", for this loop only (Assignment::key)
    };

    std::string_view name; ///< name of the demonstrated loop
    std::string_view conclusion; ///< what the user sees in the demonstration, and why: one or two short sentences
    std::string_view common_assignments; ///< "KEY=VALUE KEY=VALUE", for both loops
    std::array<NamedLane, 2> lanes;
    /// Timed commands, such as "at 5 set machine.delay_ms 100ms" (at 5 s).
    std::string_view script{};
    Nanos duration{10'000'000'000}; ///< in real time
};

std::span<const Demonstration> loop_demonstrations();
/// Null if there is none.
const Demonstration* find_demonstration(timestep::PresetId loop);
/// What a new user sees first: a PC that becomes slow, and a wall that only one of two loops keeps.
const Demonstration& opening_demonstration();
inline constexpr Nanos opening_still_time{4'600'000'000}; ///< the moment of the opening that a still shows
/// Settings of the two loops that the demonstration compares. Throws std::runtime_error if one is not valid.
std::vector<LaneSetup> make_lane_setups(const Demonstration& demonstration);

class DemonstrationRun
{
public:
    /// Replaces `lanes` and simulates the first frame. Throws std::runtime_error if a setting or command of
    /// `demonstration` is not valid.
    DemonstrationRun(const Demonstration& demonstration, LaneRuns& lanes);

    void advance(Nanos real_time);
    Nanos elapsed_real_time() const { return elapsed_real_time_; }
    double time_scale() const { return time_scale_; } ///< seconds of the loops' clock per second of real time
    bool is_over() const { return elapsed_real_time_ >= demonstration_->duration; }
    const Demonstration& demonstration() const { return *demonstration_; }
    DisplayContent advance_display_to_now(std::size_t index)
    {
        return lanes_[index].advance_display_to(lane_wall_time_);
    }

private:
    const Demonstration* demonstration_;
    LaneRuns& lanes_;
    TimedCommands commands_;
    std::size_t next_command_index_ = 0;
    Nanos lane_wall_time_{}; ///< on the wall clock of the loops
    Nanos elapsed_real_time_{};
    double time_scale_ = 1.0;
};

} // namespace lab
