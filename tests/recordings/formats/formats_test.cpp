// Reads one fixture of our own for every format and version; all hold the same six frames in that format.
#include "reading.hpp"

#include <algorithm>
#include <cstdint>

using recordings::Format;
using recordings::Recording;
using recordings::TimingSide;

namespace
{

using Frames = std::vector<std::int64_t>;

const Frames exact{16'681'200, 16'653'000, 33'334'500, 16'701'100, 8'250'000, 16'666'700};
const Frames to_microsecond{16'681'000, 16'653'000, 33'334'000, 16'701'000, 8'250'000, 16'667'000};
const Frames cut_to_microsecond{16'681'000, 16'653'000, 33'334'000, 16'701'000, 8'250'000, 16'666'000};
const Frames differences{16'681'000, 16'653'000, 33'335'000, 16'701'000, 8'250'000, 16'666'000};

struct Expected
{
    const char* file;
    const Format& format;
    const char* tool;
    const char* column;
    TimingSide side;
    const Frames& frames;
    int dropped = -1; // frames never shown; -1 if the format has no such column
};

const Expected readable[]{
    {"presentmon_1.5.csv", Format::presentmon, "PresentMon 1.5 or older", "MsBetweenPresents", TimingSide::display,
     to_microsecond, 1},
    {"presentmon_1.10.csv", Format::presentmon, "PresentMon 1.6-1.10, or --v1_metrics", "msBetweenPresents",
     TimingSide::display, exact, 2},
    {"presentmon_2.0.csv", Format::presentmon, "PresentMon 2.0", "CPUBusy + CPUWait", TimingSide::cpu, exact, 1},
    {"presentmon_2.3.csv", Format::presentmon, "PresentMon 2.1-2.3.0, or --v2_metrics", "FrameTime", TimingSide::cpu,
     exact, 2},
    {"presentmon_2.3.1_seconds.csv", Format::presentmon, "PresentMon 2.3.1 or newer", "MsBetweenPresents",
     TimingSide::display, exact, 1},
    {"presentmon_2.3.1_milliseconds.csv", Format::presentmon, "PresentMon 2.3.1 or newer", "MsBetweenPresents",
     TimingSide::display, exact, 1},
    {"presentmon_2.3.1_counter.csv", Format::presentmon, "PresentMon 2.3.1 or newer", "MsBetweenPresents",
     TimingSide::display, exact, 1},
    {"presentmon_2.3.1_counter_ms.csv", Format::presentmon, "PresentMon 2.3.1 or newer", "MsBetweenPresents",
     TimingSide::display, exact, 1},
    {"presentmon_2.3.1_date.csv", Format::presentmon, "PresentMon 2.3.1 or newer", "MsBetweenPresents",
     TimingSide::display, exact, 1},
    {"presentmon_app.csv", Format::presentmon, "PresentMon capture application", "MsBetweenPresents",
     TimingSide::display, exact, 1},
    {"presentmon_service.csv", Format::presentmon, "PresentMon service", "ms_between_presents", TimingSide::display,
     exact, 1},
    {"ocat.csv", Format::ocat, "OCAT", "MsBetweenPresents", TimingSide::display, exact, 0},
    {"capframex.csv", Format::capframex_csv, "CapFrameX", "MsBetweenPresents", TimingSide::display, exact, 1},
    {"capframex.json", Format::capframex_json, "CapFrameX 1.7.2", "MsBetweenPresents", TimingSide::display, exact, 2},
    {"frameview.csv", Format::frameview, "FrameView", "MsBetweenPresents", TimingSide::display, exact, 1},
    {"mangohud_0.6.0.csv", Format::mangohud, "MangoHud 0.6.0-0.6.1", "frametime", TimingSide::display, exact},
    {"mangohud_0.6.5.csv", Format::mangohud, "MangoHud 0.6.2-0.6.8", "frametime", TimingSide::display,
     cut_to_microsecond},
    {"mangohud_0.6.9.csv", Format::mangohud, "MangoHud 0.6.9 or newer", "frametime", TimingSide::display, exact},
    {"mangohud_versioned.csv", Format::mangohud, "MangoHud 0.7.1", "frametime", TimingSide::display, exact},
    {"fraps.csv", Format::fraps, "FRAPS", "Time (ms)", TimingSide::display, differences},
    {"fraps_semicolon.csv", Format::fraps, "FRAPS", "Time (ms)", TimingSide::display, differences},
    {"fraps_decimal_comma.csv", Format::fraps, "FRAPS", "Time (ms)", TimingSide::display, differences},
    {"unity.csv", Format::unity_profile_analyzer, "Unity Profile Analyzer", "Frame Time (ms)", TimingSide::cpu, exact},
    {"unity_semicolon.csv", Format::unity_profile_analyzer, "Unity Profile Analyzer", "Frame Time (ms)",
     TimingSide::cpu, exact},
    {"unreal.csv", Format::unreal_csv, "Unreal Engine CSV profiler", "FrameTime", TimingSide::cpu, exact},
    {"unreal_header_at_top.csv", Format::unreal_csv, "Unreal Engine CSV profiler", "FrameTime", TimingSide::cpu, exact},
    {"gfxinfo.txt", Format::gfxinfo, "Android's dumpsys gfxinfo", "FrameCompleted", TimingSide::display, exact},
    {"tracy.csv", Format::tracy, "Tracy's csvexport", "ns_since_start", TimingSide::cpu, exact},
    {"trace.json", Format::trace, "a trace", "starts of Frame", TimingSide::cpu, exact},
    {"trace_array.json", Format::trace, "a trace", "starts of Frame", TimingSide::cpu, exact},
    {"json_lines.json", Format::json_lines, "JSON lines", "dt_ns", TimingSide::cpu, exact},
    {"godot.csv", Format::godot, "Godot's profiler", "category_frame_time", TimingSide::cpu, to_microsecond},
    {"godot_profiler.csv", Format::godot, "Godot's profiler", "category_frame_time", TimingSide::cpu, to_microsecond},
    {"slow.csv", Format::slowed_game, "timestep_lab slow", "frame_ns", TimingSide::cpu, exact},
    {"instruments.xml", Format::instruments, "Apple Instruments", "ca-client-present-request", TimingSide::display,
     exact},
    {"frame_ns.csv", Format::frame_ns, "timestep_demo", "frame_ns", TimingSide::cpu, exact},
};

struct Refused
{
    const char* file;
    std::size_t line;
    const char* what;
    const char* remedy;
};

const Refused refusals[]{
    {"mangohud_sampled.csv", 3,
     "sampled, not per frame: one row every 100 ms, and the frame times cover 4 % of the time",
     "MangoHud: set log_interval=0 and record again"},
    {"mangohud_summary.csv", 1, "a summary of recordings, not one row a frame", "use the recording itself"},
    {"frameview_summary.csv", 1, "a summary of recordings, not one row a frame", "use the recording itself"},
    {"presentmon_polled.csv", 1, "statistics that were polled from the PresentMon service, not one row a frame",
     "record with PresentMon's console tool or its capture application"},
    {"afterburner.hml", 1, "an Afterburner hardware log: one row a second, not one a frame",
     "record with PresentMon, CapFrameX or FrameView"},
};

} // namespace

