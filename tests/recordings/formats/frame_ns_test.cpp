// Our own tables, as `timestep_lab slow --csv` writes them, and which streams are replayable: those whose frame times
// add up to the elapsed time.
#include "reading.hpp"
#include "recordings/formats/slowed_game.hpp"
#include "recordings/formats/writers.hpp"

namespace
{

std::string table(std::initializer_list<SlowedGameRow> rows)
{
    std::string text{recordings::slowed_game_csv_header};
    for (const SlowedGameRow& row : rows) text += recordings::slowed_game_csv_row(row);
    return text;
}

// A recording whose frame times are `frame_ms` and whose time stamps are `step_ms` apart.
Recording recording_of(int rows, double frame_ms, double step_ms)
{
    std::string text = "Application,ProcessID,TimeInSeconds,MsBetweenPresents\n";
    for (int i = 0; i < rows; ++i) text += fmt::format("a.exe,1,{:.6f},{:.4f}\n", 5 + i * step_ms / 1000, frame_ms);
    return accept(text);
}

bool replayable(const Recording& read) { return !replay_rejection(read, read.default_stream_index).has_value(); }

} // namespace

TEST_CASE_FIXTURE(WithScratch, "writing replaces the whole file and leaves no other file")
{
    const auto file = scratch.path("run.csv");
    const std::vector<Nanos> many(100'000, Nanos{16'666'667});
    REQUIRE_FALSE(recordings::write_frame_ns(file, many).has_value());
    REQUIRE_FALSE(recordings::write_frame_ns(file, std::array{Nanos{5}}).has_value());

    CHECK(accepted(recordings::read_file(file)).streams[0].frame_times.size() == 1);
    CHECK(scratch.names() == std::vector<std::string>{"run.csv"});
}

TEST_CASE_FIXTURE(WithScratch, "a recording that cannot be written gives the reason and leaves no file")
{
    const auto missing = scratch.path("no_such_folder") / "run.csv";
    CHECK(recordings::write_frame_ns(missing, std::array{Nanos{5}}) ==
          missing.string() + ": cannot be written: No such file or directory");

    const auto negative = scratch.path("run.csv");
    CHECK(recordings::write_frame_ns(negative, std::array{Nanos{5}, Nanos{-1}}).has_value());
    CHECK(scratch.names().empty());
}

TEST_CASE("a device is written in place and is not removed on an error")
{
    if (!std::filesystem::exists("/dev/full")) return;
    CHECK(recordings::write_frame_ns("/dev/full", std::array{Nanos{5}}) ==
          "/dev/full: cannot be written: No space left on device");
    CHECK(std::filesystem::exists("/dev/full"));
}

TEST_CASE_FIXTURE(WithScratch,
                  "a file of 20 MB is read to its last frame, with any line ends, and its errors have the right line")
{
    const auto file = scratch.path("long.csv");
    constexpr int frames = 200'000;
    for (const std::string end : {"\n", "\r\n", "\r"})
    {
        std::ofstream{file, std::ios::binary} << "frame_ns" << end;
        std::ofstream text{file, std::ios::binary | std::ios::app};
        for (int i = 0; i < frames; ++i) text << 16'000'000 + i << std::string(90, ' ') << end;
        text.close();
        const std::vector<Nanos> read = accepted(recordings::read_file(file)).streams[0].frame_times;
        REQUIRE(read.size() == frames);
        for (int i = 0; i < frames; ++i)
            if (read[static_cast<std::size_t>(i)] != Nanos{16'000'000 + i}) FAIL("frame " << i);
    }
    std::ofstream{file, std::ios::app} << "x\n";
    CHECK(std::get<recordings::RecordingError>(recordings::read_file(file)).line == frames + 2);
}

TEST_CASE("frame times of 1 to 14 digits are read exactly, beside lines with blanks, signs, zeros in front or CRLF")
{
    std::string text = "frame_ns\n";
    std::vector<Nanos::rep> expected;
    Nanos::rep number = 0;
    for (int i = 0; i < 2000; ++i)
    {
        number = i % 14 == 0 ? 1 + i % 9 : 10 * number + (7 * i + i / 14) % 10;
        if (number > 86'400'000'000'000) number = 5;
        expected.push_back(number);
        const char* const form = i % 17 == 3   ? " {} \n"
                                 : i % 19 == 4 ? "{}\r\n"
                                 : i % 23 == 5 ? "000000{}\n\n"
                                               : "{}\n";
        text += fmt::format(fmt::runtime(form), number);
    }
    CHECK(frames_of(accept(text)) == expected);
    CHECK(refusal_of(text + "12345678x\n" + text.substr(9)).line ==
          1 + static_cast<std::size_t>(std::ranges::count(text, '\n')));
    CHECK(refusal_of(text + "86400000000001\n" + text.substr(9)).problem ==
          "frame time \"86400000000001\" is longer than a day");
    CHECK(refusal_of("frame_ns\n" + repeated("86400000000000\n", 106'752)).line == 106'753);
}

TEST_CASE("frame_ns refuses a negative, NaN, fractional or too large value with its line")
{
    CHECK(to_string(refusal_of("frame_ns\n5\n-7\n")) ==
          "test.csv:3: frame time \"-7\" is negative; correct the line, or record again");
    CHECK(refusal_of("frame_ns\n5\n\nnan\n").line == 4);
    for (const char* const text : {"frame_ns\n16.6\n", "frame_ns\n1e6\n", "frame_ns\n5,6\n"})
        CHECK_MESSAGE(refusal_of(text).line == 2, text);
    CHECK(refusal_of("frame_ns\n9223372036854775808\n").problem ==
          "frame time \"9223372036854775808\" does not fit into 64 bits");
    CHECK(refusal_of("frame_ns\n").line == 1);
    CHECK(refusal_of("frame_ns\n\a\x1B[31m\n").problem == "frame time \"??[31m\" is not a whole number of nanoseconds");
}

TEST_CASE("a row of a slowed game has the game's own part, the added part, and an empty field without a recording")
{
    const std::string text = table({{.application = "neverball",
                                     .process_id = 4711,
                                     .window_number = 1,
                                     .presenting_function = "SDL_GL_SwapWindow",
                                     .frame_end = 2083369800ns,
                                     .frame_time = 16701100ns,
                                     .added_time = 10ms,
                                     .is_slowed_window = true,
                                     .event = "hitch 500 ms"}});
    CHECK(text.ends_with(
        "\n3,neverball,4711,1,SDL_GL_SwapWindow,2.083369800,16701100,6701100,10000000,,1,hitch 500 ms,,,,,,,\n"));
}

TEST_CASE("the frames of each window of a slowed game are a stream")
{
    const std::string text = table({{"a", 1, 1, "glXSwapBuffers", 10ms, 10ms, 0ns},
                                    {"a", 1, 2, "glXSwapBuffers", 12ms, 3ms, 0ns},
                                    {"a", 1, 1, "glXSwapBuffers", 30ms, 20ms, 0ns}});
    const recordings::Recording read = accepted(recordings::read(text, "slow.csv"));
    REQUIRE(read.streams.size() == 2);
    CHECK(read.streams[0].frame_times == std::vector<timestep::Nanos>{10ms, 20ms});
    CHECK(read.streams[1].swap_chain == "2");
}

TEST_CASE("a name with separators, quotation marks and line ends stays one field of a slowed game's table")
{
    const std::string text = table({{"a,b;\"c\"\nd", 1, 1, "glXSwapBuffers", 10ms, 10ms, 0ns}});
    const recordings::Recording read = accepted(recordings::read(text, "slow.csv"));
    CHECK(default_stream(read).frame_times.size() == 1);
    CHECK(default_stream(read).application == "a b  c ?d");
}

TEST_CASE("a slowed game's table of another format version is refused with its line")
{
    std::string text = table({{"a", 1, 1, "glXSwapBuffers", 10ms, 10ms, 0ns}});
    text.replace(text.find("\n3,") + 1, 1, "1");
    const recordings::RecordingError refusal = refused(recordings::read(text, "slow.csv"));
    CHECK(refusal.line == 2);
    CHECK(refusal.problem == "the table has format 1");
    CHECK(refusal.remedy == "this program reads format 3: read the file with the version that wrote it");
}

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
    CHECK(to_string(replay_rejection(read, 0).value()) ==
          "test.csv: the frame times add up to 0.040 s in 1.000 s (4.0 %): frames are missing, or the recording was "
          "sampled; record every frame, without a pause");
}

TEST_CASE("two recordings in one file are not replayable")
{
    std::string text = "Application,ProcessID,TimeInSeconds,MsBetweenPresents\n";
    for (const char* row : {"a.exe,1,1.00,10\n", "a.exe,1,1.01,10\n", "a.exe,1,1.02,10\n"}) text += row;
    CHECK_FALSE(replayable(accept(text + "a.exe,1,0.50,10\n"))); // the clock starts again, below the first time stamp
    CHECK_FALSE(replayable(accept(text + "a.exe,1,1.005,10\n"))); // the clock starts again, above the first time stamp
}

TEST_CASE("without a time column the frame times are accepted unchecked")
{
    const Recording read = accept("Application,ProcessID,MsBetweenPresents\na.exe,1,16\n");
    CHECK_FALSE(read.streams[0].timestamp_span.has_value());
    CHECK_FALSE(read.streams[0].coverage().has_value());
    CHECK(replayable(read));
}

TEST_CASE("a stream without frames and a missing stream are refused with that reason")
{
    const Recording read = accept("Application,ProcessID,MsBetweenPresents\na.exe,1,16\nb.exe,2,NA\n");
    CHECK(replay_rejection(read, 1)->problem == "the stream has no frames");
    CHECK(replay_rejection(read, 2)->problem == "there is no stream 2");
    CHECK(replay_rejection(read, 2)->remedy == "choose one from 0 to 1");
}

TEST_CASE("a frame time over a day is refused in every format, and one of a day is read")
{
    CHECK(frames_of(accept("frame_ns\n86400000000000\n")) == std::vector<Nanos::rep>{86'400'000'000'000});
    CHECK(to_string(refusal_of("frame_ns\n16666667\n86400000000001\n")) ==
          "test.csv:3: frame time \"86400000000001\" is longer than a day; correct the line, or record again");
    const std::string longer = "86400000.000001";
    for (const std::string& text :
         {"a,dt_ms\n1,16\n1," + longer + "\n", "Application,ProcessID,MsBetweenPresents\na,1,16\na,1," + longer + "\n",
          "{\"dt_ms\":16}\n{\"dt_ms\":" + longer + "}\n",
          "{\"Runs\":[{\"CaptureData\":{\"MsBetweenPresents\":[16," + longer + "]}}]}",
          std::string{"frame_ns;x\n16000000;1\n86400000000001;1\n"}})
    {
        CAPTURE(text);
        CHECK(default_stream(accept(text)).invalid_count == 1);
    }
    for (const char* const file :
         {"../shared/cases/one_frame_285_years.csv", "../shared/cases/200_frames_of_28_hours.csv"})
        if (std::filesystem::exists(file)) CHECK(refused(recordings::read_file(file)).line == 2);
}
