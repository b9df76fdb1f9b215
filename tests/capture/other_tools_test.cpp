// Pitfalls of the formats that are not PresentMon's.
#include "reading.hpp"

#include <fmt/format.h>

using capture::Capture;
using Frames = std::vector<capture::Nanos::rep>;

TEST_CASE("MangoHud's unit is the one that the median frame agrees with")
{
    // A third of the rows is nonsense in another unit; the median is not impressed.
    std::string text = "fps,frametime\n60,16000\n";
    for (const char* row : {"60,16667\n", "60,16667\n", "0,16667\n", "61,16.1\n", "50,20000\n"}) text += row;
    const Capture read = accept(text);
    CHECK(read.tool == "MangoHud 0.6.2-0.6.8");
    CHECK(frames_of(read) == Frames{16'667'000, 16'667'000, 16'667'000, 16'100, 20'000'000});
}

TEST_CASE("MangoHud's first row is left out, whatever it says")
{
    CHECK(frames_of(accept("fps,frametime\n2300,nonsense\n60,16.5\n")) == Frames{16'500'000});
    CHECK(refuse("fps,frametime\n60,16.5\n").what == "there are no frames");
}

TEST_CASE("MangoHud's log of every frame is not taken for a sampled one")
{
    std::string text = "fps,frametime,elapsed\n2300,0.4,0\n";
    for (int i = 1; i < 60; ++i) text += fmt::format("50,20,{}\n", i * 20'020'000); // a hair between the frames
    const Capture read = accept(text);
    CHECK(default_stream(read).coverage().value() == doctest::Approx(0.999));
}

TEST_CASE("FRAPS's missing clock costs both frames that it bounds")
{
    const Capture read = accept("Frame, Time (ms)\n1, 0.0\n2, 10.0\n3, NA\n4, 30.0\n5, 41.0\n");
    CHECK(frames_of(read) == Frames{10'000'000, 11'000'000});
    CHECK(read.streams[0].missing == 2);
}

TEST_CASE("FRAPS's clock running backwards is an impossible frame time with its line")
{
    const Capture read = accept("Frame, Time (ms)\n1, 0.0\n2, 10.0\n3, 4.0\n4, 14.0\n");
    CHECK(frames_of(read) == Frames{10'000'000, 10'000'000});
    CHECK(read.streams[0].invalid == 1);
    CHECK(read.streams[0].first_invalid_line == 4);

    const Capture far = accept("Frame, Time (ms)\n1, -9e12\n2, 9e12\n3, 9e12\n");
    CHECK(far.streams[0].invalid == 1);
}

TEST_CASE("FRAPS's rates per second are refused")
{
    CHECK(refuse("FPS\n60\n61\n").what == "FRAPS's frame rates, one a second, not one row a frame");
    CHECK(refuse("Frames, Time (ms), Min, Max, Avg\n 60, 1000, 58, 61, 60.0\n").line == 1);
}

TEST_CASE("Unity's decimal commas among separating commas are refused, not guessed at")
{
    const capture::Refusal refusal =
        refuse("Frame Offset, Frame Index, Frame Time (ms), Time from first frame (ms)\n0,1,16,0\n1,2,16,7,16\n");
    CHECK(refusal.line == 3);
    CHECK(refusal.remedy == "export again with a decimal point, or with ; between the columns");
}

TEST_CASE("Unreal's rows from before a column existed are counted as cut, and its metadata is no row")
{
    const Capture read = accepted(capture::read_file(fixture("unreal.csv")));
    CHECK(read.cut_rows == 1);
    CHECK(read.first_cut_line == 2);
    CHECK(read.streams[0].missing == 0);
    CHECK(read.streams[0].invalid == 0);
}

TEST_CASE("Unreal's full header may stand before or after the metadata")
{
    const std::string rows     = "EVENTS,A\nx,1,16.5\n,1,17.5\n";
    const std::string header   = "EVENTS,A,FrameTime\n";
    const std::string metadata = "[HasHeaderRowAtEnd],1,[Platform],Windows\n";
    CHECK(frames_of(accept(rows + header + metadata)) == Frames{16'500'000, 17'500'000});
    CHECK(frames_of(accept(rows + metadata + header)) == Frames{16'500'000, 17'500'000});
    CHECK(refuse("EVENTS,A\nx,1\n").what == "there is no FrameTime column");
}

TEST_CASE("CapFrameX's runs are streams of their own")
{
    const Capture read = accepted(capture::read_file(fixture("capframex.json")));
    REQUIRE(read.streams.size() == 2);
    CHECK(read.default_stream == 1);
    CHECK(read.streams[0].application == "Game.exe");
    CHECK(read.streams[0].swap_chain == "run 1");
    CHECK(read.streams[0].frames.size() == 3);
    CHECK(read.streams[0].dropped == 0);
    CHECK(read.streams[1].swap_chain == "run 2");
    CHECK(read.streams[1].dropped == 2);
}

TEST_CASE("CapFrameX's gaps and impossible values are counted, and found again by their line")
{
    const Capture read = accept("{\"Runs\": [{\"CaptureData\": {\"Dropped\": null, \"PcLatency\": null,\n"
                                "\"MsBetweenPresents\": [16.5, null, 17,\n\n \"NaN\", -1, 0, 1e-3]}}]}");
    CHECK(frames_of(read) == Frames{16'500'000, 17'000'000, 0, 1'000});
    CHECK(read.streams[0].missing == 1);
    CHECK(read.streams[0].invalid == 2);
    CHECK(read.streams[0].first_invalid_line == 4);
    CHECK(read.streams[0].first_invalid_text == "NaN");
    CHECK_FALSE(read.streams[0].dropped.has_value());
}

TEST_CASE("JSON that is broken, cut off, too deep or of something else is refused")
{
    CHECK(to_string(refuse("{\"Runs\": [\n{\"CaptureData\": {\"MsBetweenPresents\": [16.5,")) ==
          "test.csv:2: the JSON is broken or cut off here; save the record again with CapFrameX");
    CHECK(refuse("{}").what == "there are no frames");
    CHECK(refuse("{\"MsBetweenPresents\": [16.5]}").what == "there are no frames");
    CHECK(refuse("{\"Runs\": " + std::string(1'000'000, '[')).what == "the JSON nests deeper than any recording");
}
