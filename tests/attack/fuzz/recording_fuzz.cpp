// Fuzz target: reads random bytes as a recording, and aborts if a result breaks the readers' rules.
// Run: build/fuzz/tests/fuzz_recording -dict=tests/attack/fuzz/recording.dict CORPUS tests/recordings/formats/fixtures
#include "recordings/formats/formats.hpp"
#include "recordings/formats/recording.hpp"
#include "require.hpp"

#include <cstdint>

namespace
{

void check(const recordings::RecordingError& refusal)
{
    require(!refusal.problem.empty() && !refusal.remedy.empty());
    check_printable(to_string(refusal));
}

void check(const recordings::Stream& stream)
{
    check_printable(stream.application + stream.swap_chain + stream.first_invalid_text);
    std::int64_t total = 0;
    for (const recordings::Nanos frame : stream.frame_times)
    {
        require(frame.count() >= 0);
        require(!__builtin_add_overflow(total, frame.count(), &total));
    }
    require((stream.invalid_count > 0) == (stream.first_invalid_line > 0));
    if (stream.timestamp_span)
        require(stream.frame_time_sum_in_span.count() >= 0 && stream.frame_time_sum_in_span.count() <= total);
}

void check(const recordings::Recording& recording)
{
    require(recording.default_stream_index < recording.streams.size());
    require((recording.truncated_row_count > 0) == (recording.first_truncated_line > 0));
    check_printable(recording.tool + recording.frame_time_column + recording.remark);
    require(!recording.tool.empty() && !recording.format->name.empty());
    std::size_t frames = 0;
    for (std::size_t i = 0; i < recording.streams.size(); ++i)
    {
        check(recording.streams[i]);
        frames += recording.streams[i].frame_times.size();
        if (const auto refusal = replay_rejection(recording, i)) check(*refusal);
    }
    require(frames > 0);
}

void check_timing(std::string_view bytes)
{
    auto outcome = recordings::read(bytes, "fuzz", {.display_timing_range = recordings::TimeRange{}});
    auto* const recording = std::get_if<recordings::Recording>(&outcome);
    if (!recording) return;
    for (const recordings::Stream& stream : recording->streams)
    {
        const recordings::DisplayTiming& b = stream.timing;
        for (const auto& latency : b.latencies) require(!latency.values.empty());
        for (const auto& latency : b.latencies) check_printable(latency.column);
        for (const recordings::Nanos shown : b.display_intervals) require(shown.count() > 0);
    }
    if (!use_display_intervals(*recording)) check(*recording);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    // Reads the bytes as any recording, and as a table with each option of the command line.
    const recordings::ReadOptions choices[]{{},
                                            {.column = "2"},
                                            {.unit = recordings::Unit::hz},
                                            {.unit = recordings::Unit::s, .column_has_timestamps = true}};
    for (const recordings::ReadOptions& options : choices)
        std::visit([](const auto& outcome) { check(outcome); }, recordings::read(bytes, "fuzz", options));
    check_timing(bytes);
    return 0;
}
