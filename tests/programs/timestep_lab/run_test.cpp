#include "lab/metrics/metric_table.hpp"
#include "lab_program.hpp"

namespace
{

Json lanes_of(const std::string& arguments) { return Json::parse(printed("run --json " + arguments).out).at("lanes"); }

Json lane_of(const std::string& arguments)
{
    const Json lanes = lanes_of(arguments);
    REQUIRE(lanes.size() == 1);
    return lanes[0];
}

double number(const Json& lane, const char* key) { return lane.at(key).get<double>(); }

std::string csv_of(const std::string& arguments) { return printed("run --csv - " + arguments).out; }

} // namespace

TEST_CASE("a wrong value is answered with the values, and a lane's settings behind --loop with --lane")
{
    check_refused("run --seconds 1 --scene camera --set scene.camera=drawn", "(values: newest, ");
    check_refused("run --seconds 1 --loop interpolated,hz=50", "use --lane interpolated,hz=50");
    check_refused("run --seconds 1 --lag gc:1ns:1ns:0", "at most one every 100us");
    CHECK(run_lab("run --frames 100 --lag gc:1ms:1s").code == 0);
}

TEST_CASE("run's JSON has every key of the scoreboard in each lane")
{
    const Json lanes = lanes_of("--lane accumulator --lane interpolated --seconds 2");
    REQUIRE(lanes.size() == 2);
    for (const Json& lane : lanes)
    {
        for (const lab::Metric& metric : lab::all_metrics())
            CHECK_MESSAGE(lane.contains(std::string{metric.key}), metric.key);
        CHECK(lane["frames"] == 121);
        CHECK(lane["steps"] == 120);
        CHECK(lane["frames"].is_number_integer());
        CHECK(lane["blew_up"].is_boolean());
        CHECK(lane["state_hash"].get<std::string>().size() == 16);
    }
    CHECK(lanes[0]["state_hash"] == lanes[1]["state_hash"]);
    CHECK(lanes[1]["loop"] == "interpolated");
}

TEST_CASE("run prints each lane's verdict, and its JSON the verdict and the first failure of each kind")
{
    const std::string lanes_of_two = "--delay 40ms --seconds 3 --lane variable --lane fixed --lane interpolated";
    const Ran table = run_lab("run " + lanes_of_two);
    const auto line = table.out.find("\nverdict ");
    REQUIRE(line != std::string::npos);
    const std::string words = table.out.substr(line + 1, table.out.find('\n', line + 1) - line - 1);
    const Json lanes = lanes_of(lanes_of_two);
    CHECK(lanes[0]["verdict"].get<std::string>().starts_with("THROUGH THE WALL x"));
    CHECK(lanes[1]["verdict"] == "SLOW 0.33x");
    CHECK(lanes[2]["verdict"] == "OK, 20 of 60 pictures");
    std::size_t at = 0;
    for (const Json& lane : lanes)
    {
        at = words.find(lane["verdict"].get<std::string>(), at);
        CHECK_MESSAGE(at != std::string::npos, words);
    }

    const Columns rows = columns_of(csv_of("--delay 40ms --seconds 3 --lane variable"));
    const auto& events = rows.at("events");
    const auto first = std::ranges::find_if(events, [](const auto& e) { return e.find("tunnelled") != e.npos; });
    REQUIRE(first != events.end());
    const std::string wall = rows.at("wall_s")[static_cast<std::size_t>(first - events.begin())];
    const Json& failure = lanes[0]["first_failures"]["tunnelled"];
    CHECK(number(failure, "wall_s") == doctest::Approx(std::stod(wall)));
    CHECK(number(failure, "step_ms") == doctest::Approx(50.0));
    CHECK(lanes[0]["events"]["tunnelled"] > 1);
    CHECK(lanes[1]["first_failures"].empty());
}

