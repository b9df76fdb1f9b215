// lab/stage/replay_stage.hpp -- a replay in the window, and its fork: the same inputs with other settings
#pragma once

#include "lab/stage/stage.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lab
{

/// The distance between the bodies of the replay and of the fork at one replay time.
struct DistanceAt
{
    Nanos replay_time{};
    double x = 0.0; ///< |x in the replay - x in the fork|, with scenes::Probe::x; in metres or radians
};

struct ReplayStatus
{
    std::string name; ///< name of the replay file
    Nanos length{};
    Nanos shown_time{};               ///< counted from the start of the replay
    std::int64_t compared_hashes = 0; ///< number of state hashes that were compared with the recorded hashes
    /// First difference between the run and the replay file, such as another state hash, as a clause for the user.
    std::optional<std::string> first_difference{};
    std::optional<Nanos> fork_start{}; ///< replay time at which the fork begins; empty without a fork
    /// Settings of the fork that differ from those of the replay, such as "loop=variable".
    std::string changed_settings;
    /// End of the first step after which the states of replay and fork differ, as replay time; empty if none.
    std::optional<Nanos> diverged_at{};
    std::int64_t first_different_step = 0; ///< number of the step at `diverged_at`, from 1
    /// Distances since the start of the fork, one for every 0.05 s.
    std::vector<DistanceAt> distances;
};

/// The interface of a replay and its fork. The user's input and this PC's lag do not affect them. lab::ReplayPlayer
/// implements it, because the module lab/replay depends on this one.
class ReplayStage : public Stage
{
public:
    bool matches(const Settings& settings) const override { return settings.mode == Mode::replay; }
    bool handle(const Key& key, LabContext& context) override
    {
        if (key.action != Action::fork_replay) return false;
        start_what_if_run(context);
        return true;
    }
    void add_events(std::uint32_t events) override { lanes().add_events(events); }
    bool has_own_ending() const override { return true; }
    bool has_ring() const override { return false; }

    virtual const ReplayStatus& status() const = 0;
    /// Copies the settings of the replay to `settings`. Further calls do nothing until restore_user_settings().
    virtual void apply_replay_settings(Settings& settings) = 0;
    /// Returns `now`, but with the old values of those settings that apply_replay_settings() has changed and the user
    /// has not.
    virtual Settings settings_after_replay(const Settings& now) const = 0;
    virtual void restore_user_settings(Settings& settings) = 0; ///< sets `settings` to settings_after_replay(settings)
    /// Starts a fork at the shown time with the present settings.
    virtual void start_what_if_run(LabContext& context) = 0;
    virtual void end_what_if_run()                      = 0; ///< ends the fork
};

} // namespace lab
