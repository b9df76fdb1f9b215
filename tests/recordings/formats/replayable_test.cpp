// Tests which streams are replayable: those whose frame times add up to the elapsed time.
#include "reading.hpp"

#include <fmt/format.h>

using recordings::Recording;

namespace
{

// Returns a recording whose frame times are `frame_ms` and whose time stamps are `step_ms` apart.
Recording recording_of(int rows, double frame_ms, double step_ms)
{
    std::string text = "Application,ProcessID,TimeInSeconds,MsBetweenPresents\n";
    for (int i = 0; i < rows; ++i) text += fmt::format("a.exe,1,{:.6f},{:.4f}\n", 5 + i * step_ms / 1000, frame_ms);
    return accept(text);
}

bool replayable(const Recording& read) { return !why_not_replayable(read, read.default_stream).has_value(); }

} // namespace

TEST_CASE("frame times that add up to 95 to 105 % of the elapsed time are replayable")
{
    CHECK(replayable(recording_of(101, 10, 10)));
    CHECK(replayable(recording_of(101, 9.5, 10)));
    CHECK(replayable(recording_of(101, 10.5, 10)));
    CHECK_FALSE(replayable(recording_of(101, 9.499, 10)));
    CHECK_FALSE(replayable(recording_of(101, 10.501, 10)));
}

TEST_CASE("the first frame, which began before the first time stamp, does not count, also in short recordings")
{
    CHECK(recording_of(2, 10, 10).streams[0].coverage() == 1.0);
    CHECK(replayable(recording_of(2, 10, 10)));
    CHECK(replayable(recording_of(1, 10, 10)));
}

TEST_CASE("the refusal of a sampled recording states the share of the time that its frames cover")
{
    const Recording read = recording_of(11, 4, 100);
    CHECK(read.streams[0].coverage().value() == doctest::Approx(0.04));
    CHECK(to_string(why_not_replayable(read, 0).value()) ==
          "test.csv: the frame times add up to 0.040 s in 1.000 s (4.0 %): frames are missing, or the recording was "
          "sampled; "
          "record every frame, without a pause");
}

TEST_CASE("two recordings in one file are not replayable")
{
    std::string text = "Application,ProcessID,TimeInSeconds,MsBetweenPresents\n";
    for (const char* row : {"a.exe,1,1.00,10\n", "a.exe,1,1.01,10\n", "a.exe,1,1.02,10\n"}) text += row;
    CHECK_FALSE(replayable(accept(text + "a.exe,1,0.50,10\n")));  // the clock starts again, below the first time stamp
    CHECK_FALSE(replayable(accept(text + "a.exe,1,1.005,10\n"))); // the clock starts again, above the first time stamp
}

TEST_CASE("without a time column the frame times are accepted unchecked")
{
    const Recording read = accept("Application,ProcessID,MsBetweenPresents\na.exe,1,16\n");
    CHECK_FALSE(read.streams[0].span.has_value());
    CHECK_FALSE(read.streams[0].coverage().has_value());
    CHECK(replayable(read));
}

TEST_CASE("a stream without frames and a missing stream are refused with that reason")
{
    const Recording read = accept("Application,ProcessID,MsBetweenPresents\na.exe,1,16\nb.exe,2,NA\n");
    CHECK(why_not_replayable(read, 1)->what == "the stream has no frames");
    CHECK(why_not_replayable(read, 2)->what == "there is no stream 2");
    CHECK(why_not_replayable(read, 2)->remedy == "choose one from 0 to 1");
}
