#include "lab/game/game_session.hpp"

#include "base/message.hpp"
#include "base/path.hpp"
#include "base/sleep.hpp"
#include "base/stopping.hpp"
#include "base/window_closing.hpp"
#include "lab/game/program.hpp"
#include "recordings/formats/slowed_game.hpp"
#include "sim/game/shared_game_memory.hpp"
#include "timestep/steady_clock.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

namespace
{

using namespace std::chrono_literals;

constexpr Nanos poll_interval = 4ms;
// Interval at which the game's processes are searched and reaped, which reads a file of each process of this machine.
constexpr Nanos process_check_interval = 100ms;
constexpr Nanos missing_frames_warning_delay = 10s; // after this time without a frame, a message is printed
// If the game has presented no frame after this time, a run with a frame or time limit ends with an error.
constexpr Nanos missing_frames_end_delay = 60s;
// Longest time from the end of a frame until the game writes its CSV line about the frame (timestep/probe.hpp).
constexpr Nanos max_probe_wait = 1s;
// A close event, then SIGTERM, then SIGKILL ask the game to end. This is the longest wait after each of them.
constexpr Nanos max_end_wait = 3s;
constexpr int sigterm_exit_code = 128 + 15, sigkill_exit_code = 128 + 9;
constexpr Nanos max_frame_wait = 100ms; // longest wait in GameProcessPc::wait_for_game_frame()
// Largest size in bytes of the game's stored output. When the output gets larger, only its last half is kept.
constexpr std::size_t max_output_bytes = 64'000'000;
constexpr std::size_t max_probe_bytes = 1'000'000'000; // a day of a game with 200 fps

std::string find_missing_frames_reason(base::StartedProgram& program)
{
    for (const int pid : program.poll_process_tree())
    {
        const std::string executable = base::executable_path_of(pid);
        if (read_shim_loading_obstacles(base::path_from_utf8(executable)).is_32_bit)
            return base::message("{} (process {}) is a 32-bit program, and the shim has 64 bits", executable, pid);
        if (read_shim_loading_obstacles(base::path_from_utf8(executable)).is_static)
            return base::message("{} (process {}) is linked statically, so the shim is not loaded", executable, pid);
        if (!is_shim_loaded(pid))
            return base::message("the shim is not loaded in {} (process {}): it may be setuid, in a container, or "
                                 "started without LD_PRELOAD",
                                 executable, pid);
    }
    return "it may present frames by a function that the shim does not support (see docs/slow.md), or still load data";
}

} // namespace

GameSession::GameSession(GameLaunchOptions game_to_start_now)
    : options_{std::move(game_to_start_now)}
    , shared_memory_{sim::GameConnection::memory_size(options_.game_setup)}
    , game_{shared_memory_.bytes(), options_.game_setup}
{
    if (!options_.csv_path.empty())
    {
        csv_.emplace(base::path_from_utf8(options_.csv_path), std::string{recordings::slowed_game_csv_header});
        write_csv(""); // writes nothing; reports an unwritable path before the game starts
    }
    base::LaunchOptions launch_options{.command_line = options_.command_line,
                                       .environment_changes = shim_environment(shared_memory_.path())};
    launch_options.environment_changes.emplace_back("TIMESTEP_PROBE", probe_output_.path());
    launch_options.stdout_target = options_.stdout_target;
    launch_options.stderr_target = options_.stderr_target;
    if (!options_.display.empty())
    {
        launch_options.environment_changes.emplace_back("DISPLAY", options_.display);
        launch_options.environment_changes.emplace_back("WAYLAND_DISPLAY", "");
    }
    start_time_ = timestep::SteadyClock{}.now();
    program_.emplace(launch_options);
}

GameStatus GameSession::record_frames()
{
    poll();
    if (poll_processes() || !report_.misuse.empty()) return GameStatus::finished;
    const auto frame_count = static_cast<std::int64_t>(report_.frame_times.size());
    if (options_.max_frames && frame_count >= *options_.max_frames) return GameStatus::finished;
    if (options_.max_time && first_present_time_ &&
        timestep::SteadyClock{}.now() - *first_present_time_ >= *options_.max_time)
        return GameStatus::finished;

    const Nanos time_since_start = timestep::SteadyClock{}.now() - start_time_;
    const bool has_limit = options_.max_frames || options_.max_time;
    if (!first_present_time_ && has_limit && time_since_start > missing_frames_end_delay)
    {
        const std::string reason = find_missing_frames_reason(*program_);
        end_game();
        throw base::BadInput{"the game presented no frame in {} s: {}", missing_frames_end_delay / 1s,
                             base::Verbatim{reason}};
    }
    if (!first_present_time_ && !has_reported_missing_frames_ && time_since_start > missing_frames_warning_delay)
    {
        base::print_error(options_.message_prefix,
                          fmt::format("the game presented no frame in {} s: {}", missing_frames_warning_delay / 1s,
                                      find_missing_frames_reason(*program_)));
        has_reported_missing_frames_ = true;
    }
    base::sleep_for(poll_interval);
    return GameStatus::running;
}

