// lab/game/session.hpp -- one run of a game that this program slows down as if it ran on a slow PC: starts the game,
// reads its frames and ends it
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
    /// The game is ended when this time has passed since its first picture; empty: no limit.
    std::optional<Nanos> time{};
    std::string_view teller = "timestep_lab"; ///< name of this program, which begins its messages on the standard error
    std::string display{};                    ///< X11 display, such as ":1"; empty for the one of this program
    bool keeps_output = false;                ///< true: GameReport::output gets the game's standard output
    /// True: if keeps_output is true, GameReport::output also gets the game's standard error.
    bool keeps_errors = false;
};

/// The frames of the window of a slowed game, and how it ended.
struct GameReport
{
    std::string application; ///< name of the program that presented the pictures; empty if there was no picture
    std::string call;        ///< function with which the game presents its frames, such as "glXSwapBuffers"
    /// One entry for each frame: the frame time, the part that the game itself took, and the delay that this program
    /// added.
    std::vector<Nanos> frames{}, own{}, added{};
    /// Number of frames for which GameRun::setup.recording set the shortest frame time.
    std::size_t recorded = 0;
    /// Number of frames in which the game itself took longer than the frame time in GameRun::setup.recording.
    std::size_t longer = 0;
    Nanos most_longer{};    ///< in the frames counted in `longer`: largest excess of the game's own time
    std::size_t others = 0; ///< number of frames in other windows of the game, which are not slowed down
    /// Number of frames that were overwritten in memory before this program could read them.
    std::uint64_t lost = 0;
    int code           = 0;     ///< exit code of the game; 0 if it ended because this program asked it to end
    bool killed        = false; ///< true: the game did not end when this program asked it to end, and was killed
    std::string output;
    /// CSV text that the game has written with timestep/probe.hpp; empty if the game does not use it.
    std::string probe;
};

/// A run of a game that this program slows down.
class GameSession
{
public:
    /// Starts the game. Throws std::runtime_error with one line for the user if it cannot be started.
    explicit GameSession(GameRun run);
    GameSession(const GameSession&)    = delete;
    void operator=(const GameSession&) = delete;
    ~GameSession();

    /// Reads the game's new frames, then sleeps some milliseconds. Returns false when the game has ended, or when the
    /// limit GameRun::frames or GameRun::time is reached.
    bool go_on();
    /// Reads the frames that the game has presented since the last call; does not wait.
    void read_frames();
    /// Changes the lag and the frame limit with which this program slows the game down, from the game's next frame on.
    /// `event` describes the change in the CSV file. The other settings in `machine` have no effect.
    void set(const sim::MachineSettings& machine, const std::string& event = "");
    /// Makes only the game's next frame longer, by `duration`. `event` describes this in the CSV file.
    void hitch(Nanos duration, const std::string& event);
    /// Ends the game if it still runs: sends a close event to its window, then SIGTERM, then SIGKILL.
    GameReport finish();

    const GameReport& so_far() const { return report_; }
    /// Nothing before its first picture.
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
    std::string event_;           // text for the column "event" of the next CSV row
    Nanos started_{};
    std::optional<Nanos> first_; // time at which the game's first frame began; empty before the first frame
    std::optional<Nanos> last_;
    bool noticed_    = false; // true: the user has been told that the game has presented no picture
    bool ending_     = false; // true: the game is being ended, and its frames are not recorded any more
    bool terminated_ = false; // true: SIGTERM was sent to the game so that it ends
};

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

    /// The game's oldest frame time that no earlier call has returned; zero if there is none.
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
    /// Reads the new frames. Returns the number of those that begin_frame() has not returned yet.
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
