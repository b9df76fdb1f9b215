// programs/timestep_lab/slow_live.hpp -- shows statistics of a slowed game's frames in the terminal while the game
// runs, and lets keys change the PC
#pragma once

#include "base/console.hpp"
#include "lab/game/session.hpp"

namespace timestep_lab
{

using lab::GameReport;
using lab::GameRun;
using lab::GameSession;
using sim::Nanos;

/// Writes statistics of the game's frames to the standard error, ten times a second, and carries out the actions of the
/// keys.
class SlowPage
{
public:
    /// `machine` is the PC at the start. `session` outlives this object.
    SlowPage(GameSession& session, const sim::MachineSettings& machine);
    SlowPage(const SlowPage&)       = delete;
    void operator=(const SlowPage&) = delete;
    /// Removes the statistics from the terminal.
    ~SlowPage();

    /// Returns true if the standard error is a terminal on which the statistics can be shown.
    static bool is_possible();
    /// Carries out the actions of the keys that were pressed, and writes the statistics of the game's frames if they
    /// are due. Returns false if the user has asked for the end.
    bool update();

private:
    bool obey(int key);
    void set_delay(Nanos delay);
    std::string text() const;
    void remove();

    GameSession& session_;
    sim::MachineSettings machine_;
    base::TerminalKeys keys_{};
    Nanos due_{};
    int lines_ = 0; // number of lines that the statistics take on the terminal
};

} // namespace timestep_lab
