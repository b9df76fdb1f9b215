// Measures how fast recordings are read on one thread. For comparison, the same file is read by `wc -l`, which looks at
// every byte, and by Python's csv module, which splits every row.
// Usage: bench_recordings [MEGABYTES]; the default is 256.
#include "bench.hpp"
#include "recordings/formats/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace
{

namespace fs = std::filesystem;

// Frame time number `i` in ms: 8 to 25 ms, equal in every run.
double frame_ms(std::size_t i) { return 8.0 + static_cast<double>(i * 2'654'435'761U % 17'000) / 1000.0; }

struct Sample
{
    const char* name;
    const char* header;
    std::string (*row)(std::size_t index, double time_ms, double frame_ms);
};

const Sample samples[]{
    {"PresentMon 1.5, two processes",
     "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,Dropped,"
     "TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI,MsUntilRenderComplete,MsUntilDisplayed\n",
     [](std::size_t i, double time, double frame)
     {
         return fmt::format("{},0,0,0,Composed: Flip,0,{:.6f},{:.3f},{:.3f},0.412,4.919,14.347\n",
                            i % 3 == 0 ? "dwm.exe,1188,0x000001F0A0B0C0D0,DXGI"
                                       : "Game.exe,4242,0x000001A2B3C4D5E0,DXGI",
                            time / 1000, frame, frame);
     }},
    {"PresentMon 2.3.1",
     "Application,ProcessID,SwapChainAddress,PresentRuntime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,"
     "FrameType,TimeInSeconds,MsBetweenSimulationStart,MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI,"
     "MsRenderPresentLatency,MsUntilDisplayed,MsPCLatency,CPUStartTimeInSeconds,MsBetweenAppStart,MsCPUBusy,MsCPUWait,"
     "MsGPULatency,MsGPUTime,MsGPUBusy,MsGPUWait,MsAnimationError,AnimationTime,MsClickToPhotonLatency\n",
     [](std::size_t, double time, double frame)
     {
         return fmt::format("Game.exe,4242,0x1A2B3C4D5E0,DXGI,0,0,1,Hardware: Independent Flip,Application,{:.14f},NA,"
                            "{:.14f},{:.14f},0.08930000000000,0.06730000000000,16.4296,NA,{:.4f},{:.4f},7.3000,0.0893,"
                            "0.8529,6.5144,6.0752,0.4392,0.1000,332.7030,NA\n",
                            time / 1000, frame, frame, time / 1000, frame);
     }},
    {"frame_ns", "frame_ns\n",
     [](std::size_t, double, double frame) { return fmt::format("{}\n", static_cast<long>(frame * 1e6)); }},
};

fs::path write_sample(const Sample& sample, const fs::path& folder, std::size_t megabytes)
{
    const fs::path path = folder / "sample.csv";
    std::ofstream file{path, std::ios::binary};
    std::string text    = sample.header;
    double time         = 0;
    std::size_t written = 0;
    for (std::size_t i = 0; written < megabytes * 1'000'000; ++i)
    {
        time += frame_ms(i);
        text += sample.row(i, time, frame_ms(i));
        if (text.size() < 1'000'000) continue;
        file.write(text.data(), static_cast<std::streamsize>(text.size()));
        written += text.size();
        text.clear();
    }
    return path;
}

double best_seconds(int times, const std::function<bool()>& work)
{
    double best = 1e9;
    for (int i = 0; i < bench::rounds(times); ++i)
    {
        const auto start = std::chrono::steady_clock::now();
        if (!work()) return 0;
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

bool run(const std::string& command) { return std::system(command.c_str()) == 0; }

void measure(const Sample& sample, const fs::path& folder, std::size_t megabytes)
{
    const fs::path path = write_sample(sample, folder, megabytes);
    const double bytes  = static_cast<double>(fs::file_size(path));
    std::size_t frames  = 0;
    const double ours   = best_seconds(5,
                                       [&]
                                       {
                                         const auto result      = recordings::read_file(path);
                                         const auto* const read = std::get_if<recordings::Recording>(&result);
                                         frames                 = 0;
                                         for (std::size_t i = 0; read && i < read->streams.size(); ++i)
                                             frames += read->streams[i].frame_times.size();
                                         return read != nullptr;
                                     });
    const double wc     = best_seconds(5, [&] { return run("wc -l < " + path.string() + " > /dev/null"); });
    const double python = best_seconds(
        1,
        [&]
        {
            return run("python3 -c 'import csv, sys\nfor row in csv.reader(open(sys.argv[1], newline=\"\")): pass' " +
                       path.string());
        });
    fmt::print("{:30} {:7.0f} MB {:9} frames {:8.0f} MB/s {:10.3f} {:12.1f}\n", sample.name, bytes / 1e6, frames,
               bytes / 1e6 / ours, wc / ours, python / ours);
}

std::string processor()
{
    std::ifstream info{"/proc/cpuinfo"};
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "an unknown processor";
}

} // namespace

int main(int argc, char** argv)
{
    const auto megabytes  = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 256);
    const fs::path folder = fs::temp_directory_path() / fmt::format("timestep_bench_{}", ::getpid());
    fs::create_directory(folder);
    fmt::print("recordings::read_file on one thread, best of 5; {}\n", processor());
    fmt::print("{:30} {:>10} {:>16} {:>13} {:>10} {:>12}\n", "", "size", "frames", "ours", "x wc -l", "x csv module");
    for (const Sample& sample : samples) measure(sample, folder, megabytes);
    fs::remove_all(folder);
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    fmt::print("most memory held: {} MB, the mapped file among it\n", usage.ru_maxrss / 1024);
}
