// lab/game/session.hpp -- one run of a game in another program on a slow PC: starts it, reads its frames and ends it
#pragma once

#include "base/files.hpp"
#include "base/started_program.hpp"
#include "lab/game/probe_lines.hpp"
#include "sim/game/slowed_game.hpp"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace base
{
class SharedMemory;
class SharedText;
} // namespace base

namespace lab
{

using sim::Nanos;

struct GameRun
{
    std::vector<std::string> words; ///< the game and its arguments
    sim::GameSetup setup{};
    std::string csv{};                    ///< CSV file to which the frames are written; empty: no file
    std::optional<std::int64_t> frames{}; ///< number of frames after which the game is ended; empty: no limit
    /// Time from the first picture after which the game is ended; empty: no limit.
    std::optional<Nanos> time{};
    std::string_view teller = "timestep_lab"; ///< name of this program, for messages on the standard error
    std::string display{};                    ///< X11 display, such as ":1"; empty for the one of this program
    bool keeps_output = false;                ///< true: GameReport::output gets the game's standard output
    bool keeps_errors = false;                ///< true: with keeps_output, it also gets the standard error
};

/// The report on a game that was slowed down: the frames of its window, and how it ended.
struct GameReport
{
    std::string application; ///< name of the program that presented the pictures; empty if there was no picture
    std::string call;        ///< name of the presenting call
    /// Three lists with one entry for each frame: the frame time, the part that the game itself took, and the part that
    /// the slow PC added.
    std::vector<Nanos> frames{}, own{}, added{};
    std::size_t recorded = 0; ///< number of frames to which a recording assigned a frame time
    /// Number of frames in which the game itself (without the added lag) took longer than the recorded frame time.
    std::size_t longer = 0;
    Nanos most_longer{};        ///< largest time by which the game itself took longer than the recorded frame time
    std::size_t others = 0;     ///< number of frames of the program's other windows
    std::uint64_t lost = 0;     ///< number of frames that could not be recorded
    int code           = 0;     ///< exit code of the game; 0 if it ended because this program asked it to end
    bool killed        = false; ///< true: the game did not end when this program asked it to end, and was killed
    std::string output;
    std::string probe; ///< lines of the game's probe (timestep/probe.hpp); empty if it has none
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
    /// Reads the frames that the game has presented since the last call; does not wait.
    void look() { read_frames(); }
    /// Changes the settings of the slow PC on which the game runs, from the game's next frame on. `event` describes the
    /// change in the CSV file.
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
    void write_rows(bool all);
    std::string row(const sim::GameFrame& frame, std::string_view event, std::string_view probed) const;
    void write(std::string_view text);
    bool has_ended();
    void notice_missing_pictures();
    void end_politely();
    bool ends_within(Nanos time);

    GameRun run_;
    std::unique_ptr<base::SharedMemory> memory_;
    std::unique_ptr<sim::SlowedGame> game_;
    std::unique_ptr<base::SharedText> probe_; // the game's probe writes its lines there
    ProbeLines lines_;
    std::optional<base::GrowingFile> csv_;
    std::unique_ptr<base::StartedProgram> program_;
    GameReport report_{};
    struct Waiting
    {
        sim::GameFrame frame;
        std::string event;
    };
    std::deque<Waiting> waiting_; // frames whose rows are not in the CSV file yet
    std::string event_;           // text for the column of events in the next row of the CSV file
    Nanos started_{};
    std::optional<Nanos> first_; // time at which the first frame began; empty before it
    std::optional<Nanos> last_;
    bool noticed_    = false; // true: the user has been told that the game has presented no picture
    bool ending_     = false; // true: the game is being ended, and its frames are not recorded any more
    bool terminated_ = false; // true: SIGTERM was sent to the game so that it ends
};

} // namespace lab
