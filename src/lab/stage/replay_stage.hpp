// lab/stage/replay_stage.hpp -- on the stage: a replay, and what it would be with other settings. The room `play`,
// above this one, computes its lanes.
#pragma once

#include "lab/stage/stage_defaults.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lab
{

/// How far two worlds are apart at a moment of the replay.
struct ApartAt
{
    Nanos at{};
    double x = 0.0; ///< |x - x| of the scene's probe
};

/// What the window shows of a replay and of a run with other settings.
struct ReplayStory
{
    std::string name; ///< of the file
    Nanos length{};
    Nanos at{};
    std::int64_t hashes = 0;              ///< compared so far, while it ran from its start
    std::optional<std::int64_t> broken{}; ///< the first tick that was not as recorded
    std::optional<Nanos> forked{};        ///< where what might have been begins
    std::string what_if;                  ///< what is different in it: "loop=variable"
    std::optional<Nanos> parted{};        ///< the first step that is not the same ends there ...
    std::int64_t parted_tick = 0;         ///< ... and has that number, from 1
    std::vector<ApartAt> apart;           ///< from the fork on, as far as both have come
};

/// Runs a replay; the laboratory knows nothing else of it.
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
    virtual void fork(Desk& desk)            = 0; ///< here, with the settings as they are
    virtual void join()                      = 0; ///< leaves what might have been
};

/// A replay on the stage. Input and lag of this PC do not reach it.
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
    /// Takes the key of "what if", which starts a second run with the settings as they are now.
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
