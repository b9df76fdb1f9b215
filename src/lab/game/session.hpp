// lab/game/session.hpp -- one run of a slowed game: starts the game, reads its frame times, ends it
#pragma once

#include "base/files.hpp"
#include "base/started_program.hpp"
#include "lab/game/probe_lines.hpp"
#include "sim/game/slowed_game.hpp"
#include "sim/machine/pc.hpp"

#include <deque>
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
    std::vector<std::string> words; ///< command line of the game: the program and its arguments
    sim::GameSetup setup{};
    std::string csv{};                    ///< CSV file to which the frames are written; empty: no file
    std::optional<std::int64_t> frames{}; ///< number of frames after which the game is ended; empty: no limit
    /// Time after the game's first frame at which the game is ended; empty: no limit.
    std::optional<Nanos> time{};
    std::string_view teller = "timestep_lab"; ///< name of this program, the prefix of its messages on standard error
    std::string display{};                    ///< X11 display, such as ":1"; empty: the display of this program
    bool keeps_output = false;                ///< true: GameReport::output contains the game's standard output
    /// True: with `keeps_output`, GameReport::output also contains the game's standard error.
    bool keeps_errors = false;
};

/// The frame times of a slowed game, and how it ended.
struct GameReport
{
    std::string application; ///< name of the program that presented frames; empty if there was no frame
    std::string call;        ///< function with which the game presents its frames, such as "glXSwapBuffers"
    /// One entry for each frame: the frame time, the game's own part, and the delay that this program added.
    std::vector<Nanos> frames{}, own{}, added{};
    /// Number of frames whose shortest frame time came from GameRun::setup.recording.
    std::size_t recorded = 0;
    /// Number of frames in which the game's own part was longer than the frame time in GameRun::setup.recording.
    std::size_t longer = 0;
    Nanos most_longer{};    ///< largest excess of the game's own part in the frames counted in `longer`
    std::size_t others = 0; ///< number of frames in other windows of the game, which are not slowed down
    /// Number of frames that were overwritten in memory before this program could read them.
    std::uint64_t lost = 0;
    int code           = 0;     ///< exit code of the game; 0 if it ended at this program's request
    bool killed        = false; ///< true: the game was killed, because it did not end on request
    std::string output;
    /// CSV lines that the game has written with timestep/probe.hpp; empty if the game does not use it.
    std::string probe;
};

/// One run of a game that this program slows down.
class GameSession
{
public:
    /// Starts the game. Throws std::runtime_error with a one-line message for the user on failure.
    explicit GameSession(GameRun run);
    GameSession(const GameSession&)    = delete;
    void operator=(const GameSession&) = delete;
    ~GameSession();

    /// Reads the game's new frames, then sleeps 4 ms. Returns false when the game has ended, or when the limit
    /// GameRun::frames or GameRun::time is reached.
    bool go_on();
    /// Reads the frames that the game has presented since the last call; does not wait.
    void read_frames();
    /// Sets the lag and the frame limit of the game from its next frame on. `event` describes the change in the CSV
    /// file. Other settings in `machine` are ignored.
    void set(const sim::MachineSettings& machine, const std::string& event = "");
    /// Makes only the game's next frame longer, by `duration`. `event` is its description in the CSV file.
    void hitch(Nanos duration, const std::string& event);
    /// Ends the game if it still runs: sends a close event to its window, then SIGTERM, then SIGKILL.
    GameReport finish();

    const GameReport& so_far() const { return report_; }
    /// Time since the end of the game's newest frame; empty before the first frame.
    std::optional<Nanos> since_last_picture() const;

private:
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
    // Shared memory to which the game's loop writes its lines (timestep/probe.hpp).
    std::unique_ptr<base::SharedText> probe_;
    ProbeLines lines_;
    std::optional<base::GrowingFile> csv_;
    std::unique_ptr<base::StartedProgram> program_;
    GameReport report_{};
    struct Waiting
    {
        sim::GameFrame frame;
        std::string event;
    };
    std::deque<Waiting> waiting_; // frames that are not written to the CSV file yet
    std::string event_;           // value of the column "event" in the next CSV row
    Nanos started_{};
    std::optional<Nanos> first_; // start of the game's first frame; empty before the first frame
    std::optional<Nanos> last_;
    bool noticed_    = false; // true: the message about missing frames has been printed
    bool ending_     = false; // true: the game is being ended, and its frames are no longer recorded
    bool terminated_ = false; // true: SIGTERM was sent to the game
};

/// The wall time time() is the
class GamePc final : public sim::Pc
{
public:
    /// Starts the game. Throws std::runtime_error with a one-line message for the user on failure.
    explicit GamePc(GameRun run);
    GamePc(const GamePc&)         = delete;
    void operator=(const GamePc&) = delete;
    /// Ends the game if it still runs: sends a close event to its window, then SIGTERM, then SIGKILL.
    ~GamePc() override { session_.finish(); }

    /// Returns the game's next frame time; zero if the game has presented no new frame.
    Nanos begin_frame(const sim::MachineSettings& settings) override;
    Nanos begin_recorded_frame(Nanos) override { return begin_frame(machine_); }
    Nanos time() const override { return time_; }
    Nanos elapsed() const override;
    /// Does nothing: steps of the loops in the window do not slow the game.
    void spend(Nanos) override {}
    std::optional<sim::ShownPicture> end_frame(const sim::MachineSettings& settings, bool rendered) override;
    std::optional<sim::ShownPicture> end_recorded_frame(const sim::MachineSettings& settings, bool rendered,
                                                        Nanos) override
    {
        return end_frame(settings, rendered);
    }
    /// Does not wait, because the game already waits between its frames.
    sim::Waited wait(timestep::LoopPacer&, const timestep::StepPlan&) override { return {}; }
    Nanos patience() const override { return Nanos{2'000'000'000}; }
    Nanos refresh_period(const sim::MachineSettings&) const override { return Nanos::zero(); }
    std::string game() const override { return name_; }

    bool wait_for_frame() override;
    bool has_more_frames() override { return poll_frames() > 1; }
    bool game_ended() const override { return ended_ && session_.so_far().frames.size() == frame_; }

private:
    /// Reads the new frames. Returns the number of frames that begin_frame() has not returned yet.
    std::size_t poll_frames();

    std::string name_; // file name of the game, without its folder
    GameSession session_;
    sim::MachineSettings machine_;
    std::size_t frame_ = 0; // number of the game's frames that begin_frame() has returned
    Nanos time_{};
    Nanos begun_{}; // time of the last begin_frame() call, on the machine's monotonic clock
    bool ended_ = false;
};

} // namespace lab
