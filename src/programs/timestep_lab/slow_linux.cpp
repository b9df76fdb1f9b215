// timestep_lab slow -- runs any game with artificial lag, records its frame times, and prints their statistics
#include "base/console.hpp"
#include "base/environment.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/sleep.hpp"
#include "base/stopping.hpp"
#include "base/text.hpp"
#include "lab/game/game_session.hpp"
#include "lab/game/program.hpp"
#include "lab/settings/lag_text.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/game_measures.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "recordings/facts/frame_time_patterns.hpp"
#include "recordings/identify/loop_identification.hpp"
#include "telemetry/frame_times.hpp"
#include "timestep/steady_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace timestep_lab
{

namespace
{

using lab::GameLaunchOptions;
using lab::GameReport;
using lab::GameSession;
using sim::Nanos;
using namespace std::chrono_literals;

constexpr Nanos hitch_duration = 500ms; // lag of the key H, as in timestep_demo
constexpr Nanos debugger_break_duration = 3s; // lag of the key B, as in timestep_demo
constexpr Nanos delay_increment = 5ms;
constexpr Nanos max_delay = 500ms;
constexpr std::size_t max_sparkline_length = 72;
constexpr std::size_t statistics_frame_count = 300; // number of newest frames in the statistics

std::span<const Nanos> newest_of(const std::vector<Nanos>& times, std::size_t count)
{
    return std::span{times}.last(std::min(count, times.size()));
}

// A row of bar characters, one per frame. The height of a bar is the frame time relative to the longest frame.
std::string sparkline_text(std::span<const Nanos> frame_times)
{
    constexpr std::array<const char*, 8> unicode_bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    constexpr std::array<const char*, 8> ascii_bars{"_", ".", "-", "=", "+", "*", "%", "#"};
    const auto& bars = base::console_supports_unicode() ? unicode_bars : ascii_bars;
    const Nanos longest = frame_times.empty() ? 1ms : std::max(*std::ranges::max_element(frame_times), Nanos{1});
    std::string row;
    for (const Nanos frame_time : frame_times)
        row += bars[static_cast<std::size_t>(std::min<Nanos::rep>(frame_time * 8 / longest, 7))];
    return row;
}

/// Prints statistics of the newest frames on the standard error ten times a second, and handles keys in the terminal.
class LiveConsole
{
public:
    LiveConsole(GameSession& session, const sim::MachineSettings& machine)
        : session_{session}
        , machine_{machine}
    {
    }
    LiveConsole(const LiveConsole&) = delete;
    void operator=(const LiveConsole&) = delete;
    ~LiveConsole() { erase_from_terminal(); }

    /// Handles pressed keys, and prints the statistics at most every 100 ms. Returns false if the user pressed Q.
    bool poll()
    {
        while (const int key = key_reader_.poll_key())
        {
            if (key == 'q' || key == 'Q') return false;
            handle_key(key);
        }
        const Nanos now = timestep::SteadyClock{}.now();
        if (now < next_redraw_time_) return true;
        next_redraw_time_ = now + 100ms;
        erase_from_terminal();
        const std::string statistics = statistics_text();
        printed_line_count_ = static_cast<int>(std::ranges::count(statistics, '\n'));
        // Ignores errors, because the game can continue without the statistics.
        std::fputs(statistics.c_str(), stderr);
        return true;
    }

private:
    void handle_key(int key)
    {
        switch (key)
        {
        case base::TerminalKeyReader::left_arrow: set_delay(machine_.lag.delay - delay_increment); break;
        case base::TerminalKeyReader::right_arrow: set_delay(machine_.lag.delay + delay_increment); break;
        case 'h':
        case 'H': session_.add_hitch(hitch_duration, "hitch 500 ms"); break;
        case 'b':
        case 'B': session_.add_hitch(debugger_break_duration, "break 3 s"); break;
        case ' ':
            machine_.lag.is_enabled = !machine_.lag.is_enabled;
            session_.apply_machine_settings(machine_, machine_.lag.is_enabled ? "lag on" : "lag off");
            break;
        default: break;
        }
        next_redraw_time_ = {};
    }
    void set_delay(Nanos delay)
    {
        machine_.lag.delay = std::clamp(delay, Nanos::zero(), max_delay);
        session_.apply_machine_settings(
            machine_, fmt::format("delay {} ms", base::number_text(timestep::to_millis(machine_.lag.delay))));
    }
    std::string statistics_text() const
    {
        const GameReport& report = session_.report();
        std::string text = fmt::format(
            "{}: lag {}, delay {} ms\n",
            report.application.empty() ? "the game" : base::printable_excerpt(report.application),
            machine_.lag.is_enabled ? "on" : "off", base::number_text(timestep::to_millis(machine_.lag.delay)));
        if (report.frame_times.empty())
            text += "no frame yet\n";
        else
        {
            const telemetry::IndexedFrameTimesView frames{newest_of(report.frame_times, statistics_frame_count)},
                own_frame_times{newest_of(report.own_times, statistics_frame_count)};
            text += sparkline_text(newest_of(report.frame_times, max_sparkline_length)) + "\n";
            text += fmt::format(
                "{:.1f} fps, frame p50 {:.1f}, p95 {:.1f}, p99 {:.1f} ms; the game's own part p50 {:.1f} ms\n",
                telemetry::frame_time_summary(frames).average_fps, recordings::frame_time_quantile_ms(frames, 0.5),
                recordings::frame_time_quantile_ms(frames, 0.95), recordings::frame_time_quantile_ms(frames, 0.99),
                recordings::frame_time_quantile_ms(own_frame_times, 0.5));
            const Nanos last_frame_age = session_.time_since_last_frame().value_or(Nanos{});
            text += fmt::format("{} frames{}\n", report.frame_times.size(),
                                last_frame_age > 1s ? fmt::format(", the last one {} s ago", last_frame_age / 1s) : "");
        }
        return text + "left/right: delay   H: hitch 500 ms   B: break 3 s   Space: lag on or off   Q: end\n";
    }
    void erase_from_terminal()
    {
        if (printed_line_count_ > 0) std::fputs(fmt::format("\x1B[{}F\x1B[J", printed_line_count_).c_str(), stderr);
        printed_line_count_ = 0;
    }

    GameSession& session_;
    sim::MachineSettings machine_;
    base::TerminalKeyReader key_reader_{};
    Nanos next_redraw_time_{};
    int printed_line_count_ = 0;
};

constexpr std::array<std::string_view, 7> game_control_paths{
    "machine.delay_ms", "machine.jitter_ms", "machine.spike_every", "machine.spike_ms", "machine.burn",
    "machine.limit_hz", "lab.seed"};

struct SlowOptions : PcOptions
{
    std::string csv_file, max_frames, max_time, sweep, tolerance;
    bool starts_xvfb = false;
    std::vector<std::string> game_command;
};

bool applies_to_games(const lab::Control& control)
{
    return std::ranges::find(game_control_paths, control.path) != game_control_paths.end();
}

void exit_on_stop_request()
{
    if (base::received_stop_signal() != 0) base::exit_by_signal();
}

// Runs Xvfb, an X server without a screen. setpriv ends it if this program is killed. Without -noreset, Xvfb restarts
// when its last client disconnects.
class VirtualDisplay
{
public:
    VirtualDisplay()
        : server_{{.command_line = {"setpriv", "--pdeathsig", "TERM", "Xvfb", "-displayfd", "1", "-screen", "0",
                                    "1280x720x24", "-nolisten", "tcp", "-noreset"},
                   .stdout_target = base::OutputTarget::captured,
                   .stderr_target = base::OutputTarget::discarded}}
    {
        const timestep::SteadyClock clock;
        const Nanos start_time = clock.now();
        std::string number_line;
        while (!number_line.ends_with('\n') && clock.now() - start_time < 20s)
        {
            number_line += server_.read_new_output();
            if (server_.poll_exit_code()) break;
            base::sleep_for(10ms);
            exit_on_stop_request();
        }
        if (!number_line.ends_with('\n'))
            throw BadInput{"--xvfb: Xvfb does not start; try it alone: setpriv --pdeathsig TERM Xvfb :99"};
        display_name_ = ":" + number_line.substr(0, number_line.size() - 1);
    }

    VirtualDisplay(const VirtualDisplay&) = delete;
    void operator=(const VirtualDisplay&) = delete;
    // Asks Xvfb to end, because it then removes its socket in /tmp.
    ~VirtualDisplay()
    {
        server_.terminate_process_tree();
        for (int i = 0; i < 300 && !server_.poll_exit_code(); ++i) base::sleep_for(10ms);
    }

    const std::string& display_name() const { return display_name_; } ///< such as ":1"

private:
    base::StartedProgram server_;
    std::string display_name_;
};

// `extra_changes` override the options.
GameLaunchOptions game_launch_options_of(const SlowOptions& options, const std::vector<lab::Assignment>& extra_changes,
                                         const std::string& display)
{
    std::vector<lab::Assignment> changes = assignments_of_pc_options(options);
    changes.insert(changes.end(), extra_changes.begin(), extra_changes.end());
    const lab::LaneSetup lane = make_lane_setup(std::move(changes));
    GameLaunchOptions launch_options{.command_line = options.game_command,
                                     .csv_path = options.csv_file,
                                     .max_frames = parse_count_option("--frames", options.max_frames),
                                     .max_time = parse_duration_option("--seconds", options.max_time),
                                     .display = display};
    launch_options.game_setup = {
        .slowing_pid = base::process_id(), .seed = lane.config.seed, .machine = lane.config.machine};
    if (lane.recording)
        launch_options.game_setup.recording = {lane.recording->frame_times(), options.recording_end == "loop"};
    return launch_options;
}

double median_ms(const std::vector<Nanos>& times) { return telemetry::frame_time_summary(times).p50_ms; }

// The VALUE of the last line "state: VALUE", by which a game can print its final state; empty if there is none.
std::string last_printed_state(const std::string& output)
{
    constexpr std::string_view key = "state: ";
    std::string state;
    for (const std::string_view line : base::split(output, "\n"))
        if (line.starts_with(key)) state = line.substr(key.size());
    return state;
}

void print_stderr_line(const std::string& line) { base::print_error("timestep_lab", line); }

struct ProbedLoop
{
    recordings::LoopIdentification identification;
    std::optional<recordings::GameSpeed> game_speed;
};

// Identifies the game's loop from what timestep/probe.hpp logged in the game. Empty without a log or if it is invalid.
std::optional<ProbedLoop> identify_probed_loop(const GameReport& report)
{
    if (report.probe_lines.empty()) return std::nullopt;
    const auto recording_or_error = recordings::read_probe_recording(report.probe_lines, "the game's probe");
    if (const auto* const error = std::get_if<recordings::RecordingError>(&recording_or_error))
    {
        print_stderr_line(to_string(*error));
        return std::nullopt;
    }
    const auto& recording = std::get<recordings::ProbeRecording>(recording_or_error);
    ProbedLoop probed_loop{recordings::identify_loop(recording), std::nullopt};
    probed_loop.game_speed = recordings::game_speed_of(recording, probed_loop.identification);
    return probed_loop;
}

void print_summary(const GameReport& report)
{
    if (report.was_killed) print_stderr_line("the game did not end on request, and was killed");
    if (report.frame_times.empty())
    {
        print_stderr_line("no frame: the game presented fewer than two pictures");
        return;
    }
    const telemetry::FrameTimeSummary summary = telemetry::frame_time_summary(report.frame_times);
    print_stderr_line(
        fmt::format("{}: {} frames by {}, {:.1f} fps: p50 {:.3f} ms, p99 {:.3f} ms; own part p50 {:.3f} ms, added p50 "
                    "{:.3f} ms",
                    base::printable_excerpt(report.application), summary.frame_count, report.presenting_function,
                    summary.average_fps, summary.p50_ms, summary.p99_ms, median_ms(report.own_times),
                    median_ms(report.added_times)));
    if (report.recorded_length_frame_count > 0)
        print_stderr_line(fmt::format(
            "{} frames follow the recording; {} of these frames ({:.1f} %) are longer than recorded, by up to "
            "{:.3f} ms, because the game itself took longer",
            report.recorded_length_frame_count, report.too_slow_frame_count,
            100.0 * static_cast<double>(report.too_slow_frame_count) /
                static_cast<double>(report.recorded_length_frame_count),
            timestep::to_millis(report.max_excess_time)));
    if (report.other_window_frame_count > 0)
        print_stderr_line(fmt::format("{} frames of other windows got no lag", report.other_window_frame_count));
    if (report.lost_frame_count > 0)
        print_stderr_line(fmt::format("{} frames were not recorded, because timestep_lab did not read them in time",
                                      report.lost_frame_count));

    const auto probed_loop = identify_probed_loop(report);
    if (!probed_loop) return;
    std::string_view subject = probed_loop->identification.is_identified ? "the loop " : "";
    for (const std::string& line : identification_lines(probed_loop->identification))
        print_stderr_line(fmt::format("{}{}", std::exchange(subject, ""), line));
    if (!probed_loop->game_speed) return;
    for (const std::string& line : game_speed_lines(*probed_loop->game_speed)) print_stderr_line(line);
}

GameReport run_game_once(GameLaunchOptions launch_options, bool shows_statistics)
{
    const sim::MachineSettings machine = launch_options.game_setup.machine;
    if (shows_statistics) launch_options.stdout_target = launch_options.stderr_target = base::OutputTarget::captured;
    GameSession session{std::move(launch_options)};
    {
        std::optional<LiveConsole> live_console;
        if (shows_statistics) live_console.emplace(session, machine);
        while (session.record_frames() == lab::GameStatus::running)
        {
            if (base::received_stop_signal() != 0)
            {
                live_console.reset();
                print_stderr_line("ending the game; Ctrl+C again kills it");
                break;
            }
            if (live_console && !live_console->poll()) break;
        }
    }
    GameReport report = session.end_game();
    if (!report.misuse.empty()) throw BadInput{"the game {}, and was ended", base::Verbatim{report.misuse}};
    if (shows_statistics) base::print_raw(report.captured_output);
    if (report.lost_output_byte_count > 0)
        print_stderr_line(
            fmt::format("the first {} bytes of the game's output are lost: the output was too long to keep",
                        report.lost_output_byte_count));
    return report;
}

struct SweepRun
{
    std::string setting_value;
    GameReport report;
    std::optional<ProbedLoop> probed_loop;
};

void print_sweep(const std::string& key, const std::vector<SweepRun>& sweep_runs)
{
    base::print("{:>12} {:>8} {:>8} {:>10} {:>10} {:>10} {:>7} {:>10} {:>6}  {}\n", key, "frames", "fps", "p50, ms",
                "p99, ms", "own, ms", "speed", "dropped, s", "exit", "state");
    const std::string first_state = last_printed_state(sweep_runs.front().report.captured_output);
    for (const auto& [value, report, probed_loop] : sweep_runs)
    {
        const telemetry::FrameTimeSummary summary = telemetry::frame_time_summary(report.frame_times);
        const std::string state = last_printed_state(report.captured_output);
        const auto* const game_speed = probed_loop && probed_loop->game_speed ? &*probed_loop->game_speed : nullptr;
        double dropped_s = 0.0;
        if (game_speed)
            for (const recordings::DroppedTime& drop : game_speed->dropped_times)
                dropped_s += timestep::to_seconds(drop.dropped_time);
        base::print("{:>12} {:>8} {:>8.1f} {:>10.3f} {:>10.3f} {:>10.3f} {:>7} {:>10} {:>6}  {}{}\n", value,
                    summary.frame_count, summary.average_fps, summary.p50_ms, summary.p99_ms,
                    median_ms(report.own_times), game_speed ? fmt::format("{:.2f}", game_speed->speed) : "-",
                    game_speed ? fmt::format("{:.2f}", dropped_s) : "-", report.exit_code, state.empty() ? "-" : state,
                    state == first_state ? "" : " differs");
    }

    // From which value of the setting on the game runs in slow motion, and from which it drops time
    const auto print_first = [&](const char* effect_text, auto&& has_effect)
    {
        const auto is_affected = [&](const std::optional<ProbedLoop>& probed_loop)
        { return probed_loop && probed_loop->game_speed && has_effect(*probed_loop->game_speed); };
        const auto first_run = std::ranges::find_if(sweep_runs, is_affected, &SweepRun::probed_loop);
        if (first_run != sweep_runs.end())
            base::print("{} from {}={} on\n", base::Verbatim{effect_text}, key, first_run->setting_value);
    };
    print_first("runs in slow motion",
                [](const recordings::GameSpeed& s) { return s.slow_motion_below_fps.has_value(); });
    print_first("drops time", [](const recordings::GameSpeed& s) { return !s.dropped_times.empty(); });
}

// The path of the CSV file for one value of the swept setting: "a.delay=40.csv" for "a.csv".
std::string sweep_csv_path(const std::string& csv_file, std::string_view key, std::string_view value)
{
    if (csv_file.empty()) return csv_file;
    const auto extension_start = csv_file.ends_with(".csv") ? csv_file.size() - 4 : csv_file.size();
    return fmt::format("{}.{}={}{}", csv_file.substr(0, extension_start), key, value, csv_file.substr(extension_start));
}

// Collects the lines "measure: NAME NUMBER" of all runs. A run's frame rate is 1 / its median frame time.
std::vector<recordings::Measurement> measurements_of(const std::string& key, const std::vector<SweepRun>& sweep_runs)
{
    std::vector<recordings::Measurement> measurements;
    for (const SweepRun& sweep_run : sweep_runs)
    {
        const double median_frame_ms = median_ms(sweep_run.report.frame_times);
        std::ranges::move(
            value_or_throw(recordings::parse_measure_lines(
                sweep_run.report.captured_output, fmt::format("the output with {}={}", key, sweep_run.setting_value),
                median_frame_ms > 0.0 ? std::optional{1000.0 / median_frame_ms} : std::nullopt)),
            std::back_inserter(measurements));
    }
    return measurements;
}

void run_sweep(SlowOptions options, const std::string& display)
{
    const auto equals_sign = options.sweep.find('=');
    const std::string key = options.sweep.substr(0, equals_sign);
    const std::optional<FrameRateDependenceTolerance> tolerance = parse_tolerance(options.tolerance);
    if (equals_sign == options.sweep.npos || equals_sign + 1 == options.sweep.size())
        throw BadInput{"--sweep takes KEY=VALUE,VALUE,..., as in delay=0,40,150, not '{}'", options.sweep};
    if (options.max_time.empty() && options.max_frames.empty()) options.max_time = "10";
    const std::string value_list = options.sweep.substr(equals_sign + 1) + ","; // keeps a trailing empty value
    const std::vector<std::string_view> values = base::split(value_list, ",");
    // Prepares all runs before the first one starts, to report an invalid value before any run.
    std::vector<GameLaunchOptions> launch_options_of_runs;
    for (const std::string_view value : values)
    {
        GameLaunchOptions launch_options = game_launch_options_of(options, {{key, std::string{value}}}, display);
        launch_options.csv_path = sweep_csv_path(options.csv_file, key, value);
        launch_options.stdout_target = base::OutputTarget::captured;
        launch_options_of_runs.push_back(std::move(launch_options));
    }
    std::vector<SweepRun> sweep_runs;
    int max_exit_code = 0;
    for (std::size_t i = 0; i < launch_options_of_runs.size(); ++i)
    {
        sweep_runs.push_back(
            {std::string{values[i]}, run_game_once(std::move(launch_options_of_runs[i]), false), std::nullopt});
        exit_on_stop_request();
        sweep_runs.back().probed_loop = identify_probed_loop(sweep_runs.back().report);
        max_exit_code = std::max(max_exit_code, sweep_runs.back().report.exit_code);
    }
    print_sweep(key, sweep_runs);
    if (max_exit_code != 0) throw ExitWithCode{max_exit_code};
    report_measures(measurements_of(key, sweep_runs), tolerance);
}

void run_slow_command(const SlowOptions& parsed_options, bool quiet)
{
    SlowOptions options = parsed_options;
    if (options.game_command.empty())
        throw BadInput{"give the game after --, as in timestep_lab slow --delay 40ms -- ./mygame"};
    options.game_command = split_into_commands(options.game_command).front();
    lab::find_slowable_program(options.game_command.front());
    require_usable_outputs({{"--recording", options.recording_file}, {"--csv", options.csv_file, true}});
    base::defer_stop_requests(2);
    std::unique_ptr<VirtualDisplay> virtual_display;
    const bool has_display =
        !base::environment_variable("DISPLAY").empty() || !base::environment_variable("WAYLAND_DISPLAY").empty();
    if (options.starts_xvfb && !has_display) virtual_display = std::make_unique<VirtualDisplay>();
    const std::string display = virtual_display ? virtual_display->display_name() : "";
    if (!options.sweep.empty())
    {
        run_sweep(std::move(options), display);
        return;
    }

    const bool shows_statistics = !quiet && base::enable_escape_sequences(base::StandardStream::error) &&
                                  base::enable_escape_sequences(base::StandardStream::input);
    const GameReport report = run_game_once(game_launch_options_of(options, {}, display), shows_statistics);
    if (!options.csv_file.empty() && report.frame_times.empty() && report.other_window_frame_count == 0 &&
        report.exit_code == 0 && base::received_stop_signal() == 0)
        throw BadInput{"--csv {}: not written: the game presented fewer than two pictures", options.csv_file};
    if (!quiet) print_summary(report);
    virtual_display.reset();
    exit_on_stop_request();
    if (report.exit_code != 0) throw ExitWithCode{report.exit_code};
}

} // namespace

void add_slow_command(CLI::App& program)
{
    auto [command, options] = add_command<SlowOptions>(
        program, "slow", "Run any game with longer frames, as on a slow PC, and record its frame times (Linux).",
        run_slow_command);
    add_option(command, "game", options.game_command,
               "The game and its arguments, after --, as in -- ./mygame --level 3", {.type = "PROGRAM ARGUMENTS"});
    add_control_options(command, options.control_values, applies_to_games);
    add_option(command, "--lag", options.lag,
               fmt::format("Extra time for frames: {}. \"off\" adds nothing.", lab::lag_syntax_text()),
               {.type = "LAG"});
    add_spike_option(command, options.spike);
    add_playback_options(
        command, options.recording_file,
        "Make each frame of the game at least as long as the frame with the same number in a recording.",
        options.recording_end);
    add_option(command, "--csv", options.csv_file,
               "Write a CSV file with one row per frame, for inspect, rank and compare.", {.type = "FILE"});
    add_option(command, "--frames", options.max_frames, "End the game after this number of frames.", {.type = "COUNT"});
    add_option(command, "--seconds", options.max_time,
               "End the game when this time has passed since its first picture.", {.type = "TIME"});
    add_flag(command, "--xvfb", options.starts_xvfb, "Start Xvfb, a virtual display, if there is no display.");
    CLI::Option& sweep =
        add_option(command, "--sweep", options.sweep,
                   "Run the game once for each value of a setting, as in delay=0,16,40, and print a table of the runs, "
                   "with the numbers that the game prints as `measure: NAME NUMBER`.",
                   {.type = "KEY=VALUE,..."});
    add_requirement(add_tolerance_option(command, options.tolerance), sweep);
}

} // namespace timestep_lab
