// Tests tables whose columns contradict each other, numbers that can be rates or times, and JSON arrays of frames.
#include "reading.hpp"

#include "recordings/formats/csv.hpp"

#include <random>

namespace
{

std::string refusal_of_named(const std::string& text, const ReadOptions& options = {},
                             std::string_view name = "test.csv")
{
    return to_string(refused(recordings::read(text, name, options)));
}

// Rows `interval` apart by a clock, each about 1 % longer or shorter, and frame rates of about `fps`.
struct ClockAndRates
{
    double interval = 1.0;
    double fps = 105.0;
    int count = 40;
    std::string separator = ",", line_end = "\n";

    std::string rows(unsigned seed) const
    {
        std::mt19937 random{seed};
        const auto jitter = [&](double relative)
        { return 1 + relative * (static_cast<double>(random() % 2001) / 1000 - 1); };
        std::string text;
        double time = interval;
        for (int i = 0; i < count; ++i, time += interval * jitter(0.01))
            text += fmt::format("{:.3f}{}{:.1f}{}", time, separator, fps * jitter(0.05), line_end);
        return text;
    }
};

// The header that a refusal advises to add.
std::string advised_header(const std::string& refusal)
{
    constexpr std::string_view mark = "add one, such as ";
    const std::size_t begin = refusal.find(mark) + mark.size();
    REQUIRE(refusal.find(mark) != std::string::npos);
    std::string header = refusal.substr(begin, refusal.find(": ", begin) - begin);
    constexpr std::string_view shown_tab = "<TAB>";
    for (std::size_t tab = 0; (tab = header.find(shown_tab)) != std::string::npos;)
        header.replace(tab, shown_tab.size(), "\t");
    return header;
}

} // namespace

TEST_CASE("a clock in seconds beside frame rates is never read as milliseconds")
{
    std::mt19937 random{1};
    for (int i = 0; i < 400; ++i)
    {
        ClockAndRates table{.interval = std::pow(250.0, (i + 0.5) / 400),
                            .fps = 20 + static_cast<double>(random() % 220),
                            .count = 80 + static_cast<int>(random() % 60)};
        if (random() % 2 == 0) table.separator = ";";
        if (random() % 3 == 0) table.line_end = table.separator + "\n";
        const std::string rows = table.rows(static_cast<unsigned>(i));
        CAPTURE(rows);
        for (const char* const name : {"time", "Timestamp", "elapsed", "t"})
        {
            const std::string refusal = refusal_of_named(name + table.separator + "fps\n" + rows);
            const bool says_samples = refusal.find("the rows are samples: one row every ") != std::string::npos;
            const bool asks_for_unit = refusal.find("the time stamps have no unit") != std::string::npos;
            CHECK((says_samples || asks_for_unit));
        }
        CHECK(refusal_of_named("time (s)" + table.separator + "fps\n" + rows).find("sample") != std::string::npos);
        const std::string refusal = refusal_of_named(rows);
        CHECK(refusal.find("there is no header line above the numbers") != std::string::npos);
        CHECK(refusal.find("the first column rises: a clock") != std::string::npos);
        const std::string header = advised_header(refusal);
        CHECK(header.starts_with("time"));
        if (header.starts_with("time" + table.separator)) refusal_of_named(header + "\n" + rows);
    }
    const std::string once_a_second = refusal_of_named("time,fps\n" + ClockAndRates{.interval = 1.009}.rows(3));
    CHECK(once_a_second.find("the rows are samples: one row every 10") != std::string::npos);
    CHECK(once_a_second.find(" frames each (10") != std::string::npos);
    CHECK(refusal_of_named("time,load\n" + ClockAndRates{.interval = 1.009}.rows(3))
              .find("the time stamps have no unit: a row every 1.0") != std::string::npos);
}

TEST_CASE("a clock beside the rates of single frames, or beside a limit, is read as frames")
{
    std::mt19937 random{2};
    for (const auto& [name, per_second, decimals] :
         {std::tuple{"time", 1.0, 6}, std::tuple{"time", 1000.0, 3}, std::tuple{"time_us", 1e6, 0}})
        for (const char* const rates : {"of the frame", "smooth", "limit", "low"})
        {
            CAPTURE(name);
            CAPTURE(rates);
            std::string text = std::string{name} + (rates == std::string_view{"low"} ? ",1% low fps\n" : ",fps\n");
            double time = 3.0, smooth = 60;
            for (int i = 0; i < 600; ++i)
            {
                const double frame_s = 0.0167 * (1 + static_cast<double>(random() % 1000) / 4000);
                time += frame_s;
                smooth += 0.05 * (1 / frame_s - smooth);
                double rate = 1 / frame_s;
                if (rates == std::string_view{"smooth"}) rate = smooth;
                if (rates == std::string_view{"limit"}) rate = 300;
                if (rates == std::string_view{"low"}) rate = 20 + i % 3;
                text += fmt::format("{:.{}f},{:.1f}\n", time * per_second, decimals, rate);
            }
            const Recording read = accept(text);
            CHECK(default_stream(read).frame_times.size() == 599);
            CHECK(frames_of(read)[0] > 16'000'000);
            CHECK(frames_of(read)[0] < 22'000'000);
        }
}