TEST_CASE("every format and version gives the frame times of its fixture and is replayable")
{
    for (const Expected& e : readable)
    {
        CAPTURE(e.file);
        const Recording read             = accepted(recordings::read_file(fixture(e.file)));
        const recordings::Stream& stream = default_stream(read);

        CHECK(read.format == &e.format);
        CHECK(read.tool == e.tool);
        CHECK(read.frame_time_column == e.column);
        CHECK(read.side == e.side);
        CHECK(frames_of(read) == e.frames);
        CHECK(stream.missing == 0);
        CHECK(stream.invalid == 0);
        CHECK(stream.dropped.has_value() == (e.dropped >= 0));
        CHECK(stream.dropped.value_or(0) == static_cast<std::size_t>(std::max(e.dropped, 0)));
        CHECK_FALSE(why_not_replayable(read, read.default_stream).has_value());
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
        const Recording read             = accepted(recordings::read_file(fixture(file)));
        const recordings::Stream& stream = default_stream(read);
        REQUIRE(stream.span.has_value());
        CHECK(*stream.span == stream.within_span);
        CHECK(stream.span->count() > 70'000'000);
    }
}

TEST_CASE("a file without frame times is refused with the line, the reason and the remedy")
{
    for (const Refused& e : refusals)
    {
        const recordings::Refusal refusal = refused(recordings::read_file(fixture(e.file)));
        CHECK(refusal.file == fixture(e.file).string());
        CHECK(refusal.line == e.line);
        CHECK(refusal.what == e.what);
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
