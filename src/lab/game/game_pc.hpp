// lab/game/game_pc.hpp -- a source of frame times for the window: a game in another process, which this program slows
// down
#pragma once

#include "lab/game/session.hpp"
#include "sim/machine/pc.hpp"

namespace lab
{

/// Gives the loops in the window the frame times of a game in another process. Lag and hitches slow this game down. The
/// wall time of this PC, time(), is the sum of the game's frame times, so it stands still while the game presents no
/// frame.
class GamePc final : public sim::Pc
{
public:
    /// Starts the game. Throws std::runtime_error with one line for the user if it cannot be started.
    explicit GamePc(GameRun run);
    GamePc(const GamePc&)         = delete;
    void operator=(const GamePc&) = delete;
    /// Ends the game if it still runs: sends a close event to its window, then SIGTERM, then SIGKILL.
    ~GamePc() override { session_.finish(); }

    /// Returns the game's oldest frame time that no earlier call has returned; zero if there is none.
    Nanos begin_frame(const sim::MachineSettings& settings) override;
    Nanos begin_recorded_frame(Nanos) override { return begin_frame(machine_); }
    Nanos time() const override { return time_; }
    Nanos elapsed() const override;
    /// Does nothing: a step of a loop in the window does not make a frame of the game longer.
    void spend(Nanos) override {}
    std::optional<sim::ShownPicture> end_frame(const sim::MachineSettings& settings, bool rendered) override;
    std::optional<sim::ShownPicture> end_recorded_frame(const sim::MachineSettings& settings, bool rendered,
                                                        Nanos) override
    {
        return end_frame(settings, rendered);
    }
    /// Does not wait: the game already waits between its frames, so the loops in the window must not wait again.
    sim::Waited wait(timestep::LoopPacer&, const timestep::StepPlan&) override { return {}; }
    Nanos patience() const override { return Nanos{2'000'000'000}; }
    Nanos refresh_period(const sim::MachineSettings&) const override { return Nanos::zero(); }
    std::string game() const override { return name_; }

    bool wait_for_frame() override;
    bool has_more_frames() override { return poll_frames() > 1; }
    bool game_ended() const override { return ended_ && session_.so_far().frames.size() == frame_; }

private:
    /// Reads the frames that the game has presented since the last call. Returns the number of those that begin_frame()
    /// has not returned yet.
    std::size_t poll_frames();

    std::string name_; // file name of the game, without its folder
    GameSession session_;
    sim::MachineSettings machine_;
    std::size_t frame_ = 0; // number of the game's frames that begin_frame() has returned so far
    Nanos time_{};
    Nanos begun_{}; // time of the last begin_frame() call, on the machine's monotonic clock
    bool ended_ = false;
};

} // namespace lab
