// lab/game/game_pc.hpp -- a PC whose frames are those of a game in another program, which it slows down
#pragma once

#include "lab/game/session.hpp"
#include "sim/machine/pc.hpp"

namespace lab
{

/// A PC for the live loops of the window: the frame times are those of a slowed game, and lag and hitches (single long
/// frames) act on this game. Its time is the sum of the game's frame times, so it stands still while the game presents
/// nothing.
class GamePc final : public sim::Pc
{
public:
    /// Starts the game. Throws std::runtime_error with one line for the user if it cannot be started.
    explicit GamePc(GameRun run);
    GamePc(const GamePc&)         = delete;
    void operator=(const GamePc&) = delete;
    /// Ends the game if it runs: by a close event, then SIGTERM, then SIGKILL.
    ~GamePc() override { session_.finish(); }

    /// Returns the next frame time of the game that has not been returned yet; zero if there is none.
    Nanos begin_frame(const sim::MachineSettings& settings) override;
    Nanos begin_recorded_frame(Nanos) override { return begin_frame(machine_); }
    Nanos time() const override { return time_; }
    Nanos elapsed() const override;
    /// Does nothing: the loops of the window do not run in the game, so their steps cost the game no time.
    void spend(Nanos) override {}
    std::optional<sim::ShownPicture> end_frame(const sim::MachineSettings& settings, bool rendered) override;
    std::optional<sim::ShownPicture> end_recorded_frame(const sim::MachineSettings& settings, bool rendered,
                                                        Nanos) override
    {
        return end_frame(settings, rendered);
    }
    /// Does nothing: the game itself waits between its frames, and the loops of the window do not.
    sim::Waited wait(timestep::LoopPacer&, const timestep::StepPlan&) override { return {}; }
    Nanos patience() const override { return Nanos{2'000'000'000}; }
    Nanos refresh_period(const sim::MachineSettings&) const override { return Nanos::zero(); }
    std::string game() const override { return name_; }

    /// Waits, at most 100 ms so that the window stays responsive, until the game has a frame for begin_frame(). Returns
    /// whether there is one.
    bool wait_for_frame();
    /// Returns the number of frames that the game has presented and begin_frame() has not returned yet.
    std::size_t waiting();
    /// Returns true if the game has ended and begin_frame() has returned all of its frames.
    bool ended() const { return ended_ && session_.so_far().frames.size() == frame_; }

private:
    std::string name_; // file name of the game, without its folder
    GameSession session_;
    sim::MachineSettings machine_;
    std::size_t frame_ = 0; // number of the game's frames that begin_frame() has returned so far
    Nanos time_{};
    Nanos begun_{}; // time at which begin_frame() last returned, on the machine's monotonic clock
    bool ended_ = false;
};

} // namespace lab
