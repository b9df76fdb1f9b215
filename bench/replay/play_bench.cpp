// bench_replay -- measures a replay of an hour: its size, and the time to record, run and seek it
#include "bench.hpp"
#include "lab/replay/recorder.hpp"
#include "lab/replay/replay.hpp"
#include "lab/replay/replay_run.hpp"
#include "lab/stage/lab.hpp"
#include "sim/machine/virtual_pc.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>
#include <vector>

namespace
{

using timestep::Nanos;

constexpr Nanos hour = std::chrono::hours{1};

// Wall time of `work` in seconds, because a user waits while the replay seeks.
double seconds_of(const auto& work)
{
    const auto began = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

lab::TimedCommands pulls()
{
    std::mt19937_64 random{1};
    lab::TimedCommands script;
    for (int i = 0; i < 500; ++i)
    {
        lab::TimedCommand pull;
        pull.time          = Nanos{static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(hour.count()))};
        pull.kind          = i % 2 == 0 ? lab::TimedCommand::Kind::grab_body : lab::TimedCommand::Kind::release_body;
        pull.drag_target_x = 0.1 * static_cast<double>(i % 9);
        script.push_back(pull);
    }
    std::ranges::sort(script, {}, &lab::TimedCommand::time);
    return script;
}

void record(const std::string& path, bool has_frame_times)
{
    lab::Settings start;
    start.lane.machine.vsync       = sim::VsyncMode::off;
    start.lane.machine.render_cost = Nanos{16'416'667};
    start.lane.machine.lag.jitter  = Nanos{500'000};
    lab::Lab lab{start, std::make_unique<sim::VirtualPc>(start.lane.seed), false};
    lab.timed_commands = pulls();
    lab::ReplayRecorder recorder{path, start.lane, has_frame_times};
    lab.set_live_step_interceptor(&recorder);
    lab::run_without_window(lab, hour);
    recorder.finish_unless_empty(lab.lane(0).world());
}

void go_to_any_moment(lab::ReplayRun& run, const char* what)
{
    std::mt19937_64 random{2};
    std::vector<double> times;
    for (int i = 0; i < 1000; ++i)
    {
        const Nanos at{static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(hour.count()))};
        times.push_back(seconds_of([&] { run.seek(at); }));
    }
    std::ranges::sort(times);
    bench::print("{:<44} {:8.3f} ms at the median, {:.3f} at worst\n", what, 1e3 * times[500], 1e3 * times.back());
}

void measure(bool has_frame_times)
{
    const std::string path = (std::filesystem::temp_directory_path() / "bench_replay.replay").string();
    bench::print("\n{} frame times\n", has_frame_times ? "with" : "without");
    bench::print("{:<44} {:8.3f} s\n", "record an hour, 500 inputs",
                 seconds_of([&] { record(path, has_frame_times); }));
    bench::print("{:<44} {:8.2f} kB a minute\n", "the file",
                 static_cast<double>(std::filesystem::file_size(path)) / 60e3);
    std::shared_ptr<const lab::Replay> replay;
    const double read = seconds_of(
        [&] { replay = std::make_shared<const lab::Replay>(std::get<lab::Replay>(lab::read_replay_file(path))); });
    bench::print("{:<44} {:8.3f} s\n", "read it", read);
    lab::ReplayRun run{replay};
    bench::print("{:<44} {:8.3f} s\n", "run it to its end, comparing every hash",
                 seconds_of([&] { run.run_to_end_unless_stopped(); }));
    bench::print("{:<44} {:8} of {:.1f} MB in all\n", "snapshots", run.snapshot_count(),
                 static_cast<double>(run.snapshot_bytes()) * 1e-6);
    go_to_any_moment(run, "go to any of 1000 moments");
    std::filesystem::remove(path);
}

} // namespace

int main()
{
    bench::print("an hour of the default set-up at 60 frames a second with 0.5 ms of noise, on one {}\n",
                 bench::cpu_name());
    measure(true);
    measure(false);
}
