// lab/game/session.hpp -- one run of a game on a slow PC: starts it, reads its frames and ends it
#pragma once

#include "base/files.hpp"
#include "base/started_program.hpp"
#include "sim/game/slowed_game.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace base
{
class SharedMemory;
}

namespace lab
{

using sim::Nanos;

struct GameRun
{
    std::vector<std::string> words; ///< the game and its arguments
    sim::GameSetup setup{};
    std::string csv{};                        ///< file for the frames; empty for none
    std::optional<std::int64_t> frames{};     ///< frames after which the game is ended
    std::optional<Nanos> time{};              ///< time after the first picture after which the game is ended
    std::string_view teller = "timestep_lab"; ///< name of this program, for remarks on the standard error
    std::string display{};                    ///< X11 display, such as ":1"; empty for the one of this program
    bool keeps_output = false;                ///< true: GameReport::output gets the game's standard output
    bool keeps_errors = false;                ///< true: with keeps_output, it also gets the standard error
};

/// The frames of the window that was slowed down, and the end of the game.
struct GameReport
{
    std::string application; ///< name of the program that presented the pictures; empty if there was no picture
    std::string call;        ///< name of the presenting call
    std::vector<Nanos> frames{}, own{}, added{}; ///< frame times, the game's own part of them, and the added part
    std::size_t recorded = 0;                    ///< frames that a recording drove
    std::size_t longer   = 0;   ///< of these, the frames whose own part was longer than the recorded frame time
    Nanos most_longer{};        ///< by how much, at most
    std::size_t others = 0;     ///< frames of other windows
    std::uint64_t lost = 0;     ///< frames that could not be recorded
    int code           = 0;     ///< exit code of the game; 0 if it ended because it was asked to
    bool killed        = false; ///< true: the game did not end when it was asked to, and was killed
    std::string output;
};

/// A game that runs on a slow PC.
class GameSession
{
public:
    /// Starts the game. Throws std::runtime_error with one line for the user if it cannot be started.
    explicit GameSession(GameRun run);
    GameSession(const GameSession&)    = delete;
    void operator=(const GameSession&) = delete;
    ~GameSession();

    /// Reads new frames, and sleeps for some milliseconds. Returns false when the game has ended, or the wanted number
    /// of frames or the wanted time has passed.
    bool go_on();
    /// Reads new frames, without waiting.
    void look() { read_frames(); }
    /// Sets the PC from the game's next frame on. `event` describes the change in the CSV file.
    void set(const sim::MachineSettings& machine, const std::string& event = "");
    /// Makes the game's next frame longer, once.
    void hitch(Nanos duration, const std::string& event);
    /// Ends the game if it runs: by a close event, then SIGTERM, then SIGKILL. Returns the report.
    GameReport finish();

    const GameReport& so_far() const { return report_; }
    /// Returns the time since the last picture; nothing before the first one.
    std::optional<Nanos> since_last_picture() const;

private:
    void read_frames();
    void add(const sim::GameFrame& frame);
    void write_row(const sim::GameFrame& frame);
    void write(std::string_view text);
    bool has_ended();
    void notice_missing_pictures();
    void end_politely();
    bool ends_within(Nanos time);

    GameRun run_;
    std::unique_ptr<base::SharedMemory> memory_;
    std::unique_ptr<sim::SlowedGame> game_;
    std::optional<base::GrowingFile> csv_;
    std::unique_ptr<base::StartedProgram> program_;
    GameReport report_{};
    std::string rows_;
    std::string event_; // text for the next row of the CSV
    Nanos started_{};
    std::optional<Nanos> first_; // when the first frame began
    std::optional<Nanos> last_;
    bool noticed_    = false; // the user knows that there is no picture
    bool ending_     = false; // no more frames are recorded
    bool terminated_ = false; // the game was asked to end by SIGTERM
};

} // namespace lab