TEST_CASE("a lane takes the common options and its own changes")
{
    const Json lanes = lanes_of("--hz 50 --render-cost 1ms --vsync off --seconds 1 --lane accumulator "
                                "--lane interpolated,hz=100,name=fast --lane 'loop=interpolated render-cost=20ms' "
                                "--lane accumulator,machine=old-pc-25,overload=cap-steps,overload.max_steps=1");
    REQUIRE(lanes.size() == 4);
    CHECK(lanes[0]["name"] == "accumulator");
    CHECK(number(lanes[0], "hz") == 50.0);
    CHECK(number(lanes[0], "frame_mean_ms") == doctest::Approx(1.0));
    CHECK(lanes[1]["name"] == "fast");
    CHECK(number(lanes[1], "hz") == 100.0);
    CHECK(lanes[2]["name"] == "interpolated");
    CHECK(number(lanes[2], "frame_mean_ms") == doctest::Approx(20.0));
    CHECK(lanes[3]["name"] == "accumulator-2");
    CHECK(number(lanes[3], "frame_mean_ms") == doctest::Approx(1.0)); // an option overrides the machine preset
    CHECK(number(lane_of("--machine old-pc-25 --frames 100"), "frame_mean_ms") == doctest::Approx(40.0));
}

TEST_CASE("the machine's lag, noise and costs are options, and equal seeds give equal runs")
{
    CHECK(number(lane_of("--vsync off --render-cost 0 --lag 25ms --frames 100"), "frame_mean_ms") == 25.0);
    CHECK(number(lane_of("--vsync off --render-cost 1ms --lag spike:50:250ms --frames 100"), "frame_max_ms") == 251.0);
    CHECK(number(lane_of("--vsync off --lag 25ms+every:10:100ms --frames 100"), "frame_max_ms") == 127.0);
    const std::string noisy = "--lag random:9ms --timer-noise 1ms --timer-resolution 500us --vsync off --seconds 5 ";
    CHECK((csv_of(noisy + "--seed 4") == csv_of(noisy + "--seed 4")));
    CHECK((csv_of(noisy + "--seed 4") != csv_of(noisy + "--seed 5")));
    const Columns rows = columns_of(csv_of("--vsync off --render-cost 3700us --timer-resolution 1ms --frames 50"));
    for (const std::string& frame : rows.at("frame_ns")) CHECK(std::stoll(frame) % 1'000'000 == 0);
}

TEST_CASE_FIXTURE(WithScratch, "a recording is replayed once, frame by frame")
{
    const std::string file = scratch.file("a.csv", "frame_ns\n10000000\n30000000\n20000000\n");
    const auto frames = columns_of(csv_of("--recording " + file)).at("frame_ns");
    CHECK(frames == std::vector<std::string>{"10000000", "30000000", "20000000"});
    CHECK(lane_of("--recording " + file + " --recording-end loop --frames 9")["frames"] == 9);
    CHECK(number(lane_of("--lag recording:" + file + " --vsync off --render-cost 0 --frames 4"), "frame_max_ms") ==
          30.0);
}

TEST_CASE_FIXTURE(WithScratch, "a recording that ended does not make every loop reproducible")
{
    const std::string file = scratch.file("a.csv", "frame_ns\n" + repeated("31000000\n12000000\n12000000\n", 20));
    const Json lanes = lanes_of("--recording " + file + " --lane variable --lane interpolated");
    CHECK(lanes[0]["reproducible"] == false);
    CHECK(lanes[1]["reproducible"] == true);
}

TEST_CASE_FIXTURE(WithScratch, "several lanes write one CSV file each")
{
    const std::string file = scratch.path("t.csv").string();
    REQUIRE(run_lab("run --lane fixed --lane godot --frames 5 --csv " + file).code == 0);
    CHECK(lines_of(text_of(scratch.path("t.fixed.csv"))).size() == 6);
    CHECK(columns_of(text_of(scratch.path("t.godot.csv"))).at("frame").back() == "4");
    check_refused("run --lane fixed --lane godot --csv -", "one file each");
    std::filesystem::create_directory(scratch.path("a.folder"));
    REQUIRE(run_lab("run --lane fixed --lane godot --frames 5 --csv " + scratch.path("a.folder/t").string()).code == 0);
    CHECK(std::filesystem::exists(scratch.path("a.folder/t.godot")));
}

