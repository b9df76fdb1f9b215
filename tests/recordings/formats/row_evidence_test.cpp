// Tests tables of frame times beside a clock, frame rates or counts: frames, frames with gaps, samples, intervals.
#include "reading.hpp"

namespace
{

struct Table
{
    std::string header;
    int rows = 600;
    double frame_ms = 16.7;
    double row_ms = 16.7; // between two rows, by the clock
    int first_missing = 0; // rows from here to end_missing are not written
    int end_missing = 0;
    std::string (*stamp)(double ms) = nullptr;

    std::string text() const
    {
        std::string text = header + "\n";
        for (int i = 0; i < rows; ++i)
            if (i < first_missing || i >= end_missing) text += fmt::format("{},{:.3f}\n", stamp(i * row_ms), frame_ms);
        return text;
    }
};

std::string milliseconds(double ms) { return fmt::format("{:.3f}", 5000 + ms); }
std::string seconds(double ms) { return fmt::format("{:.6f}", 5 + ms / 1000); }
std::string whole_seconds(double ms) { return fmt::format("{:.0f}", std::floor(ms / 1000)); }
std::string time_of_day(double ms)
{
    const auto ticks = static_cast<int>(ms + 86'395'000) % 86'400'000; // passes midnight after 5 s
    return fmt::format("{:02}:{:02}:{:06.3f}", ticks / 3'600'000, ticks / 60'000 % 60, ticks % 60'000 / 1000.0);
}
std::string day_first(double ms)
{
    return "05-03-2026 " +
           fmt::format("12:{:02}:{:06.3f}", static_cast<int>(ms) / 60'000, std::fmod(ms, 60'000) / 1000);
}
std::string date(double ms) { return "2026-03-05T" + day_first(ms).substr(11); }
std::string american(double ms) { return "3/5/2026 " + day_first(ms).substr(11) + " PM"; }
std::string split_timestamp(double ms) { return "2026-03-05," + time_of_day(ms); }

const std::vector<Table> clocks{{.header = "Time (ms),Frametime (ms)", .stamp = milliseconds},
                                {.header = "elapsed,frame_ms", .stamp = seconds},
                                {.header = "elapsed,frame_ms", .stamp = milliseconds},
                                {.header = "Timestamp,dt_ms", .stamp = day_first},
                                {.header = "when,dt_ms", .stamp = date},
                                {.header = "Timestamp,dt_ms", .stamp = american},
                                {.header = "Time,dt_ms", .stamp = time_of_day},
                                {.header = "Date,Time,dt_ms", .stamp = split_timestamp},
                                {.header = "unix_time,frame_ms", .stamp = seconds},
                                {.header = "Time since start,dt_ms", .stamp = milliseconds},
                                {.header = "epoch_ms,frame_ms", .stamp = milliseconds},
                                {.header = "ms,frame_ms", .stamp = milliseconds}};

std::string with_column(std::string text, const std::string& name, const std::string& cell)
{
    for (std::size_t line_end = text.find('\n'), count = 0; line_end != text.npos; ++count)
    {
        const std::string added = "," + (count == 0 ? name : cell);
        text.insert(line_end, added);
        line_end = text.find('\n', line_end + added.size() + 1);
    }
    return text;
}

} // namespace

TEST_CASE("a clock that the frame times cover shows frames, and one that they hardly cover shows samples")
{
    for (Table table : clocks)
    {
        CAPTURE(table.header);
        CAPTURE(table.stamp(0));
        const Recording frames = accept(table.text());
        CHECK(frames.streams.size() == 1);
        CHECK(default_stream(frames).frame_times.size() == 600);
        CHECK(frames.remark == "600 frames, read as milliseconds, mean 16.7 ms");
        for (const double row_ms : {50.0, 1000.0})
        {
            table.row_ms = row_ms;
            table.rows = 50;
            const std::string problem = refusal_of(table.text()).problem;
            CHECK(problem.starts_with(
                fmt::format("the rows are samples: one row every {:.0f} ms by the column ", row_ms)));
            CHECK(problem.find(fmt::format("cover {:.3g} % of the time", 100 * 16.7 / row_ms)) != std::string::npos);
        }
    }
}

