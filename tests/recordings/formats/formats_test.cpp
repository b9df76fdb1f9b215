// Reads one fixture for every format and version; all hold the same six frames. Reads back what the writers wrote, and
// compares real recordings with the counts and sums of an independent reader.
#include "reading.hpp"
#include "recordings/formats/stream_builder.hpp"
#include "recordings/formats/writers.hpp"

namespace
{

using Frames = std::vector<recordings::Nanos::rep>;

const Frames exact{16'681'200, 16'653'000, 33'334'500, 16'701'100, 8'250'000, 16'666'700};
const Frames to_microsecond{16'681'000, 16'653'000, 33'334'000, 16'701'000, 8'250'000, 16'667'000};
const Frames cut_to_microsecond{16'681'000, 16'653'000, 33'334'000, 16'701'000, 8'250'000, 16'666'000};
const Frames differences{16'681'000, 16'653'000, 33'335'000, 16'701'000, 8'250'000, 16'666'000};

constexpr auto present = FrameBoundary::present;
constexpr auto frame_start = FrameBoundary::frame_start;
constexpr auto unknown = FrameBoundary::unknown;
constexpr std::nullopt_t none = std::nullopt; // the format has no column of dropped frames

struct Expected
{
    const char* file;
    const Format& format;
    const char* tool;
    const char* column;
    std::optional<std::size_t> dropped = none; // frames never shown
    FrameBoundary frame_boundary = FrameBoundary::present;
    const Frames& frames = exact;
};

const Expected readable[]{
    {"presentmon_1.5.csv", Format::presentmon, "PresentMon 1.5 or older", "MsBetweenPresents", 1, present,
     to_microsecond},
    {"presentmon_1.10.csv", Format::presentmon, "PresentMon 1.6-1.10, or --v1_metrics", "msBetweenPresents", 2},
    {"presentmon_2.0.csv", Format::presentmon, "PresentMon 2.0", "CPUBusy + CPUWait", 1, frame_start},
    {"presentmon_2.3.csv", Format::presentmon, "PresentMon 2.1-2.3.0, or --v2_metrics", "FrameTime", 2, frame_start},
    {"presentmon_2.3.1_seconds.csv", Format::presentmon, "PresentMon 2.3.1 or newer", "MsBetweenPresents", 1},
    {"presentmon_2.3.1_milliseconds.csv", Format::presentmon, "PresentMon 2.3.1 or newer", "MsBetweenPresents", 1},
    {"presentmon_2.3.1_counter.csv", Format::presentmon, "PresentMon 2.3.1 or newer", "MsBetweenPresents", 1},
    {"presentmon_2.3.1_counter_ms.csv", Format::presentmon, "PresentMon 2.3.1 or newer", "MsBetweenPresents", 1},
    {"presentmon_2.3.1_date.csv", Format::presentmon, "PresentMon 2.3.1 or newer", "MsBetweenPresents", 1},
    {"presentmon_app.csv", Format::presentmon, "PresentMon capture application", "MsBetweenPresents", 1},
    {"presentmon_service.csv", Format::presentmon, "PresentMon service", "ms_between_presents", 1},
    {"ocat.csv", Format::ocat, "OCAT", "MsBetweenPresents", 0},
    {"capframex.csv", Format::capframex_csv, "CapFrameX", "MsBetweenPresents", 1},
    {"capframex.json", Format::capframex_json, "CapFrameX 1.7.2", "MsBetweenPresents", 2},
    {"frameview.csv", Format::frameview, "FrameView", "MsBetweenPresents", 1},
    {"mangohud_0.6.0.csv", Format::mangohud, "MangoHud 0.6.0-0.6.1", "frametime"},
    {"mangohud_0.6.5.csv", Format::mangohud, "MangoHud 0.6.2-0.6.8", "frametime", none, present, cut_to_microsecond},
    {"mangohud_0.6.9.csv", Format::mangohud, "MangoHud 0.6.9 or newer", "frametime"},
    {"mangohud_versioned.csv", Format::mangohud, "MangoHud 0.7.1", "frametime"},
    {"fraps.csv", Format::fraps, "FRAPS", "Time (ms)", none, present, differences},
    {"fraps_semicolon.csv", Format::fraps, "FRAPS", "Time (ms)", none, present, differences},
    {"fraps_decimal_comma.csv", Format::fraps, "FRAPS", "Time (ms)", none, present, differences},
    {"unity.csv", Format::unity_profile_analyzer, "Unity Profile Analyzer", "Frame Time (ms)", none, frame_start},
    {"unity_semicolon.csv", Format::unity_profile_analyzer, "Unity Profile Analyzer", "Frame Time (ms)", none,
     frame_start},
    {"unreal.csv", Format::unreal_csv, "Unreal Engine CSV profiler", "FrameTime", none, frame_start},
    {"unreal_header_at_top.csv", Format::unreal_csv, "Unreal Engine CSV profiler", "FrameTime", none, frame_start},
    {"gfxinfo.txt", Format::gfxinfo, "Android's dumpsys gfxinfo", "FrameCompleted"},
    {"tracy.csv", Format::tracy, "Tracy's csvexport", "ns_since_start", none, frame_start},
    {"trace.json", Format::trace, "a trace", "starts of Frame", none, frame_start},
    {"trace_array.json", Format::trace, "a trace", "starts of Frame", none, frame_start},
    {"json_lines.json", Format::json_lines, "JSON lines", "dt_ns", none, unknown},
    {"godot.csv", Format::godot, "Godot's profiler", "category_frame_time", none, frame_start, to_microsecond},
    {"godot_profiler.csv", Format::godot, "Godot's profiler", "category_frame_time", none, frame_start, to_microsecond},
    {"slow.csv", Format::slowed_game, "timestep_lab slow", "frame_ns", none, frame_start},
    {"instruments.xml", Format::instruments, "Apple Instruments", "ca-client-present-request"},
    {"frame_ns.csv", Format::frame_ns, "timestep_demo", "frame_ns", none, frame_start},
};

struct Refused
{
    const char* file;
    std::size_t line;
    const char* problem;
    const char* remedy;
};

const Refused refusals[]{
    {"mangohud_sampled.csv", 3,
     "sampled, not per frame: one row every 100 ms, and the frame times cover 4 % of the time",
     "MangoHud: set log_interval=0 and record again"},
    {"mangohud_summary.csv", 1, "a summary of recordings, not one row a frame", "use the recording itself"},
    {"frameview_summary.csv", 1, "a summary of recordings, not one row a frame", "use the recording itself"},
    {"presentmon_polled.csv", 1, "statistics of the PresentMon service, not one row a frame",
     "record with PresentMon's console tool or its capture application"},
    {"afterburner.hml", 1, "an Afterburner hardware log: one row a second, not one a frame",
     "record with PresentMon, CapFrameX or FrameView"},
};

Stream awkward()
{
    Stream stream;
    stream.application = "A \"game\", really.exe";
    stream.process_id = 4242;
    stream.swap_chain = "0x00000000DEADBEEF";
    for (std::int64_t i = 0; i < 3000; ++i) stream.frame_times.emplace_back(16'666'667 + (i * 7919) % 900'001);
    for (const std::int64_t ns : {std::int64_t{0}, std::int64_t{1}, std::int64_t{250'000'000}, 3'600'000'000'001})
        stream.frame_times.emplace_back(ns);
    return stream;
}

using timestep::to_millis;

// Writes the stream to the file "out", and reads that file.
Recording read_back(const Scratch& scratch, decltype(recordings::RecordingWriter::write) write, const Stream& stream)
{
    REQUIRE_FALSE(write(scratch.path("out"), stream).has_value());
    return accepted(recordings::read_file(scratch.path("out")));
}

Nanos total(const std::vector<Nanos>& frames) { return std::accumulate(frames.begin(), frames.end(), Nanos{0}); }

// Interpolates linearly between the nearest ranks (R's type 7).
double quantile_ms(std::vector<Nanos> frames, double p)
{
    std::sort(frames.begin(), frames.end());
    const double rank = p * static_cast<double>(frames.size() - 1);
    const auto below = static_cast<std::size_t>(rank);
    const std::size_t above = std::min(below + 1, frames.size() - 1);
    return std::lerp(to_millis(frames[below]), to_millis(frames[above]), rank - static_cast<double>(below));
}

std::size_t stream_of(const Recording& read, std::string_view application)
{
    for (std::size_t i = 0; i < read.streams.size(); ++i)
        if (read.streams[i].application == application) return i;
    FAIL("no stream of ", application);
    return 0;
}

struct Statistics
{
    const char* file;
    const char* application;
    std::size_t frames;
    double p50, p99, max; // ms
    double p99_within; // tolerance of p99: one unit of its last digit, because quantiles have several definitions
    Nanos::rep total; // summed in decimal arithmetic
};

constexpr Statistics statistics[]{
    {"capframex_csv_re2_286fps.csv", "re2.exe", 7285, 3.428, 3.860, 8.211, 0.001, 25'443'206'000},
    {"presentmon1_farcrynewdawn_composed.csv", "FarCryNewDawn.exe", 1171, 12.545, 16.83, 80.095, 0.01, 15'255'999'000},
    {"presentmon1_farcrynewdawn_no_time_column.csv", "FarCryNewDawn.exe", 1171, 12.545, 16.83, 80.095, 0.01,
     15'255'999'000},
    {"presentmon1_grb_multiprocess_120hz.csv", "GRB.exe", 4090, 8.609, 11.28, 17.113, 0.01, 35'444'719'000},
    {"presentmon1_grb_multiprocess_120hz.csv", "dwm.exe", 4229, 8.345, 8.70, 17.019, 0.01, 35'454'242'000},
    {"presentmon1_trivflip_60hz_vsync.csv", "TrivFlip12.exe", 277, 16.612, 31, 91.164, 1, 4'584'255'000},
};

} // namespace

TEST_CASE("every format and version gives the frame times of its fixture and is replayable")
{
    for (const Expected& e : readable)
    {
        CAPTURE(e.file);
        const Recording read = read_fixture(e.file);
        const recordings::Stream& stream = default_stream(read);

        CHECK(read.format == &e.format);
        CHECK(read.tool == e.tool);
        CHECK(read.frame_time_column == e.column);
        CHECK(read.frame_boundary == e.frame_boundary);
        CHECK(frames_of(read) == e.frames);
        CHECK(stream.missing_count == 0);
        CHECK(stream.invalid_count == 0);
        CHECK(stream.dropped_count == e.dropped);
        CHECK_FALSE(replay_rejection(read, read.default_stream_index).has_value());
    }
}

TEST_CASE("a time column agrees with the frame times to the nanosecond")
{
    for (const Expected& e : readable)
    {
        const std::string file = e.file;
        if (file.starts_with("unreal") || file.starts_with("frame_ns") || file.starts_with("godot") ||
            file.starts_with("json_lines"))
            continue; // no time column
        // These formats round the times or the frame times.
        if (file.starts_with("mangohud") || file == "presentmon_1.5.csv") continue;
        CAPTURE(file);
        const Recording read = read_fixture(file);
        const recordings::Stream& stream = default_stream(read);
        REQUIRE(stream.timestamp_span.has_value());
        CHECK(*stream.timestamp_span == stream.frame_time_sum_in_span);
        CHECK(stream.timestamp_span->count() > 70'000'000);
    }
}

TEST_CASE("a file without frame times is refused with the line, the reason and the remedy")
{
    for (const Refused& e : refusals)
    {
        const recordings::RecordingError refusal = refused(recordings::read_file(fixture(e.file)));
        CHECK(refusal.file == fixture(e.file).string());
        CHECK(refusal.line == e.line);
        CHECK(refusal.problem == e.problem);
        CHECK(refusal.remedy == e.remedy);
    }
}

TEST_CASE("a refusal is one line: the file, the line, the reason and the remedy")
{
    CHECK(to_string(refused(recordings::read_file(fixture("afterburner.hml")))) ==
          fixture("afterburner.hml").string() + ":1: an Afterburner hardware log: one row a second, not one a frame; "
                                                "record with PresentMon, CapFrameX or FrameView");
    CHECK(to_string(refused(recordings::read_file("no/such/file.csv"))) ==
          "no/such/file.csv: cannot be read: No such file or directory; check the path");
    CHECK(to_string(refused(recordings::read_file("tests"))) ==
          "tests: cannot be read: Is a directory; check the path");
}

TEST_CASE("a stream written in any format is read back exactly and is replayable")
{
    const Stream stream = awkward();
    for (const recordings::RecordingWriter& writer : recordings::all_writers)
    {
        CAPTURE(writer.name);
        const Recording read = read_back(Scratch{}, writer.write, stream);
        REQUIRE(read.streams.size() == 1);
        CHECK(read.streams[0].frame_times == stream.frame_times);
        CHECK_FALSE(replay_rejection(read, 0).has_value());
    }
}

TEST_CASE_FIXTURE(WithScratch, "a PresentMon file names its application, also with commas and quotation marks")
{
    const Recording read = read_back(scratch, recordings::write_presentmon, awkward());
    CHECK(read.format == &recordings::Format::presentmon);
    CHECK(read.tool == "PresentMon 1.6-1.10, or --v1_metrics");
    CHECK(read.streams[0].process_id == 4242);
    CHECK(read.streams[0].swap_chain == "0x00000000DEADBEEF");
    CHECK(read.streams[0].application.find("really.exe") != std::string::npos);
    CHECK(text_of(scratch.path("out")).find(",0.016666667,16.666667\n") != std::string::npos);
}

TEST_CASE_FIXTURE(WithScratch, "a MangoHud file begins with a row that readers skip, and its numbers show its unit")
{
    Stream stream;
    stream.frame_times = {Nanos{20'000'000}, Nanos{10'000'000}};
    CHECK(read_back(scratch, recordings::write_mangohud, stream).tool == "MangoHud 0.6.9 or newer");
    CHECK(text_of(scratch.path("out")) == "os,cpu,gpu,ram,kernel,driver\nunknown,unknown,unknown,0,unknown,unknown\n"
                                          "fps,frametime,elapsed\n50.000000,20.000000,0\n50.000000,20.000000,20000000\n"
                                          "100.000000,10.000000,30000000\n");
}

TEST_CASE("every shared recording is unchanged after writing and reading in every format")
{
    const auto folder = shared_data("captures");
    SKIP_WITHOUT(folder);
    for (const auto& entry : std::filesystem::directory_iterator{folder})
    {
        const auto result = recordings::read_file(entry.path());
        if (!std::holds_alternative<recordings::Recording>(result)) continue;
        CAPTURE(entry.path().string());
        const Stream& stream = default_stream(std::get<recordings::Recording>(result));
        for (const recordings::RecordingWriter& writer : recordings::all_writers)
        {
            CHECK(default_stream(read_back(Scratch{}, writer.write, stream)).frame_times == stream.frame_times);
        }
    }
}

TEST_CASE("real recordings have the counts and statistics of an independent reader")
{
    for (const Statistics& e : statistics)
    {
        const auto path = shared_data("captures") / e.file;
        SKIP_WITHOUT(path);
        INFO("e.file ", e.file, ", e.application ", e.application);
        const Recording read = accepted(recordings::read_file(path));
        const recordings::Stream& stream = read.streams[stream_of(read, e.application)];

        CHECK(stream.frame_times.size() == e.frames);
        CHECK(stream.missing_count == 0);
        CHECK(stream.invalid_count == 0);
        CHECK(total(stream.frame_times) == Nanos{e.total});
        CHECK(std::abs(quantile_ms(stream.frame_times, 0.5) - e.p50) <= 0.0005);
        CHECK(std::abs(quantile_ms(stream.frame_times, 0.99) - e.p99) <= e.p99_within);
        CHECK(to_millis(*std::max_element(stream.frame_times.begin(), stream.frame_times.end())) ==
              doctest::Approx(e.max));
        CHECK_FALSE(replay_rejection(read, stream_of(read, e.application)).has_value());
    }
}

TEST_CASE("every other real recording is read by its column of frame times, and its default stream is replayable")
{
    struct
    {
        const char *file, *column, *application;
        std::size_t streams, frames;
        Nanos::rep total;
    } const others[]{{"presentmon1_short_5rows.csv", "MsBetweenPresents", "FarCryNewDawn.exe", 1, 5, 83'395'000},
                     {"presentmon_gold_case0_default.csv", "MsBetweenPresents", "Presenter.exe", 10, 18, 259'251'500},
                     {"presentmon_gold_case0_v1.csv", "msBetweenPresents", "Presenter.exe", 10, 19, 275'831'000},
                     {"presentmon_gold_case0_v2.csv", "FrameTime", "Presenter.exe", 10, 18, 273'624'600},
                     {"presentmon_gold_case2_default.csv", "MsBetweenPresents", "Presenter.exe", 4, 18, 260'054'000},
                     {"presentmon_gold_case2_v1.csv", "msBetweenPresents", "Presenter.exe", 4, 19, 276'628'800},
                     {"presentmon_gold_case2_v2.csv", "FrameTime", "Presenter.exe", 4, 18, 269'771'700},
                     {"presentmon_gold_case3_default.csv", "MsBetweenPresents", "Presenter.exe", 4, 18, 268'828'800},
                     {"presentmon_gold_case3_v1.csv", "msBetweenPresents", "Presenter.exe", 4, 19, 285'458'400},
                     {"presentmon_gold_case3_v2.csv", "FrameTime", "Presenter.exe", 4, 18, 281'630'400},
                     {"presentmon_v230dev_cpustarttime_ms.csv", "FrameTime", "Presenter.exe", 10, 18, 273'624'600}};
    for (const auto& e : others)
    {
        const auto path = shared_data("captures") / e.file;
        SKIP_WITHOUT(path);
        CAPTURE(e.file);
        const Recording read = accepted(recordings::read_file(path));
        CHECK(read.frame_time_column == e.column);
        CHECK(read.streams.size() == e.streams);
        CHECK(default_stream(read).application == e.application);
        CHECK(default_stream(read).frame_times.size() == e.frames);
        CHECK(total(default_stream(read).frame_times) == Nanos{e.total});
        CHECK(default_stream(read).coverage().value_or(1.0) == doctest::Approx(1.0).epsilon(0.0001));
        CHECK_FALSE(replay_rejection(read, read.default_stream_index).has_value());
    }
}

TEST_CASE("a paused process beside the game is a stream that is not replayable")
{
    const auto path = shared_data("captures/presentmon1_grb_multiprocess_120hz.csv");
    SKIP_WITHOUT(path);
    const Recording read = accepted(recordings::read_file(path));
    CHECK(read.streams.size() == 5);
    CHECK(default_stream(read).application == "GRB.exe");
    CHECK(default_stream(read).dropped_count == 19);
    CHECK(replay_rejection(read, stream_of(read, "firefox.exe")).has_value());
}

TEST_CASE("statistics polled from the PresentMon service are refused with the reason and the remedy")
{
    const auto path = shared_data("captures/refuse/presentmon_service_polled_not_per_frame.csv");
    SKIP_WITHOUT(path);
    const recordings::RecordingError refusal = refused(recordings::read_file(path));
    CHECK(refusal.line == 1);
    CHECK(refusal.problem == "statistics of the PresentMon service, not one row a frame");
    CHECK(refusal.remedy == "record with PresentMon's console tool or its capture application");
}

TEST_CASE("a stream beyond the limit is refused again at its next row")
{
    std::vector<std::string> names(10'000);
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = std::to_string(i);
    recordings::RecordingBuilder recording_builder;
    for (const std::string& name : names) REQUIRE(recording_builder.open_stream(name, {}, {}) != nullptr);
    CHECK(recording_builder.open_stream("excess", {}, {}) == nullptr);
    CHECK(recording_builder.open_stream("excess", {}, {}) == nullptr);
    CHECK(recording_builder.open_stream(names.front(), {}, {}) != nullptr);
}