TEST_CASE("invalid input is refused in one line with the nearest valid choice")
{
    check_refused("run --loop interpolatd", "did you mean 'interpolated'?");
    check_refused("run --lane accumulator,hzz=50", "did you mean 'hz'?");
    check_refused("run --machine steam-dek", "did you mean 'steam-deck-90'?");
    check_refused("run --scene uniform", "did you mean 'uniform-motion'?");
    check_refused("run --hz 0", "step rate must be from 5 to 1000 Hz");
    check_refused("run --vsync maybe", "unknown VSYNC 'maybe'");
    check_refused("run --lag often", "lag: unknown lag 'often'");
    check_refused("run --seconds -1", "--seconds takes a time");
    check_refused("run --frames 1.5", "--frames takes a whole number");
    check_refused("run --secnds 1", "did you mean '--seconds'?");
    check_refused("run --set scene.stifness=3", "did you mean 'scene.stiffness'?");
    check_refused("run --scene uniform-motion --integrator exact", "no closed form");
    check_refused("run --loop variable --presentation interpolate", "presentation");
    check_refused("run --vsync off --render-cost 0 --seconds 1", "the virtual clock does not advance");
    check_refused("run --csv /no-such-folder/a.csv --frames 1", "/no-such-folder/a.csv");
    check_refused("run --lane ''", "--lane");
    check_refused("run --figure 40ms", "PATH=VALUE,VALUE");
    check_refused("run --figure machine.delay_ms=", "PATH=VALUE,VALUE");
    check_refused("run --figure machine.dely_ms=40ms", "did you mean 'machine.delay_ms'?");
    check_refused("run --figure machine.delay_ms=0ms --starts 3", "leave --time-balance, --starts and --csv out");
    check_refused("run --lane fixed --assert 'fixd.speed == 1'", "unknown lane 'fixd'; did you mean 'fixed'?");
    check_refused("run --lane fixed --assert fixed.speed", "needs one of ==");
    check_refused("run --lane fixed --assert 'fixed.speed == 1' --starts 3",
                  "--assert compares the metrics of one run");
    check_refused("run --lane fixed --assert 'fixed.speed == 1' --csv -", "--csv needs the name of a file");
}

TEST_CASE_FIXTURE(WithScratch, "an invalid --assert is found before the CSV file is written")
{
    const std::string csv = scratch.path("a.csv").string();
    check_refused("run --lane fixed --frames 5 --assert 'fixed.sped == 1' --csv " + csv, "did you mean 'speed'?");
    CHECK_FALSE(std::filesystem::exists(csv));
}

TEST_CASE("run --assert prints each comparison with its values, and one that is false makes exit code 1")
{
    const std::string lanes =
        "run --seconds 2 --lane accumulator --lane interpolated --lane fixed,display-hz=30,name=half ";
    const Ran good =
        run_lab(lanes + "--assert 'half.speed == 0.5 +- 1%' --assert 'max(accumulator.speed, half.speed) == 1 +- 1%'");
    CHECK(good.code == 0);
    CHECK(good.out.find("holds   half.speed == 0.5 +- 1% ") != std::string::npos);
    CHECK(good.out.find("  holds   max(accumulator.speed, half.speed) == 1 +- 1% ") != std::string::npos);

    const Ran bad =
        run_lab(lanes + "--assert 'half.speed > 0.9' --assert 'accumulator.state_hash == interpolated.state_hash' "
                        "--assert 'accumulator.state_hash == half.state_hash' --json");
    CHECK(bad.code == 1);
    const Json assertions = Json::parse(bad.out).at("assertions");
    REQUIRE(assertions.size() == 3);
    CHECK(assertions[0]["assertion"] == "half.speed > 0.9");
    CHECK(assertions[0]["holds"] == false);
    CHECK(number(assertions[0], "left") == doctest::Approx(0.5).epsilon(0.01));
    CHECK(assertions[0]["right"] == 0.9);
    CHECK(assertions[1]["holds"] == true);
    CHECK(assertions[2]["holds"] == false);
}

#ifdef TIMESTEP_DEMO
TEST_CASE_FIXTURE(WithScratch, "the demo on its virtual clock and run write the same telemetry, byte for byte" *
                                   doctest::skip(is_sanitized))
{
    const std::string window = scratch.path("window.csv").string();
    const std::string lab = scratch.path("lab.csv").string();
    const std::string file = scratch.file("a.csv", "frame_ns\n10000000\n30000000\n20000000\n90000000\n");
    for (const std::string& set_up :
         {std::string{"--loop accumulator --hz 50"},
          std::string{"--loop semi-fixed --vsync off --jitter 9ms --seed 3 --step-cost 1ms"},
          std::string{"--loop canonical-snooze --vsync off"},
          std::string{"--loop fna --vsync off --sleep-late 1ms --limit 70"},
          std::string{"--loop godot --vsync vrr --display-hz 144 --timer-noise 1ms"},
          std::string{"--scene bouncing-ball --buffers triple --spike 60:250ms"},
          "--loop bullet --recording-end stop --recording " + file})
    {
        CAPTURE(set_up);
        const std::string demo =
            "ASAN_OPTIONS=detect_leaks=0 '" TIMESTEP_DEMO "' --headless --virtual-clock --frames 150 ";
        REQUIRE(std::system((demo + "--telemetry " + window + " " + set_up + " >/dev/null").c_str()) == 0);
        REQUIRE(run_lab("run --frames 150 --csv " + lab + " " + set_up).code == 0);
        CHECK((text_of(window) == text_of(lab))); // compared as a bool, so that a failure does not print both files
        CHECK(lines_of(text_of(lab)).size() == (set_up.ends_with(file) ? 5 : 151));
    }
}
#endif