TEST_CASE("frames with gaps are read with the places of their gaps")
{
    for (Table table : clocks)
    {
        CAPTURE(table.header);
        CAPTURE(table.stamp(0));
        table.first_missing = 100, table.end_missing = 250;
        const Recording read = accept(table.text());
        REQUIRE(read.streams.size() == 1);
        CHECK(read.streams[0].frame_times.size() == 450);
        CHECK(read.streams[0].frames_after_gaps == std::vector<std::size_t>{100});
        CHECK(read.remark.find("with 1 gap: rank runs each part between gaps by itself") != std::string::npos);
        CHECK_FALSE(replay_rejection(read, 0).has_value());
    }
}

TEST_CASE("a hitch is not a gap, whether a time stamp is that of its frame's start or end")
{
    for (const bool is_start : {false, true})
    {
        std::string text = "time_ms,frame_ms\n";
        double time = 0;
        for (int i = 0; i < 300; ++i)
        {
            const double frame_ms = i % 50 == 20 ? 200 : 16;
            if (!is_start) time += frame_ms;
            text += fmt::format("{:.3f},{:.3f}\n", time * 1.1, frame_ms); // so that they cover 91 % of the time
            if (is_start) time += frame_ms;
        }
        CHECK(accept(text).streams.size() == 1);
        CHECK(accept(text).remark.find("cover 90.9 % of the time by the column time_ms") != std::string::npos);
    }
}

TEST_CASE("a clock coarser than ten frames serves for the whole time only")
{
    Table table{.header = "time,frame_ms", .stamp = whole_seconds};
    CHECK(accept(table.text()).streams.size() == 1);
    table.first_missing = 100, table.end_missing = 250;
    CHECK(accept(table.text()).streams.size() == 1);
    table.row_ms = 60;
    CHECK(refusal_of(table.text()).problem.starts_with("the rows are samples: one row every "));
}

TEST_CASE("a clock that goes back is ignored, with its line")
{
    std::string text = "time_ms,frame_ms\n0,16\n1000,16\n500,16\n";
    for (int i = 0; i < 100; ++i) text += fmt::format("{},16\n", 2000 + i * 1000);
    CHECK(accept(text).remark.find("; the column time_ms goes back in line 4 and is ignored") != std::string::npos);
    CHECK(accept("time_ms,frame_ms\n" + repeated("7,16\n", 100)).remark.find("time_ms") == std::string::npos);
    const std::string with_gpu_time = "GPU time (ms),frame_ms\n" + repeated("7,16\n9,16\n", 100);
    CHECK(accept(with_gpu_time).remark == "200 frames, read as milliseconds, mean 16 ms");
}

TEST_CASE("rows beside a frame rate that means several frames in a row are intervals")
{
    std::string text = "Time(S),FPS,frames\n", without_count = "Time(s),Framerate (FPS)\n";
    for (int i = 0; i < 40; ++i)
    {
        text += fmt::format("{},56.5,{}\n", i % 2 == 0 ? 0.85 : 1.0, i % 2 == 0 ? 48 : 56);
        without_count += fmt::format("{},56.5\n", i % 2 == 0 ? 0.85 : 1.0);
    }
    CHECK(refusal_of(text).problem ==
          "the rows are intervals of about 1 s with 48 to 56 frames each (56.5 fps), not frames");
    CHECK(refusal_of(without_count).problem.starts_with("the rows are intervals of about 1 s with 48 to 56 frames"));
    const std::string frames = with_column("frame_ms,n\n" + repeated("16.7,1\n", 40), "fps", "60");
    CHECK(frames_of(accept(frames)).size() == 40);
}