void GameSession::apply_machine_settings(const sim::MachineSettings& machine, const std::string& csv_event)
{
    if (csv_ && !csv_event.empty()) unwritten_events_.push_back({timestep::SteadyClock{}.now(), csv_event});
    game_.apply_settings(machine);
}

void GameSession::add_hitch(Nanos duration, const std::string& csv_event)
{
    if (csv_) unwritten_events_.push_back({timestep::SteadyClock{}.now(), csv_event});
    game_.add_hitch(duration);
}

std::string GameSession::take_events_before(Nanos time)
{
    std::string text;
    for (; !unwritten_events_.empty() && unwritten_events_.front().time < time; unwritten_events_.pop_front())
        text += (text.empty() ? "" : " + ") + unwritten_events_.front().text;
    return text;
}

std::optional<Nanos> GameSession::time_since_last_frame() const
{
    return last_frame_end_ ? std::optional{std::max(timestep::SteadyClock{}.now() - *last_frame_end_, Nanos::zero())}
                           : std::nullopt;
}

void GameSession::poll()
{
    if (!first_present_time_ && !game_.presenting_process_ids().empty())
        first_present_time_ = timestep::SteadyClock{}.now();
    for (const sim::GameFrame& frame : game_.read_new_frames())
    {
        if (is_ending_ ||
            (options_.max_frames && static_cast<std::int64_t>(report_.frame_times.size()) >= *options_.max_frames))
            continue;
        if (frame.is_slowed != 0)
        {
            last_frame_end_ = frame.end_time;
            const Nanos own_time = frame.frame_time - frame.added_time;
            report_.application = game_.process(frame.process_index).name;
            report_.presenting_function = sim::presenting_calls.at(frame.presenting_call_index).name;
            report_.frame_times.push_back(frame.frame_time);
            report_.own_times.push_back(own_time);
            report_.added_times.push_back(frame.added_time);
            if (frame.recorded_frame_time >= Nanos::zero())
            {
                ++report_.recorded_length_frame_count;
                report_.too_slow_frame_count += own_time > frame.recorded_frame_time ? 1 : 0;
                report_.max_excess_time = std::max(report_.max_excess_time, own_time - frame.recorded_frame_time);
            }
        }
        else
            ++report_.other_window_frame_count;
        // The shim reads the settings and the hitch when the presenting call has returned, before it adds time.
        if (csv_)
            unwritten_frames_.push_back(
                {frame, frame.is_slowed != 0 ? take_events_before(frame.end_time - frame.added_time) : ""});
    }
    if (game_.is_memory_damaged()) report_.misuse = "overwrote the memory that it shares with this program";
    if (probe_line_matcher_.game_text().size() < max_probe_bytes)
        probe_line_matcher_.append_output(probe_output_.read_new_text());
    else
        report_.misuse = "wrote over 1 GB to the file of its probe";
    write_complete_csv_rows(/*has_all_probe_lines=*/false);
    report_.captured_output += program_->read_new_output();
    if (report_.captured_output.size() <= max_output_bytes) return;
    const std::size_t removed_byte_count = report_.captured_output.size() - max_output_bytes / 2;
    report_.captured_output.erase(0, removed_byte_count);
    report_.lost_output_byte_count += removed_byte_count;
}

void GameSession::write_csv(std::string_view text)
{
    if (const auto error = csv_->add(text)) throw base::BadInput{"--csv {}", base::Verbatim{*error}};
}

void GameSession::write_complete_csv_rows(bool has_all_probe_lines)
{
    std::string rows;
    for (; !unwritten_frames_.empty(); unwritten_frames_.pop_front())
    {
        const auto& [frame, event] = unwritten_frames_.front();
        std::optional<std::string> probe_cells{""};
        if (frame.is_slowed != 0 && !probe_line_matcher_.game_text().empty())
            probe_cells = probe_line_matcher_.take_frame_cells(
                frame.end_time, has_all_probe_lines || timestep::SteadyClock{}.now() - frame.end_time > max_probe_wait);
        if (!probe_cells) break;
        const auto process = game_.process(frame.process_index);
        rows += recordings::slowed_game_csv_row(
            {.application = process.name,
             .process_id = process.id,
             .window_number = frame.window_number,
             .presenting_function = sim::presenting_calls.at(frame.presenting_call_index).name,
             .frame_end = frame.end_time - start_time_,
             .frame_time = frame.frame_time,
             .added_time = frame.added_time,
             .recorded_frame_time = frame.recorded_frame_time,
             .is_slowed_window = frame.is_slowed != 0,
             .event = event,
             .probe_cells = *probe_cells});
    }
    if (!rows.empty()) write_csv(rows);
}

