#include "recordings/formats/writers.hpp"

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

namespace recordings
{

namespace
{

using namespace std::chrono_literals;

// Writes a time in ms with six decimals, so that reading the text again gives the same nanoseconds.
std::string millis_text(Nanos time) { return fmt::format("{}.{:06}", time / 1ms, (time % 1ms).count()); }
std::string seconds_text(Nanos time) { return fmt::format("{}.{:09}", time / 1s, (time % 1s).count()); }

} // namespace

WriteError write_presentmon(const std::filesystem::path& path, const Stream& stream)
{
    const std::string row_prefix = fmt::format(
        "{},{},{},Other", stream.application.empty() ? "unknown" : base::csv_quoted_text(stream.application),
        stream.process_id, stream.swap_chain.empty() ? "0x0" : base::csv_quoted_text(stream.swap_chain));
    base::AtomicFileWriter file{path};
    file.add("Application,ProcessID,SwapChainAddress,Runtime,TimeInSeconds,msBetweenPresents\n");
    Nanos present_time{};
    for (const Nanos frame_time : stream.frame_times)
    {
        present_time += frame_time;
        file.add_line("{},{},{}", row_prefix, seconds_text(present_time), millis_text(frame_time));
    }
    return file.finish();
}

WriteError write_mangohud(const std::filesystem::path& path, const Stream& stream)
{
    base::AtomicFileWriter file{path};
    file.add("os,cpu,gpu,ram,kernel,driver\nunknown,unknown,unknown,0,unknown,unknown\nfps,frametime,elapsed\n");
    const auto add_row = [&](Nanos frame_time, Nanos elapsed)
    {
        const double fps = frame_time > Nanos::zero() ? 1.0 / timestep::to_seconds(frame_time) : 0.0;
        file.add_line("{:.6f},{},{}", fps, millis_text(frame_time), elapsed.count());
    };
    // Writes the first frame twice, because readers of this format skip the first row.
    if (!stream.frame_times.empty()) add_row(stream.frame_times.front(), Nanos::zero());
    Nanos elapsed{};
    for (const Nanos frame_time : stream.frame_times) add_row(frame_time, elapsed += frame_time);
    return file.finish();
}

WriteError write_frame_ns(const std::filesystem::path& path, std::span<const Nanos> frame_times)
{
    for (const Nanos frame_time : frame_times)
        if (frame_time < Nanos::zero())
            return base::message("{}: negative frame time, {} ns", path, frame_time.count());

    base::AtomicFileWriter file{path};
    file.add("frame_ns\n");
    for (const Nanos frame_time : frame_times)
    {
        const fmt::format_int number{frame_time.count()};
        file.add({number.data(), number.size()});
        file.add("\n");
    }
    return file.finish();
}

} // namespace recordings
