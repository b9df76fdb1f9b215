// lab/stage/replay_stage.hpp -- the stage of a replay, and of its fork: a run of the same replay with other settings.
// The room lab/replay computes the lanes.
#pragma once

#include "lab/stage/stage_defaults.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lab
{

/// The distance of the replay's world and the fork's world at one time of the replay.
struct ApartAt
{
    Nanos at{};
    double x = 0.0; ///< |x1 - x2| of the coordinates scenes::Probe::x
};

/// The data that the window shows about a replay and its fork.
struct ReplayStory
{
    std::string name; ///< name of the file
    Nanos length{};
    Nanos at{};                           ///< shown time, from the replay's start
    std::int64_t hashes = 0;              ///< state hashes compared so far with the recorded ones
    std::optional<std::int64_t> broken{}; ///< first tick whose state differs from the recorded hash; empty if none
    std::optional<Nanos> forked{};        ///< time at which the fork starts; empty without a fork
    std::string what_if;                  ///< settings that differ in the fork: "loop=variable"
    std::optional<Nanos> parted{};        ///< end of the first step whose state differs between replay and fork
    std::int64_t parted_tick = 0;         ///< number of that step, from 1
    std::vector<ApartAt> apart;           ///< distances from the fork on, up to the shorter of both runs
};

/// Interface that runs a replay; lab/replay implements it.
class ReplayPlayer
{
public:
    ReplayPlayer()                               = default;
    ReplayPlayer(const ReplayPlayer&)            = delete;
    ReplayPlayer& operator=(const ReplayPlayer&) = delete;
    virtual ~ReplayPlayer()                      = default;

    virtual void begin_frame(Desk& desk)     = 0;
    virtual MeteredLanes& lanes()            = 0;
    virtual const ReplayStory& story() const = 0;
    virtual void fork(Desk& desk)            = 0; ///< starts a fork at the shown time with the present settings
    virtual void join()                      = 0; ///< ends the fork
};

/// The stage of a replay. The user's input and this PC's lag do not affect the replay.
class ReplayStage : public StageDefaults
{
public:
    explicit ReplayStage(ReplayPlayer& player)
        : player_{&player}
    {
    }

    StageTraits traits() const { return {.has_own_ending = true, .has_perfect_pc = false}; }
    ReplayPlayer& player() const { return *player_; }

    bool suits(const Settings& s) const { return s.mode == Mode::replay; }
    /// Carries out the key "what if", which starts a fork with the present settings. Returns false for all other keys.
    bool takes(const Key& key, Desk& desk);
    void begin_frame(Desk& desk) { player_->begin_frame(desk); }
    void end_frame(Desk& desk) { desk.end_watched_frame(); }
    void press(const Desk&, Button, bool) {}
    void lose(Desk&, Nanos, std::uint32_t) {}
    void note(std::uint32_t events) { player_->lanes().note(events); }
    Screen on_screen(std::size_t lane);
    const MeteredLanes& lanes() const { return player_->lanes(); }
    MeteredLanes& lanes() { return player_->lanes(); }

private:
    ReplayPlayer* player_;
};

} // namespace lab