// The started process may be only a launcher, so all processes that have presented frames must have ended, too. If it
// has failed before the first present, no game will start, and what still runs may be a daemon such as dbus-daemon.
bool GameSession::poll_processes()
{
    const std::optional<int> exit_code = program_->poll_exit_code();
    const bool has_program_ended = exit_code.has_value();
    const Nanos now = timestep::SteadyClock{}.now();
    if (has_program_ended == had_program_ended_ && now < next_process_check_time_) return has_game_ended_;
    had_program_ended_ = has_program_ended;
    next_process_check_time_ = now + process_check_interval;
    const std::vector<int> running = program_->poll_process_tree();
    const std::vector<int> presenting = game_.presenting_process_ids();
    const auto is_running = [&](int id) { return std::ranges::find(running, id) != running.end(); };
    has_game_ended_ =
        has_program_ended && (running.empty() || (presenting.empty() ? *exit_code != 0 && !has_sent_sigterm_
                                                                     : std::ranges::none_of(presenting, is_running)));
    return has_game_ended_;
}

bool GameSession::wait_for_end(Nanos max_wait)
{
    const Nanos deadline = timestep::SteadyClock{}.now() + max_wait;
    while (timestep::SteadyClock{}.now() < deadline && (report_.was_killed || base::stop_request_count() < 2))
    {
        poll();
        if (poll_processes()) return true;
        base::sleep_for(poll_interval);
    }
    next_process_check_time_ = {}; // an old result could call a game that has just ended a killed one
    return poll_processes();
}

GameReport GameSession::end_game()
{
    poll();
    is_ending_ = true;

    // A close event, then SIGTERM, then SIGKILL. The game may need several frames to end, so they have no delay.
    bool has_ended = poll_processes();
    if (!has_ended)
    {
        game_.apply_settings({});
        const std::vector<int> processes = program_->poll_process_tree();
        has_ended = base::ask_windows_to_close(processes, options_.display) > 0 && wait_for_end(max_end_wait);
    }
    if (!has_ended)
    {
        has_sent_sigterm_ = true;
        program_->terminate_process_tree();
        has_ended = wait_for_end(max_end_wait);
    }
    if (!has_ended)
    {
        report_.was_killed = true;
        program_->kill_process_tree();
        wait_for_end(max_end_wait);
    }

    poll();
    write_complete_csv_rows(/*has_all_probe_lines=*/true);
    report_.probe_lines = probe_line_matcher_.game_text();
    const auto effective_code = [&](std::optional<int> code)
    { return has_sent_sigterm_ && code == sigterm_exit_code ? 0 : code.value_or(0); };
    report_.exit_code = report_.was_killed ? sigkill_exit_code : effective_code(program_->poll_exit_code());
    for (const int pid : game_.presenting_process_ids())
        if (report_.exit_code == 0) report_.exit_code = effective_code(program_->reaped_exit_code(pid));
    report_.lost_frame_count = game_.lost_frame_count();
    if (csv_)
        if (const auto error = csv_->verify_writes()) throw base::BadInput{"--csv {}", base::Verbatim{*error}};
    return std::move(report_);
}

GameProcessPc::GameProcessPc(GameLaunchOptions game_to_start_now)
    : Pc{game_to_start_now.game_setup.seed}
    , name_{game_to_start_now.command_line.front().substr(game_to_start_now.command_line.front().find_last_of('/') + 1)}
    , session_{std::move(game_to_start_now)}
    , last_begin_call_time_{timestep::SteadyClock{}.now()}
{
}

Nanos GameProcessPc::begin_frame(const sim::MachineSettings& settings,
                                 std::optional<Nanos> recorded_time_that_blocks_new_settings)
{
    if (!recorded_time_that_blocks_new_settings) machine_settings_ = settings;
    session_.apply_machine_settings(machine_settings_);
    // Adds only hitches that the user has requested. All other delays are added inside the game's process.
    if (const Nanos hitch = lag_generator_.next({.is_enabled = false}, frame_start_time()); hitch > Nanos::zero())
        session_.add_hitch(hitch, "hitch");
    last_begin_call_time_ = timestep::SteadyClock{}.now();
    if (poll_frames() == 0) return Nanos::zero();
    const Nanos frame_time = session_.report().frame_times[returned_frame_count_++];
    frame_start_time_ += frame_time;
    return frame_time;
}

bool GameProcessPc::wait_for_game_frame()
{
    const Nanos deadline = timestep::SteadyClock{}.now() + max_frame_wait;
    while (poll_frames() == 0 && timestep::SteadyClock{}.now() < deadline && !is_finished_)
        is_finished_ = session_.record_frames() == GameStatus::finished;
    return poll_frames() > 0;
}

Nanos GameProcessPc::time_in_frame() const { return timestep::SteadyClock{}.now() - last_begin_call_time_; }

std::optional<sim::PresentTimes> GameProcessPc::end_frame(const sim::MachineSettings&, bool is_rendered,
                                                          std::optional<Nanos>)
{
    return is_rendered ? std::optional{sim::PresentTimes{frame_start_time_, frame_start_time_}} : std::nullopt;
}

std::size_t GameProcessPc::poll_frames()
{
    if (!is_finished_) session_.poll();
    return session_.report().frame_times.size() - returned_frame_count_;
}

} // namespace lab
