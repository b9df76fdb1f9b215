// lab/stage/replay_stage.hpp -- a replay in the window, and its fork: the same inputs with other settings
#pragma once

#include "lab/stage/stage.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lab
{

struct DistanceSample
{
    Nanos replay_time{};
    double x = 0.0; ///< distance of the bodies |x in the replay - x in the fork|, in metres or radians
};

struct ReplayStatus
{
    std::string name; ///< name of the replay file
    Nanos length{};
    Nanos shown_time{};               ///< time since the start of the replay
    std::int64_t compared_hashes = 0; ///< number of state hashes that were compared with those in the file
    /// Text for the user: the first difference from the replay file, such as another state hash; empty if none.
    std::optional<std::string> first_difference{};
    std::optional<Nanos> fork_start{}; ///< replay time at the start of the fork; empty without a fork
    /// Names the settings that are changed in the fork, such as "loop variable".
    std::string changed_settings;
    /// Replay time at the end of the first step whose states differ between the replay and the fork; empty if none.
    std::optional<Nanos> diverged_at{};
    std::int64_t first_different_step = 0; ///< number, from 1, of the first step with different states
    /// Distances between the bodies of the replay and the fork, one for every 0.05 s since the start of the fork.
    std::vector<DistanceSample> distances;
};

/// Shows a replay and its fork, which the user's input and this PC's lag do not affect. This is only an interface,
/// because its implementation lab::ReplayPlayer is in the module lab/replay, which depends on lab/stage.
class ReplayStage : public Stage
{
public:
    bool matches(const Settings& settings) const override { return settings.mode == Mode::replay; }
    bool handle_key(const Key& key, LabContext& context) override
    {
        if (key.action != Action::fork_replay) return false;
        start_fork(context);
        return true;
    }
    void add_events(std::uint32_t events) override { lanes().add_events(events); }
    bool has_own_ending() const override { return true; }
    bool can_show_ring() const override { return false; }

    virtual const ReplayStatus& status() const = 0;
    /// Copies the replay's settings to `settings`. Does nothing if called again before restore_user_settings().
    virtual void apply_replay_settings(Settings& settings) = 0;
    /// Returns `current_settings` without the changes by apply_replay_settings(). Settings that the user has changed
    /// since then keep their present values.
    virtual Settings settings_after_replay(const Settings& current_settings) const = 0;
    virtual void restore_user_settings(Settings& settings)                         = 0;
    /// Starts a fork at the shown replay time: a second run of the same inputs, with the present settings.
    virtual void start_fork(LabContext& context) = 0;
    virtual void end_fork()                      = 0;
};

} // namespace lab
