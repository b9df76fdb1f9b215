// lab/game/game_session.hpp -- starts a game, slows it down, reads its frame times, and ends it
#pragma once

#include "base/files.hpp"
#include "base/shared_memory.hpp"
#include "base/started_program.hpp"
#include "lab/game/probe_lines.hpp"
#include "sim/game/game_connection.hpp"
#include "sim/machine/pc.hpp"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace lab
{

using sim::Nanos;

struct GameLaunchOptions
{
    std::vector<std::string> command_line; ///< the game's program and its arguments
    sim::GameSetup game_setup{};
    std::string csv_path{}; ///< CSV file for the frames; empty: no file
    std::optional<std::int64_t> max_frames{}; ///< the game is ended after this number of frames; empty: no limit
    std::optional<Nanos> max_time{}; ///< the game is ended this long after its first present; empty: no limit
    std::string_view message_prefix = "timestep_lab"; ///< prefix of messages on standard error
    std::string display{}; ///< X11 display, such as ":1"; empty: that of this program
    base::OutputTarget stdout_target = base::OutputTarget::inherited; ///< captured: to GameReport::captured_output
    base::OutputTarget stderr_target = base::OutputTarget::inherited; ///< captured: to GameReport::captured_output
};

struct GameReport
{
    std::string application; ///< name of the program that presented frames; empty without a frame
    std::string presenting_function; ///< function that presents a frame, such as "glXSwapBuffers"
    /// For each frame: the frame time, the part of it that the game itself took, and the delay that this program added.
    std::vector<Nanos> frame_times{}, own_times{}, added_times{};
    std::size_t recorded_length_frame_count = 0;
    std::size_t too_slow_frame_count = 0;
    Nanos max_excess_time{}; ///< largest time by which the game itself exceeded a recorded frame time
    std::size_t other_window_frame_count = 0; ///< frames in other windows of the game, which are not slowed down
    /// Number of frames that were overwritten in the shared memory before this program read them.
    std::uint64_t lost_frame_count = 0;
    /// Exit code of the started program; if that is 0, of a process that presented; 0 if SIGTERM has ended the game;
    /// 137 if it was killed.
    int exit_code = 0;
    bool was_killed = false; ///< true: the game did not end on request and was killed
    std::string misuse; ///< what the game did to the memory that it shares with this program; usually empty
    std::string captured_output;
    std::size_t lost_output_byte_count = 0; ///< size of the beginning of the output, which was too long to keep
    /// CSV text that the game has written with timestep/probe.hpp: a header, then a line for each frame; may be empty.
    std::string probe_lines;
};

enum class GameStatus : std::uint8_t
{
    running,
    finished, ///< the game has ended, or has reached a limit of GameLaunchOptions
};

class GameSession
{
public:
    /// On failure, throws std::runtime_error with a one-line message for the user.
    explicit GameSession(GameLaunchOptions game_to_start_now);
    GameSession(const GameSession&) = delete;
    void operator=(const GameSession&) = delete;

    /// Polls, and waits 4 ms if the game runs. Throws base::BadInput after 60 s without a first present if max_frames
    /// or max_time is set.
    GameStatus record_frames();
    /// Reads the new frames and the new output of the game, and writes complete rows to the CSV file.
    void poll();
    /// Sets the game's lag and frame limit from its next frame on.
    void apply_machine_settings(const sim::MachineSettings& machine, const std::string& csv_event = "");
    /// Makes the game's next frame longer by `duration`.
    void add_hitch(Nanos duration, const std::string& csv_event);
    /// Ends the game, if necessary by SIGKILL after up to 6 s. Afterwards, report() is empty.
    GameReport end_game();

    const GameReport& report() const { return report_; }
    /// Empty before the first frame.
    std::optional<Nanos> time_since_last_frame() const;

private:
    std::string take_events_before(Nanos time);
    void write_complete_csv_rows(bool has_all_probe_lines);
    /// Throws base::BadInput.
    void write_csv(std::string_view text);
    /// Reaps ended processes. True if the game has ended.
    bool poll_processes();
    /// Returns true if the game ends in time. Polls while it waits.
    bool wait_for_end(Nanos max_wait);

    GameLaunchOptions options_;
    base::SharedMemory shared_memory_;
    sim::GameConnection game_;
    // A text file in shared memory, to which a game that uses timestep/probe.hpp writes a CSV line in each frame.
    base::SharedTextFile probe_output_;
    ProbeLineMatcher probe_line_matcher_;
    std::optional<base::LogFile> csv_;
    std::optional<base::StartedProgram> program_; ///< empty only in the constructor
    GameReport report_{};
    struct UnwrittenFrame
    {
        sim::GameFrame frame;
        std::string event;
    };
    std::deque<UnwrittenFrame> unwritten_frames_; // frames that are not in the CSV file yet
    struct Event
    {
        Nanos time; // on the monotonic clock
        std::string text;
    };
    std::deque<Event> unwritten_events_; // events that no frame in unwritten_frames_ has got yet
    Nanos start_time_{};
    std::optional<Nanos> first_present_time_; // time at which this program has seen that the game had presented
    std::optional<Nanos> last_frame_end_;
    Nanos next_process_check_time_{};
    bool had_program_ended_ = false; // at the last check of the processes
    bool has_game_ended_ = false; // the result of that check
    bool has_reported_missing_frames_ = false;
    bool is_ending_ = false; // true: the game is being ended; its frames are no longer recorded
    bool has_sent_sigterm_ = false;
};

/// Starts a game in another process, slows it down, and supplies its frame times.
class GameProcessPc final : public sim::Pc
{
public:
    explicit GameProcessPc(GameLaunchOptions game_to_start_now);
    ~GameProcessPc() override { session_.end_game(); }

    /// The game's next frame time; zero if there is no new frame.
    Nanos begin_frame(const sim::MachineSettings& settings,
                      std::optional<Nanos> recorded_time_that_blocks_new_settings) override;
    Nanos frame_start_time() const override { return frame_start_time_; }
    Nanos time_in_frame() const override;
    /// Does nothing: computing time in this process does not delay the game, which runs in another process.
    void spend_computing_time(Nanos) override {}
    /// Empty if `is_rendered` is false.
    std::optional<sim::PresentTimes> end_frame(const sim::MachineSettings&, bool is_rendered,
                                               std::optional<Nanos>) override;
    /// Does not wait, because the game itself waits between its frames.
    sim::WaitTimes wait_for_next_frame(timestep::LoopPacer&, const timestep::StepPlan&) override { return {}; }
    Nanos stepping_time_limit() const override { return Nanos{2'000'000'000}; }
    Nanos refresh_period(const sim::MachineSettings&) const override { return Nanos::zero(); }
    std::string game_name() const override { return name_; }

    bool wait_for_game_frame() override;
    bool has_several_frames_waiting() override { return poll_frames() > 1; }
    bool has_game_ended() const override
    {
        return is_finished_ && session_.report().frame_times.size() == returned_frame_count_;
    }

private:
    /// Reads new frames of the game. Returns the number of frames whose frame times the caller has not got yet.
    std::size_t poll_frames();

    std::string name_; // the game's file name without its folder
    GameSession session_;
    sim::MachineSettings machine_settings_;
    std::size_t returned_frame_count_ = 0; // frames whose times begin_frame() has returned
    Nanos frame_start_time_{};
    Nanos last_begin_call_time_{}; // time of the last begin_frame(), on the monotonic clock
    bool is_finished_ = false;
};

} // namespace lab