TEST_CASE("a time balance equals the sums of the run's rows, prints its speed, and is refused with --csv")
{
    const std::string lane_words = "--frames 1e3 --jitter 9ms --lane interpolated";
    const Json lane = lane_of("--time-balance " + lane_words);
    CHECK(lane.at("frames") == 1000);
    CHECK(lane.at("missing_ns") == 0);
    const Columns rows = columns_of(csv_of(lane_words));
    for (const auto& [sum, column] :
         {std::pair{"in_ns", "frame_ns"}, {"stepped_ns", "stepped_ns"}, {"dropped_ns", "dropped_ns"}})
    {
        std::int64_t total = 0;
        for (const std::string& time : rows.at(column)) total += std::stoll(time);
        CHECK(lane.at(sum) == total);
    }
    CHECK(lane.at("carried_ns") == std::stoll(rows.at("carried_ns").back()));

    const Ran table = printed("run --time-balance --frames 1e4 --lane fixed --lane doom");
    CHECK(table.err.starts_with("timestep_lab: 20000 frames in "));
    CHECK(std::ranges::count(table.err, '\n') == 1);
    CHECK(std::ranges::count(table.out, '\n') == 3);
    check_refused("run --time-balance --csv - --lane fixed", "--time-balance");
    check_refused("run --account --lane fixed", "did you mean '--time-balance'?");
}

TEST_CASE("run --starts shows by how much a loop without blending depends on its start, and that one with it does not")
{
    const std::string run =
        "run --scene uniform-motion --timer-noise 1ms --seconds 60 --lane accumulator --lane interpolated";
    const Json found = json_of(run + " --starts 64 --json");
    CHECK(found["starts"] == 64);
    std::vector<double> jumps;
    for (const Json& start : found["lanes"][0]["starts"]) jumps.push_back(number(start, "jumps_per_minute"));
    REQUIRE(jumps.size() == 64);
    std::ranges::sort(jumps);
    CHECK(jumps.back() >= 20 * std::max(jumps.front(), 1.0));
    const Json& distribution = found["lanes"][0]["metrics"]["jumps_per_minute"];
    CHECK(distribution["worst"] == jumps.back());
    CHECK(distribution["best"] == jumps.front());
    CHECK(distribution["median"].get<double>() == doctest::Approx((jumps[31] + jumps[32]) / 2));
    CHECK(distribution["worst_twentieth"] == distribution["percentile_95"]);
    CHECK(found["lanes"][1]["metrics"]["jumps_per_minute"]["worst"] == 0.0);

    // The table ranks the loop that does not depend on its start before the other.
    const std::string table = printed(run + " --starts 64").out;
    const auto at = table.find("jumps, /min");
    REQUIRE(at != table.npos);
    CHECK(table.find("interpolated", at) < table.find("accumulator", at));
    CHECK(table.substr(table.find("interpolated", at), 60).find("at every start") != std::string::npos);
}