TEST_CASE(
    "frame times that contradict rates, a clock or a counter are refused, and a constant column never contradicts")
{
    const auto table = [](const char* names, const std::function<std::string(int)>& row)
    {
        std::string text = std::string{names} + "\n";
        for (int i = 0; i < 60; ++i) text += row(i) + "\n";
        return text;
    };
    CHECK(
        refusal_of_named(table("frame_ms,fps", [](int i) { return fmt::format("{},{}", 5 + i % 3, 58 + i % 5); }))
            .find("two columns contradict each other: by frame_ms, a row lasts 6 ms, but by fps, 16.67 ms; remove the "
                  "wrong column") != std::string::npos);
    CHECK(refusal_of_named(table("frame_ms,fps", [](int i) { return fmt::format("{},{}", 33 + i % 3, 58 + i % 5); }))
              .find("the rows are intervals of about 0.034 s with 2 to 2 frames each (60 fps)") != std::string::npos);
    CHECK(refusal_of_named(table("time_ms,frame_ms", [](int i) { return fmt::format("{},{}", 8 * i, 16 + i % 3); }))
              .find("two columns contradict each other: by frame_ms, a row lasts 17 ms, but by time_ms, 8 ms") !=
          std::string::npos);
    CHECK(refusal_of_named(table("time_ms,frame_ms", [](int i) { return fmt::format("{},{}", 30 * i, 16 + i % 3); }))
              .find("the rows are samples: one row every 30 ms by the column time_ms") != std::string::npos);
    for (const char* const names : {"frame,dt_ms", "frame number,dt_ms", "frame_index,dt_ms", "frames,dt_ms"})
        CHECK(refusal_of_named(table(names, [](int i) { return fmt::format("{},{}", 60 * i, 16 + i % 3); }))
                  .find("with 60 to 60 frames each") != std::string::npos);
    CHECK(refusal_of_named(table("frame,time", [](int i) { return fmt::format("{},{:.3f}", 60 * i, 1.01 * i); }))
              .find("the rows are samples: one row every 1010 ms by the column time, with about 60 frames each") !=
          std::string::npos);
    for (const char* const names :
         {"frame_ms,fps", "frame_ms,fps limit", "frame_ms,frames", "frame_ms,count", "dt_ms,frame"})
    {
        CAPTURE(names);
        const std::string text = table(names, [](int i) { return fmt::format("{},7", 40 + i % 3); });
        CHECK(default_stream(accept(text)).frame_times.size() == 60);
    }
}

TEST_CASE("numbers without unit and name are frame times only where they cannot be rates")
{
    for (const double median : {55.5, 60.0, 90.0, 144.0, 249.0})
    {
        std::string rows;
        for (int i = 0; i < 80; ++i) rows += fmt::format("{:.1f}\n", median * (1 + 0.001 * (i % 5 - 2)));
        CAPTURE(median);
        for (const char* const header : {"", "value\n"})
        {
            const std::string why = refusal_of_named(header + rows);
            CHECK(why.find(" without a unit can be frame rates or frame times; add --unit hz for one rate a frame, or "
                           "--unit ms") != std::string::npos);
            for (const Unit unit : {Unit::hz, Unit::ms})
            {
                const Recording read = accepted(recordings::read(header + rows, "test.csv", {.unit = unit}));
                CHECK(static_cast<double>(frames_of(read)[2]) ==
                      doctest::Approx(unit == Unit::ms ? 1e6 * median : 1e9 / median).epsilon(0.01));
            }
        }
        CHECK(frames_of(accept("frametime\n" + rows)).size() == 80);
        for (const char* const name : {"fps.txt", "/logs/fps.csv", "my game_FPS.log", "framerate.txt"})
            CHECK(refusal_of_named(rows, {}, name)
                      .find("the file's name says frame rates: one a frame (--unit hz) or one "
                            "a second?") != std::string::npos);
    }
    const std::string times = repeated("16.7\n", 40);
    CHECK(refusal_of_named(times, {}, "fps.txt").find("the file's name says frame rates") != std::string::npos);
    for (const char* const name : {"60 fps.txt", "fpsgame.txt", "fps/run.txt"})
        CHECK(accepted(recordings::read(times, name)).streams.front().frame_times.size() == 40);
    for (const double median : {16.7, 33.3, 54.0, 0.0167})
        CHECK(frames_of(accept(repeated(fmt::format("{}\n", median), 40))).size() == 40);
}