TEST_CASE("frame times below half a millisecond are read if a clock or frame rates confirm them")
{
    Table fast{.header = "time_ms,frame_ms", .frame_ms = 0.4, .row_ms = 0.4, .stamp = milliseconds};
    CHECK(frames_of(accept(fast.text())).front() == 400'000);
    const std::string alone = "n,frame_ms\n" + repeated("1,0.4\n", 100);
    CHECK(refusal_of(alone).problem.find("implausible") != std::string::npos);
    CHECK(frames_of(accept(with_column(alone, "fps", "2500"))).front() == 400'000);
    CHECK(refusal_of(with_column(alone, "fps", "60")).problem.find("implausible") != std::string::npos);
    const std::string without_unit = "n,frametime\n" + repeated("1,0.4\n", 100);
    CHECK(frames_of(accept(with_column(without_unit, "fps", "2500"))).front() == 400'000);
}

TEST_CASE("a column whose name is only a unit has frame times in it, or time stamps if its numbers increase")
{
    CHECK(frames_of(accept("frame,ms\n" + repeated("1,16.5\n", 20))).front() == 16'500'000);
    CHECK(frames_of(accept("frame;us\n" + repeated("1;16500\n", 20))).front() == 16'500'000);
    CHECK(frames_of(accept("seconds,ms\n" + repeated("1,16.5\n", 20))).front() == 16'500'000);
    CHECK(frames_of(accept("ms\n" + repeated("16.5\n", 20))).front() == 16'500'000);
    std::string increasing = "frame,ms\n";
    for (int i = 0; i < 30; ++i) increasing += fmt::format("{},{}\n", i, i * 16);
    CHECK(frames_of(accept(increasing)) == std::vector<Nanos::rep>(29, 16'000'000));
    CHECK(frames_of(accept("ms,frame_ms\n" + repeated("1,16.5\n", 20))).front() == 16'500'000);
}

TEST_CASE("a table with a frame index and a frame time is not Unity's")
{
    CHECK(accept("Frame Index,Frame Time (ms)\n" + repeated("1,16.5\n", 20)).format == &Format::column);
}

TEST_CASE("rows beside a count of several frames are intervals, also without a frame rate")
{
    for (const char* const names : {"delta_ms,frames\n", "frame_ms,frame count\n", "dt_ms,Frames Rendered\n"})
        for (const bool is_total : {false, true})
        {
            CAPTURE(names);
            CAPTURE(is_total);
            std::string text = names;
            int total = 0;
            for (int i = 0; i < 40; ++i)
            {
                const int count = i % 2 == 0 ? 48 : 56;
                total += count;
                text += fmt::format("{},{}\n", i % 2 == 0 ? 850 : 1000, is_total ? total : count);
            }
            const RecordingError error = refusal_of(text);
            CHECK(error.problem.starts_with("the rows are intervals of about 1 s with 48 to 56 frames each (5"));
            CHECK(error.remedy == "record every frame");
        }
    // Other numbers in such a column are no reason
    std::string frames = "frame_ms,frames\n", objects = "frame_ms,count\n", rates = "frame time,fps,frames\n";
    for (int i = 0; i < 40; ++i)
    {
        frames += fmt::format("{},{}\n", 100 + i % 3, i);
        objects += fmt::format("{},50\n", 16 + i % 3);
        rates += fmt::format("{},56.5,{}\n", 850 + i % 3, 48);
    }
    CHECK(default_stream(accept(frames)).frame_times.size() == 40);
    CHECK(default_stream(accept(objects)).frame_times.size() == 40);
    CHECK(refusal_of(rates).problem.starts_with("the rows are intervals of about 0.85 s with 48 to 48 frames"));
    CHECK(refusal_of("interval_ms,frames\n850,48\n").problem ==
          "no column has frame times, but one has numbers of frames: the rows can be intervals");
}