TEST_CASE("a start of run --starts is a seed and a phase of the first frame, and the first is the run without it")
{
    const std::string run = "run --scene uniform-motion --timer-noise 1ms --seconds 5 --lane accumulator";
    const Json starts = json_of(run + " --seed 7 --starts 4 --json")["lanes"][0]["starts"];
    for (std::size_t i = 0; i < starts.size(); ++i)
    {
        CHECK(starts[i]["seed"] == 7 + i);
        CHECK(number(starts[i], "phase") == 0.25 * static_cast<double>(i));
    }
    const Json alone = lane_of(run.substr(4) + " --seed 7");
    for (const char* key : {"jumps_per_minute", "picture_age_mean_ms", "frame_mean_ms"})
        CHECK(number(starts[0], key) == number(alone, key));
    // Without noise, only the phase differs: the loop carries it, and shows a state that is as much older.
    const Json even =
        json_of("run --scene uniform-motion --seconds 5 --lane accumulator --starts 4 --json")["lanes"][0];
    const double first_age = number(even["starts"][0], "picture_age_mean_ms");
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(number(even["starts"][i], "picture_age_mean_ms") - first_age ==
              doctest::Approx(static_cast<double>(i) * 0.25 * 1000 / 60).epsilon(0.02));

    const Columns rows = columns_of(printed(run + " --starts 4 --csv -").out);
    CHECK(rows.at("start") == std::vector<std::string>{"0", "1", "2", "3"});
    CHECK(run_lab(run + " --starts 0").code == 2);
    CHECK(printed("run --seconds 2 --starts 4").out.find("No metric depends on the start") != std::string::npos);
    CHECK(run_lab(run + " --starts 10001").err.find("at most 10000") != std::string::npos);
    CHECK(run_lab(run + " --starts 4 --time-balance").code == 2);
}

TEST_CASE("run --figure has the displayed frames, the verdicts and the set-up of each lane at each value")
{
    const Json figure = Json::parse(printed("run --lane fixed --lane accumulator,hz=50 --seconds 3 --figure "
                                            "machine.delay_ms=0ms,40ms")
                                        .out);
    CHECK(figure["path"] == "machine.delay_ms");
    CHECK(figure["label"] == "frame delay");
    REQUIRE(figure["runs"].size() == 2);
    CHECK(figure["runs"][1]["value"] == "40ms");
    for (const Json& run : figure["runs"])
        for (std::size_t lane_index = 0; lane_index < 2; ++lane_index)
        {
            const Json& shown = run["lanes"][lane_index];
            const std::string lane =
                fmt::format("--lane {} --delay {} --seconds ", lane_index == 0 ? "fixed" : "accumulator,hz=50",
                            run["value"].get<std::string>());
            const Columns rows = columns_of(csv_of(lane + "3"));
            REQUIRE(shown["frames"].size() == rows.at("screen_s").size());
            for (std::size_t i = 0; i < shown["frames"].size(); ++i)
            {
                CHECK(shown["frames"][i][0] == std::llround(1e3 * std::stod(rows.at("screen_s")[i])));
                CHECK(shown["frames"][i][1] == std::llround(1e3 * std::stod(rows.at("picture_x_m")[i])));
                CHECK(shown["frames"][i][3] == std::llround(1e3 * std::stod(rows.at("ring_x_m")[i])));
            }
            const Json end = lane_of(lane + "3");
            CHECK(shown["verdicts"].back()[1] == end["verdict"]);
            CHECK(shown["verdicts"].back()[3] == end["explanation"]);
            // Each verdict is that of a run that ends with its frame.
            for (const Json& verdict : shown["verdicts"])
            {
                const auto frame = std::ranges::find(shown["frames"], verdict[0], [](const Json& f) { return f[0]; });
                REQUIRE(frame != shown["frames"].end());
                const auto count = frame - shown["frames"].begin() + 1;
                const Json then = lanes_of(lane + fmt::format("3 --frames {}", count))[0];
                CHECK(verdict[1] == then["verdict"]);
                CHECK(verdict[3] == then["explanation"]);
            }
        }
    const Json& slow = figure["runs"][1]["lanes"][0];
    CHECK(slow["verdicts"].front()[1] == "SETTLING");
    CHECK(slow["verdicts"].back()[2] == "warning");
    CHECK(slow["set_up"] == "timestep-lab%20set-up%201%20loop.preset=fixed%20machine.delay_ms=40ms");
}

TEST_CASE("run --figure has both coordinates of a body, and null where it is gone")
{
    const auto frames_of = [](const std::string& arguments)
    { return Json::parse(printed("run --figure " + arguments).out)["runs"][0]["lanes"][0]["frames"]; };
    const Json jump = frames_of("machine.refresh_hz=60 --lane interpolated,scene=player --seconds 2");
    CHECK(std::ranges::any_of(jump, [](const Json& frame) { return frame[2] > 1000 && frame[4] > 1000; }));
    const Json gone = frames_of("machine.delay_ms=100ms --lane variable --seconds 6");
    CHECK(gone.back()[1].is_null());
    CHECK(gone.back()[3].is_number());
}