TEST_CASE("the advised header of a table without one gives the right numbers, also with commas at the ends of lines")
{
    std::mt19937 random{3};
    for (int i = 0; i < 200; ++i)
    {
        const bool has_index = random() % 2 == 0, has_clock = random() % 2 == 0, has_rates = random() % 3 == 0;
        if (!has_index && !has_clock && !has_rates) continue;
        const char* const separator = std::array{",", ";", "\t", " "}[random() % 4];
        const bool has_commas = *separator == ';' && random() % 2 == 0;
        const std::string line_end = *separator != '\t' && *separator != ' ' && random() % 2 == 0
                                         ? separator + std::string{"\r\n"}
                                         : std::string{"\n"};
        const double clock_scale = std::array{1.0, 0.001}[random() % 2],
                     unit = std::array{1.0, 0.001, 1000.0}[random() % 3];
        std::string rows;
        double time = 100;
        std::vector<double> frames;
        for (int row = 0; row < 60; ++row)
        {
            const double frame_ms = 12 + static_cast<double>(random() % 9000) / 1000;
            time += frame_ms;
            frames.push_back(frame_ms);
            std::vector<std::string> cells;
            if (has_index) cells.push_back(fmt::format("{}", row));
            if (has_clock) cells.push_back(fmt::format("{:.6f}", time * clock_scale));
            cells.push_back(fmt::format("{:.6f}", frame_ms * unit));
            if (has_rates) cells.push_back(fmt::format("{:.2f}", 1000 / frame_ms));
            std::string line = fmt::format("{}", fmt::join(cells, separator));
            if (has_commas) std::ranges::replace(line, '.', ',');
            rows += line + line_end;
        }
        CAPTURE(rows);
        const std::string header = advised_header(refusal_of_named(rows));
        CAPTURE(header);
        const std::vector<Nanos::rep> read = frames_of(accept(header + "\n" + rows));
        REQUIRE(read.size() == frames.size());
        for (std::size_t row = 0; row < read.size(); ++row)
            CHECK(static_cast<double>(read[row]) == doctest::Approx(1e6 * frames[row]).epsilon(1e-4));
    }
    CHECK(frames_of(accept("16.6,\n33.3,\n16.7,\n")) == std::vector<Nanos::rep>{16'600'000, 33'300'000, 16'700'000});
    CHECK(frames_of(accept("frame_ms\n16.6,\n33.3,\n")) == std::vector<Nanos::rep>{16'600'000, 33'300'000});
}

TEST_CASE("frames of which many are near zero are read, and thousands separated by points are not")
{
    std::mt19937 random{4};
    for (const double zero_share : {0.3, 0.5, 0.7, 0.8})
        for (const auto& [name, scale] : {std::pair{"dt_ms", 1.0}, std::pair{"dt", 0.001}, std::pair{"dt", 1.0}})
        {
            CAPTURE(zero_share);
            CAPTURE(name);
            std::string text = std::string{"frame,"} + name + "\n";
            double sum_ms = 0;
            for (int i = 0; i < 400; ++i)
            {
                const double ms = static_cast<double>(random() % 1000) < 1000 * zero_share
                                      ? 0.1
                                      : 8.2 + static_cast<double>(random() % 200) / 1000;
                sum_ms += ms;
                text += fmt::format("{},{:.6f}\n", i, ms * scale);
            }
            const Recording read = accept(text);
            const auto frames = frames_of(read);
            CHECK(static_cast<double>(std::accumulate(frames.begin(), frames.end(), Nanos::rep{})) ==
                  doctest::Approx(1e6 * sum_ms));
        }
    std::string thousands = "frame_us\n";
    for (int i = 0; i < 100; ++i) thousands += i % 3 == 0 ? "998\n" : "1.004\n";
    CHECK(refusal_of_named(thousands).find("does the point separate thousands?") != std::string::npos);
}

