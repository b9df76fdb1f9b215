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
    std::vector<std::string> command_line; ///< the program of the game and its arguments
    sim::GameSetup setup{};
    std::string csv_path{};                   ///< CSV file to which the frames are written; empty: no file
    std::optional<std::int64_t> max_frames{}; ///< number of frames after which the game is ended; empty: no limit
    /// Time after the game's first frame at which the game is ended; empty: no limit.
    std::optional<Nanos> max_time{};
    std::string_view program_name = "timestep_lab"; ///< of this program, the prefix of its messages on standard error
    std::string display{};                          ///< X11 display, such as ":1"; empty: the display of this program
    bool keeps_output = false;                      ///< true: GameReport::output contains the game's standard output
    /// True: with `keeps_output`, GameReport::output also contains the game's standard error.
    bool keeps_errors = false;
};

/// The frame times of a slowed game, and how it ended.
struct GameReport
{
    std::string application;         ///< name of the program that presented frames; empty if there was no frame
    std::string presenting_function; ///< function with which the game presents its frames, such as "glXSwapBuffers"
    /// One entry for each frame: the frame time, the game's own part, and the delay that this program added.
    std::vector<Nanos> frame_times{}, own_times{}, added_times{};
    /// Number of frames whose shortest frame time came from GameRun::setup.recording.
    std::size_t recorded_frames = 0;
    /// Number of frames in which the game's own part was longer than the frame time in GameRun::setup.recording.
    std::size_t exceeding_frames = 0;
    Nanos max_excess{}; ///< largest excess of the game's own part in the frames counted in `exceeding_frames`
    std::size_t other_window_frames = 0; ///< number of frames in other windows of the game, which are not slowed down
    /// Number of frames that were overwritten in memory before this program could read them.
    std::uint64_t lost_frames = 0;
    int exit_code             = 0;     ///< exit code of the game; 0 if it ended at this program's request
    bool was_killed           = false; ///< true: the game was killed, because it did not end on request
    std::string output;
    /// CSV lines that the game has written with timestep/probe.hpp; empty if the game does not use it.
    std::string probe_lines;
};

class GameSession
{
public:
    /// Starts the game. Throws std::runtime_error with a one-line message for the user on failure.
    explicit GameSession(GameRun run);
    GameSession(const GameSession&)    = delete;
    void operator=(const GameSession&) = delete;
    ~GameSession();

    /// Reads the game's new frames, then sleeps 4 ms. Returns false when the game has ended, or when the limit
    /// GameRun::max_frames or GameRun::max_time is reached.
    bool poll_and_sleep();
    /// Reads the frames that the game has presented since the last call; does not wait.
    void read_frames();
    /// Sets the lag and the frame limit of the game from its next frame on. `event` describes the change in the CSV
    /// file. Other settings in `machine` are ignored.
    void apply(const sim::MachineSettings& machine, const std::string& event = "");
    /// Makes only the game's next frame longer, by `duration`. `event` is its description in the CSV file.
    void add_hitch(Nanos duration, const std::string& event);
    /// Ends the game if it still runs: sends a close event to its window, then SIGTERM, then SIGKILL.
    GameReport finish();

    const GameReport& report() const { return report_; }
    /// Time since the end of the game's newest frame; empty before the first frame.
    std::optional<Nanos> time_since_last_frame() const;

private:
    void add_to_report(const sim::GameFrame& frame);
    void write_rows(bool includes_last);
    std::string csv_row(const sim::GameFrame& frame, std::string_view event, std::string_view probe_cells) const;
    void write_to_csv(std::string_view text);
    bool has_ended();
    void report_missing_frames();
    void end_game();
    bool wait_for_end(Nanos max_time);

    GameRun run_;
    std::unique_ptr<base::SharedMemory> memory_;
    std::unique_ptr<sim::SlowedGame> game_;
    // Shared memory to which the game's loop writes its lines (timestep/probe.hpp).
    std::unique_ptr<base::SharedText> probe_;
    ProbeLines lines_;
    std::optional<base::ReplacingLogFile> csv_;
    std::unique_ptr<base::StartedProgram> program_;
    GameReport report_{};
    struct UnwrittenFrame
    {
        sim::GameFrame frame;
        std::string event;
    };
    std::deque<UnwrittenFrame> unwritten_frames_; // frames that are not written to the CSV file yet
    std::string event_;                           // value of the column "event" in the next CSV row
    Nanos start_time_{};
    std::optional<Nanos> first_frame_start_; // start of the game's first frame; empty before the first frame
    std::optional<Nanos> last_frame_end_;
    bool has_reported_missing_frames_ = false; // true: the message about missing frames has been printed
    bool is_ending_                   = false; // true: the game is being ended, and its frames are no longer recorded
    bool was_terminated_              = false; // true: SIGTERM was sent to the game
};

/// A PC whose frames are those of a slowed game. frame_start_time() is the sum of the frame times that begin_frame()
/// has returned.
class GamePc final : public sim::Pc
{
public:
    explicit GamePc(GameRun run);
    GamePc(const GamePc&)         = delete;
    void operator=(const GamePc&) = delete;
    ~GamePc() override { session_.finish(); }

    /// Returns the game's next frame time; zero if the game has presented no new frame.
    Nanos begin_frame(const sim::MachineSettings& settings) override;
    Nanos begin_recorded_frame(Nanos) override { return begin_frame(machine_); }
    Nanos frame_start_time() const override { return time_; }
    Nanos elapsed() const override;
    /// Does nothing: steps of the loops in the window do not slow the game.
    void spend(Nanos) override {}
    std::optional<sim::PresentTimes> end_frame(const sim::MachineSettings& settings, bool rendered) override;
    std::optional<sim::PresentTimes> end_recorded_frame(const sim::MachineSettings& settings, bool rendered,
                                                        Nanos) override
    {
        return end_frame(settings, rendered);
    }
    /// Does not wait, because the game already waits between its frames.
    sim::WaitTimes wait(timestep::LoopPacer&, const timestep::StepPlan&) override { return {}; }
    Nanos step_time_limit() const override { return Nanos{2'000'000'000}; }
    Nanos refresh_period(const sim::MachineSettings&) const override { return Nanos::zero(); }
    std::string game_name() const override { return name_; }

    bool wait_for_frame() override;
    bool has_more_frames() override { return read_frames_and_count_waiting() > 1; }
    bool has_game_ended() const override { return has_ended_ && session_.report().frame_times.size() == frame_count_; }

private:
    /// Reads the new frames. Returns the number of frames that begin_frame() has not returned yet.
    std::size_t read_frames_and_count_waiting();

    std::string name_; // file name of the game, without its folder
    GameSession session_;
    sim::MachineSettings machine_;
    std::size_t frame_count_ = 0; // number of the game's frames that begin_frame() has returned
    Nanos time_{};
    Nanos begin_time_{}; // time of the last begin_frame() call, on the machine's monotonic clock
    bool has_ended_ = false;
};

} // namespace lab
