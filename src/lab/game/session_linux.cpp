#include "lab/game/session.hpp"

#include "base/message.hpp"
#include "base/path.hpp"
#include "base/shared_memory.hpp"
#include "base/sleep.hpp"
#include "base/started_program.hpp"
#include "lab/game/program.hpp"
#include "recordings/formats/slowed_game.hpp"
#include "sim/game/page.hpp"
#include "timestep/steady_clock.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace lab
{

namespace
{

using namespace std::chrono_literals;

constexpr Nanos poll_interval = 4ms; // time between two readings of the game's frames
constexpr Nanos no_picture    = 10s; // time without a frame after which a message is printed
// Time without a frame after which a game with a limit of frames or time is ended.
constexpr Nanos still_no_picture = 60s;
// Longest wait, after the end of a presented frame, for its line from timestep/probe.hpp.
constexpr Nanos probe_time = 1s;
// Longest wait for the game's end after each of: a close event, SIGTERM, SIGKILL.
constexpr Nanos patience     = 3s;
constexpr Nanos longest_wait = 100ms; // longest wait for a frame in GamePc::wait_for_frame()
// Longest kept output of the game in bytes; the oldest half is deleted when it is longer.
constexpr std::size_t most_output = 1'000'000;

std::string missing_picture(const sim::SlowedGame& game, base::StartedProgram& program)
{
    for (const int process : program.processes())
    {
        const std::string file = base::program_of(process);
        if (inspect_program(base::path_of(file)).is_32_bit)
            return base::message("{} (process {}) is a 32-bit program, and the shim has 64 bits", file, process);
        if (inspect_program(base::path_of(file)).is_static)
            return base::message("{} (process {}) is linked statically, so the shim is not loaded", file, process);
    }
    if (game.loaded() == 0) return "the shim was not loaded: is the game setuid, or started in a container?";
    return "it may present by a call that the shim does not support (see docs/slow.md), or still be loading its data";
}

} // namespace

GameSession::GameSession(GameRun run)
    : run_{std::move(run)}
    , memory_{std::make_unique<base::SharedMemory>(sim::SlowedGame::size_of(run_.setup))}
    , game_{std::make_unique<sim::SlowedGame>(memory_->bytes(), run_.setup)}
    , probe_{std::make_unique<base::SharedText>()}
{
    if (!run_.csv.empty())
    {
        csv_.emplace(base::path_of(run_.csv));
        // Writes the header before the game starts, to report an unwritable path early.
        write(recordings::slowed_game_header);
    }
    base::ProgramStart start{.words = run_.words, .environment = shim_environment(memory_->path())};
    start.environment.emplace_back("TIMESTEP_PROBE", probe_->path());
    start.keeps_output = run_.keeps_output;
    start.keeps_errors = run_.keeps_errors;
    if (!run_.display.empty())
    {
        start.environment.emplace_back("DISPLAY", run_.display);
        start.environment.emplace_back("WAYLAND_DISPLAY", "");
    }
    started_ = timestep::SteadyClock{}.now();
    program_ = std::make_unique<base::StartedProgram>(start);
}

GameSession::~GameSession() = default;

bool GameSession::go_on()
{
    read_frames();
    if (has_ended()) return false;
    const auto frames = static_cast<std::int64_t>(report_.frames.size());
    if (run_.frames && frames >= *run_.frames) return false;
    if (run_.time && first_ && timestep::SteadyClock{}.now() - *first_ >= *run_.time) return false;
    if (!first_ && timestep::SteadyClock{}.now() - started_ > no_picture) notice_missing_pictures();
    base::sleep_for(poll_interval);
    return true;
}

void GameSession::set(const sim::MachineSettings& machine, const std::string& event)
{
    game_->set(machine);
    if (!event.empty()) event_ = event;
}

void GameSession::hitch(Nanos duration, const std::string& event)
{
    game_->hitch(duration);
    event_ = event;
}

std::optional<Nanos> GameSession::since_last_picture() const
{
    return last_ ? std::optional{std::max(timestep::SteadyClock{}.now() - *last_, Nanos::zero())} : std::nullopt;
}

void GameSession::read_frames()
{
    for (const sim::GameFrame& frame : game_->take_frames())
    {
        if (ending_ || (run_.frames && static_cast<std::int64_t>(report_.frames.size()) >= *run_.frames)) continue;
        add(frame);
        if (csv_) waiting_.push_back({frame, frame.slowed ? std::exchange(event_, {}) : ""});
    }
    lines_.add(probe_->take());
    write_rows(false);
    if (!run_.keeps_output) return;
    report_.output += program_->take_output();
    if (report_.output.size() > most_output) report_.output.erase(0, report_.output.size() - most_output / 2);
}

void GameSession::write(std::string_view text)
{
    if (const auto error = csv_->add(text)) throw base::BadInput{"--csv {}", base::Verbatim{*error}};
}

void GameSession::add(const sim::GameFrame& frame)
{
    if (!frame.slowed)
    {
        ++report_.others;
        return;
    }
    if (!first_) first_ = frame.end - frame.frame;
    last_               = frame.end;
    const Nanos own     = frame.frame - frame.added;
    report_.application = game_->process(frame.process).name;
    report_.call        = sim::presenting_calls.at(frame.call).name;
    report_.frames.push_back(frame.frame);
    report_.own.push_back(own);
    report_.added.push_back(frame.added);
    if (frame.recorded < Nanos::zero()) return;
    ++report_.recorded;
    if (own <= frame.recorded) return;
    ++report_.longer;
    report_.most_longer = std::max(report_.most_longer, own - frame.recorded);
}

// Writes a CSV row for each frame of the game, in order. A game with timestep/probe.hpp writes a loop frame's line when
// the next loop frame begins. Stops at the first frame whose line may still arrive, unless `all` is true.
void GameSession::write_rows(bool all)
{
    std::string rows;
    for (; !waiting_.empty(); waiting_.pop_front())
    {
        const auto& [frame, event] = waiting_.front();
        std::optional<std::string> probed{""};
        if (frame.slowed && !lines_.text().empty())
            probed = lines_.take_cells(frame.end, all || timestep::SteadyClock{}.now() - frame.end > probe_time);
        if (!probed) break;
        rows += row(frame, event, *probed);
    }
    if (!rows.empty()) write(rows);
}

std::string GameSession::row(const sim::GameFrame& frame, std::string_view event, std::string_view probed) const
{
    const auto process = game_->process(frame.process);
    return recordings::slowed_game_row({.application = process.name,
                                        .process_id  = process.id,
                                        .window      = frame.window,
                                        .call        = sim::presenting_calls.at(frame.call).name,
                                        .end         = frame.end - started_,
                                        .frame       = frame.frame,
                                        .added       = frame.added,
                                        .recorded    = frame.recorded,
                                        .slowed      = frame.slowed,
                                        .event       = event,
                                        .probed      = probed});
}

// True if the started process and all processes that have presented frames have ended. (A launcher ends before its
// game.) Without a presented frame, other processes of the game count as ended after 10 s.
bool GameSession::has_ended()
{
    if (!program_->exit_code()) return false;
    const std::vector<int> running = program_->processes();
    if (running.empty()) return true;
    const std::vector<int> presenting = game_->presenting_processes();
    if (presenting.empty()) return timestep::SteadyClock{}.now() - started_ > no_picture;
    return std::ranges::none_of(presenting, [&](int id) { return std::ranges::find(running, id) != running.end(); });
}

// Prints once that the game has presented no frame. Ends a game with a limit of frames or time, which counts from the
// first frame, after 60 s and throws std::runtime_error.
void GameSession::notice_missing_pictures()
{
    const bool waits = run_.frames || run_.time;
    if (waits && timestep::SteadyClock{}.now() - started_ > still_no_picture)
    {
        const std::string why = missing_picture(*game_, *program_);
        finish();
        throw base::BadInput{"the game presented no frame in {} s: {}", still_no_picture / 1s, base::Verbatim{why}};
    }
    if (!noticed_)
        base::print_error(run_.teller, fmt::format("the game presented no frame in {} s: {}", no_picture / 1s,
                                                   missing_picture(*game_, *program_)));
    noticed_ = true;
}

bool GameSession::ends_within(Nanos time)
{
    for (const Nanos begin = timestep::SteadyClock{}.now(); timestep::SteadyClock{}.now() - begin < time;
         base::sleep_for(poll_interval))
    {
        read_frames();
        if (has_ended()) return true;
    }
    return has_ended();
}

// Ends the game: sends a close event, then SIGTERM, then SIGKILL, and waits after each. Switches the lag off first,
// because a game may need several frames to end.
void GameSession::end_politely()
{
    sim::MachineSettings as_it_is{};
    game_->set(as_it_is);
    const std::vector<int> processes = program_->processes();
    if (base::ask_windows_to_close(processes, run_.display) > 0 && ends_within(patience)) return;
    terminated_ = true;
    program_->terminate();
    if (ends_within(patience)) return;
    report_.killed = true;
    program_->kill();
    ends_within(patience);
}

GameReport GameSession::finish()
{
    read_frames();
    ending_ = true;
    if (!has_ended()) end_politely();
    read_frames();
    write_rows(true);
    report_.probe = lines_.text();
    report_.code  = program_->exit_code().value_or(0);
    report_.lost  = game_->lost();
    // An end by this program's SIGTERM is not a failure of the game.
    if (terminated_ && !report_.killed && program_->ending_signal() != 0) report_.code = 0;
    if (csv_)
        if (const auto error = csv_->finish()) throw base::BadInput{"--csv {}", base::Verbatim{*error}};
    return std::move(report_);
}

GamePc::GamePc(GameRun run)
    : Pc{run.setup.seed}
    , name_{run.words.front().substr(run.words.front().find_last_of('/') + 1)}
    , session_{std::move(run)}
    , begun_{timestep::SteadyClock{}.now()}
{
}

Nanos GamePc::begin_frame(const sim::MachineSettings& settings)
{
    machine_ = settings;
    session_.set(settings);
    // Adds the hitch that the user has requested to the game's next frame. `.on = false` excludes the regular lag of
    // each frame, which session_.set() has passed to the game.
    if (const Nanos hitch = lag_.next({.on = false}, time()); hitch > Nanos::zero()) session_.hitch(hitch, "hitch");
    begun_ = timestep::SteadyClock{}.now();
    if (poll_frames() == 0) return Nanos::zero();
    const Nanos frame = session_.so_far().frames[frame_++];
    time_ += frame;
    return frame;
}

bool GamePc::wait_for_frame()
{
    for (const Nanos begin = timestep::SteadyClock{}.now();
         poll_frames() == 0 && timestep::SteadyClock{}.now() - begin < longest_wait && !ended_;)
        ended_ = !session_.go_on();
    return poll_frames() > 0;
}

Nanos GamePc::elapsed() const { return timestep::SteadyClock{}.now() - begun_; }

std::optional<sim::ShownPicture> GamePc::end_frame(const sim::MachineSettings&, bool rendered)
{
    return rendered ? std::optional{sim::ShownPicture{time_, time_}} : std::nullopt;
}

std::size_t GamePc::poll_frames()
{
    if (!ended_) session_.read_frames();
    return session_.so_far().frames.size() - frame_;
}

} // namespace lab