TEST_CASE("JSON with an array of frames is read by its members, whatever stands around it")
{
    const std::string objects =
        R"([{"frame": 0, "dt": 0.0166}, {"frame": 1, "dt": 0.0333}, {"frame": 2, "dt": 0.0167}])";
    const std::vector<Nanos::rep> frames{16'600'000, 33'300'000, 16'700'000};
    for (const auto& [text, column] :
         {std::pair{objects, "the only array"}, std::pair{"{\"frames\": " + objects + "}", "frames[].dt"},
          std::pair{"\n{\"game\": \"a, [b]\", \"data\": {\"fps\": 60, \"frames\":\n" + objects + "}, \"n\": 3}\n",
                    "data.frames[].dt"},
          std::pair{"{\"x\": [1, 2, 3, 4], \"runs\": [{\"name\": \"a\", \"frames\": " + objects + "}]}",
                    "runs.frames[].dt"},
          std::pair{"{\"x\": {}, \"frames\": " + objects + ", \"y\": []}", "frames[].dt"},
          std::pair{std::string{R"({"frametimes": [0.0166, 0.0333, 0.0167]})"}, "frametimes"},
          std::pair{std::string{R"({"dt_ms": [16.6, "33.3", 16.7]})"}, "dt_ms"},
          std::pair{std::string{"[16.6, 33.3, 16.7]"}, "the only array"}})
    {
        CAPTURE(text);
        const Recording read = accept(text);
        CHECK(frames_of(read) == frames);
        CHECK(read.format == &Format::json_arrays);
        if (column != std::string_view{"the only array"}) CHECK(read.frame_time_column == column);
    }
    CHECK(frames_of(accept(R"({"t": [0, 16.6, 49.9, 66.6]})")) == frames);
    const std::string unknown =
        R"({"a": [{"x": 16.6, "y": 1}, {"x": 33.3, "y": 2}, {"x": 16.7, "y": 3}], "b": [1, 2]})";
    CHECK(refusal_of_named(unknown) ==
          "test.csv: in the array a: no member has a known name for frame times; the members are x, y; choose one with "
          "--column NAME, and its unit with --unit s, ms, us, ns or hz");
    CHECK(frames_of(accepted(recordings::read(unknown, "test.json", {.column = "x", .unit = Unit::ms}))) == frames);
    CHECK(refusal_of_named("{\"a\": {\"b\": 1}, \"c\": [\"x\"]}")
              .find("the JSON has no array of frames; write the frame "
                    "times as an array") != std::string::npos);
    CHECK(refusal_of_named("{\"frames\": [{\"dt\": 0.016},\n {\"dt\": 0.0")
              .starts_with("test.csv:2: the JSON is invalid"));
    std::string samples = "{\"samples\": [", lines;
    for (int i = 0; i < 40; ++i)
    {
        samples += fmt::format("{}{{\"time\": {:.3f}, \"fps\": {}}}", i == 0 ? "" : ", ", 1.009 * i, 100 + i * 7 % 9);
        lines += fmt::format("{{\"time\": {:.3f}, \"fps\": {}}}\n", 1.009 * i, 100 + i * 7 % 9);
    }
    for (const std::string& text : {samples + "]}", lines})
        CHECK(refusal_of_named(text).find("the rows are samples: one row every 1009 ms by the column time") !=
              std::string::npos);
    CHECK(refusal_of_named("[12:00] started\n[12:01] ended\n").find("no header of a known") != std::string::npos);
}

TEST_CASE("an element of a JSON array is named by its line in the file, and a member may have an empty name")
{
    const Recording read = accept("{\"name\": \"a\",\n\"dt\": [\n16,\n17,\n\"-x\", 16,\n \"1e999\",\n16, 17, 16]}");
    CHECK(read.streams.front().invalid_count == 2);
    CHECK(read.streams.front().first_invalid_line == 5);
    CHECK(refusal_of_named("{\"\": 5}").find("the JSON has no array of frames") != std::string::npos);
    CHECK(accept("{\"\": [16, 17, 16, 16]}").streams.front().frame_times.size() == 4);
}

TEST_CASE("the text log of JankStats is refused with the pattern that reads it")
{
    std::string log;
    for (int i = 0; i < 20; ++i)
        log +=
            fmt::format("JankStatsSample: FrameData(frameStartNanos={}, frameDurationUiNanos=5000000, isJank=false)\n",
                        1'000'000'000 + i * 16'666'667LL);
    CHECK(refusal_of_named(log) ==
          "test.csv: a log of AndroidX JankStats; read the starts of its frames with --pattern "
          "'frameStartNanos={}' --unit ns --absolute");
    const Recording read = accepted(recordings::read(
        log, "log", {.unit = Unit::ns, .column_has_timestamps = true, .pattern = "frameStartNanos={}"}));
    CHECK(frames_of(read) == std::vector<Nanos::rep>(19, 16'666'667));
    CHECK(refusal_of_named("frame 1 took 16.6 units\nframe 2 took 33.3 units\n")
              .find("give --pattern 'frame took {} ms'") != std::string::npos);
}
