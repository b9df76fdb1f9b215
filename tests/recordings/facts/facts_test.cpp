// Facts of a stream, also compared with the same facts computed from a sorted copy of the frames.
#include "../made_recordings.hpp"
#include "recordings/facts/frame_time_patterns.hpp"
#include "recordings/facts/inspection.hpp"
#include "recordings/facts/statistics.hpp"
#include "telemetry/quantile.hpp"

namespace
{

// `count` frame times of 16 to 19 ms, one in 200 longer by up to 400 ms.
std::vector<Nanos> noisy(std::size_t count, unsigned seed)
{
    std::mt19937 random{seed};
    std::vector<Nanos> frames;
    for (std::size_t i = 0; i < count; ++i)
    {
        frames.emplace_back(16'000'000 + random() % 3'000'000);
        if (random() % 200 == 0) frames.back() += Nanos{random() % 400'000'000};
    }
    return frames;
}

struct Sorted
{
    explicit Sorted(std::vector<Nanos> frames)
        : shortest_first(std::move(frames))
    {
        std::ranges::sort(shortest_first);
        for (const Nanos f : shortest_first) ms.push_back(timestep::to_millis(f));
    }
    Nanos at_share(double share) const
    {
        return shortest_first[static_cast<std::size_t>(share * static_cast<double>(shortest_first.size() - 1))];
    }
    // The longest 1 % and three frames more.
    telemetry::LongestFrameTimes longest(Nanos length) const
    {
        telemetry::LongestFrameTimes all{
            .times_ms = {ms.rbegin(), ms.rend()}, .frame_count = ms.size(), .sum_ms = timestep::to_millis(length)};
        const std::size_t enough = static_cast<std::size_t>(0.01 * static_cast<double>(ms.size())) + 3;
        if (enough >= ms.size()) return all;
        all.omitted_tie_count = static_cast<std::size_t>(std::count(
            all.times_ms.begin() + static_cast<std::ptrdiff_t>(enough), all.times_ms.end(), all.times_ms[enough - 1]));
        all.times_ms.resize(enough);
        return all;
    }

    std::vector<Nanos> shortest_first;
    std::vector<double> ms{};
};

// The percentage of the time in frames over 2.5 times the mean of the last `window` frames.
double stutter(const std::vector<Nanos>& frames, std::size_t window, Nanos length)
{
    std::vector<Nanos> limited;
    Nanos stuttered{};
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        limited.push_back(i > 0 && frames[i] > 3 * frames[i - 1] ? frames[i - 1] : frames[i]);
        const std::size_t count = std::min(window, limited.size());
        const Nanos sum = std::accumulate(limited.end() - static_cast<std::ptrdiff_t>(count), limited.end(), Nanos{});
        if (timestep::to_millis(frames[i]) > 2.5 * timestep::to_millis(sum) / static_cast<double>(count))
            stuttered += frames[i];
    }
    return 100.0 * timestep::to_millis(stuttered) / timestep::to_millis(length);
}

std::vector<Hitch> hitches_over(Nanos limit, const std::vector<Nanos>& frames)
{
    std::vector<Hitch> hitches;
    Nanos at{};
    for (std::size_t i = 0; i < frames.size(); at += frames[i++])
        if (frames[i] > limit) hitches.push_back({i, at, frames[i]});
    std::ranges::stable_sort(hitches, std::greater{}, &Hitch::frame_time);
    return hitches;
}

void check_facts(const std::vector<Nanos>& frames)
{
    CAPTURE(frames.size());
    const StreamFacts facts = frame_time_facts_of(recording_of(frames), 0);
    const Sorted sorted{frames};
    const Nanos length = std::accumulate(frames.begin(), frames.end(), Nanos{});

    CHECK(facts.duration == length);
    CHECK(facts.times.p50_ms == telemetry::quantile_of_sorted(sorted.ms, 0.50));
    CHECK(facts.times.p99_ms == telemetry::quantile_of_sorted(sorted.ms, 0.99));
    CHECK(facts.times.max_ms == sorted.ms.back());
    const auto longest = std::ranges::max_element(frames);
    CHECK(facts.longest_frame_index == static_cast<std::size_t>(longest - frames.begin()));
    CHECK(facts.longest_frame_start == std::accumulate(frames.begin(), longest, Nanos{}));
    for (const telemetry::LowFpsDefinitionInfo& row : telemetry::all_low_fps_definitions)
    {
        CAPTURE(row.name);
        const auto i = static_cast<std::size_t>(row.id);
        CHECK(facts.low_1_percent_fps[i] == telemetry::low_fps_of_longest(sorted.longest(length), row.id, 0.01));
        CHECK(facts.low_0_1_percent_fps[i] == telemetry::low_fps_of_longest(sorted.longest(length), row.id, 0.001));
    }
    if (length > 0ns) CHECK(facts.stutter_percent == stutter(frames, facts.stutter_window_size, length));

    const Nanos median = sorted.shortest_first[frames.size() / 2];
    CHECK(facts.hitch_limit == std::max(median + median / 2 * 3, median + 25ms));
    CHECK(facts.hitches == hitches_over(facts.hitch_limit, frames));
    if (facts.frame_cap.highest_cap_fps > 0.0 && facts.frame_cap.existing_cap_fps == 0.0)
        CHECK(facts.frame_cap.highest_cap_fps * timestep::to_seconds(sorted.at_share(0.99)) <= 1.02);
    CHECK(std::accumulate(facts.histogram.counts.begin(), facts.histogram.counts.end(), std::int64_t{0}) ==
          std::ssize(frames));
    CHECK(facts.histogram.bin_width * (std::ssize(facts.histogram.counts) - 1) > sorted.at_share(0.995));
}

// Frames of a frame limiter, some of them 40 ms longer.
std::vector<Nanos> kept_at(double hz, double noise_ms, std::size_t hitches = 0)
{
    std::vector<Nanos> frames = limited_frames(hz, noise_ms, 3);
    for (std::size_t i = 0; i < hitches; ++i) frames[100 + i * 1500 / hitches] += 40ms;
    return frames;
}

std::vector<Nanos> between(Nanos low, Nanos high)
{
    std::vector<Nanos> frames;
    for (std::size_t i = 0; i < 1000; ++i) frames.push_back(low + (high - low) * (i * 7919 % 1000) / 1000);
    return frames;
}

DisplayRate display(double hz) { return {.hz = hz, .rate_source = DisplayRate::RateSource::user}; }

} // namespace

TEST_CASE("the facts of frames of any length are those of a sorted copy, to the last bit")
{
    for (const std::size_t count : {1U, 2U, 3U, 10U, 299U, 3000U, 30'000U}) check_facts(noisy(count, 1));
    check_facts(std::vector<Nanos>(5000, 16'666'667ns));
    check_facts(std::vector<Nanos>(400, 9s));
    check_facts({16ms, 17ms});
    check_facts({0ns, 0ns, 1ns});
    check_facts({0ns});
    std::vector<Nanos> frames = noisy(3000, 4);
    for (std::size_t i = 0; i < 40; ++i) frames[i * 70] = Nanos{5'000'000'000 + static_cast<std::int64_t>(i) * 7};
    check_facts(frames);
    frames[1500] = 26'280h; // three years, more nanoseconds than a double counts exactly
    frames[1501] = 26'280h + 1ns;
    check_facts(frames);
    std::vector<Nanos> hitches(3001, 10ms); // all but the median
    for (std::size_t i = 0; i < 1500; ++i) hitches[2 * i] = 100ms + i % 7 * 1ms;
    check_facts(hitches);
}

TEST_CASE("a histogram has round bin widths, counts every frame, and has longer frames in its last bin")
{
    std::vector<Nanos> frames(1000, 12'500us);
    frames[3] = 16ms;
    frames[7] = 3s;
    const Histogram h = histogram_with_overflow_bin(frames);
    CHECK(h.bin_width == 1ms);
    REQUIRE(h.counts.size() == 14);
    CHECK(h.counts[12] == 998);
    CHECK(h.counts[13] == 2);
    CHECK(std::accumulate(h.counts.begin(), h.counts.end(), std::int64_t{0}) == 1000);

    const Histogram slow = histogram_with_overflow_bin(std::vector<Nanos>(50, 180ms));
    CHECK(slow.bin_width == 20ms);
    CHECK(slow.counts[9] == 50);
    CHECK(histogram_with_overflow_bin(std::vector<Nanos>(5, 0ns)).counts.front() == 5);
    CHECK(histogram_with_overflow_bin({}).counts.empty());
}

TEST_CASE("the JSON of a real recording has the figures that other tools compute")
{
    const auto file = shared_data("captures/presentmon1_farcrynewdawn_composed.csv");
    SKIP_WITHOUT(file);
    const Json json = frame_time_facts_json(accepted(read_file(file)));
    const Json& stream = json.at("streams").at(0);
    CHECK(stream.at("frames") == 1171);
    CHECK(stream.at("replayable") == true);
    CHECK(stream.at("why_not").is_null());
    CHECK(stream.at("stutter_window") == 36);
    using Row = std::pair<const char*, double>;
    for (const auto& [place, expected] :
         {Row{"/mean_ms", 13.028}, Row{"/p50_ms", 12.545}, Row{"/p99_ms", 16.8241}, Row{"/max_ms", 80.095},
          Row{"/average_fps", 76.757}, Row{"/change_mean_ms", 0.8228}, Row{"/change_rms_ms", 3.6080},
          Row{"/low_1_percent_fps/percentile-r7", 59.439}, Row{"/low_1_percent_fps/percentile-r8", 59.422},
          Row{"/low_1_percent_fps/low-average", 29.488}, Row{"/low_1_percent_fps/low-integral", 12.542},
          Row{"/low_1_percent_fps/mangohud", 59.228}})
        CHECK_MESSAGE(stream.at(Json::json_pointer{place}).get<double>() == doctest::Approx(expected).epsilon(1e-4),
                      place);
    CHECK(stream.at("stutter_percent").get<double>() == doctest::Approx(1.509).epsilon(4e-4));
}

TEST_CASE("JSON lists every stream of a file, numbered from 1, and why a stream is not replayable")
{
    const Json json = frame_time_facts_json(read_fixture("presentmon_1.5.csv"));
    CHECK(json.at("streams").size() > 1);
    CHECK(json.at("streams").at(0).at("number") == 1);
    CHECK(json.at("default_stream") >= 1);

    recordings::Recording broken = recording_of({5ms, 6ms});
    broken.streams[0].invalid_count = 1;
    broken.streams[0].first_invalid_text = "-5";
    const Json stream = frame_time_facts_json(broken).at("streams").at(0);
    CHECK(stream.at("replayable") == false);
    CHECK(stream.at("why_not") == "frame time \"-5\" is impossible (rows with such a time: 1)");
    CHECK(stream.at("remedy").is_string());

    const Json empty = frame_time_facts_json(recording_of({})).at("streams").at(0);
    CHECK(empty.at("frames") == 0);
    CHECK_FALSE(empty.contains("mean_ms"));
}

TEST_CASE("a recording that keeps a cap already has it, in spite of its noise")
{
    for (const double noise_ms : {0.02, 0.1, 0.3})
        for (const double hz : {30.0, 60.0})
        {
            CAPTURE(noise_ms);
            const FrameCapAnalysis cap = frame_cap_analysis(kept_at(hz, noise_ms), {});
            CHECK(cap.existing_cap_fps == hz);
            CHECK(cap.highest_cap_fps == hz);
            CHECK(cap.frames_within_cap_percent > 99.0);
        }
    CHECK(sentence_of(frame_cap_analysis(kept_at(30.0, 0.3), display(60))) ==
          "On a display of 60 Hz: the recording is already capped at 30 fps.");
    const FrameCapAnalysis hitched = frame_cap_analysis(kept_at(60.0, 0.1, 60), {});
    CHECK(hitched.existing_cap_fps == 60.0);
    CHECK(hitched.frames_within_cap_percent == doctest::Approx(100.0 * 1740 / 1800).epsilon(0.005));
    CHECK(hitched.highest_cap_fps < 20.0);
    CHECK(sentence_of(hitched)->find("already capped at 60 fps, and 96.") != std::string::npos);
}

TEST_CASE("a cap is the display's rate divided by a whole number, at which 99 % of the frames are in time")
{
    const std::vector<Nanos> frames = between(11ms, 16ms);
    CHECK(frame_cap_analysis(frames, display(60)).highest_cap_fps == 60.0);
    CHECK(frame_cap_analysis(frames, display(144)).highest_cap_fps == 48.0);
    CHECK(frame_cap_analysis(frames, display(120)).highest_cap_fps == 60.0);
    CHECK(frame_cap_analysis(frames, display(50)).highest_cap_fps == 50.0);
    CHECK(frame_cap_analysis(between(17ms, 24ms), display(60)).highest_cap_fps ==
          30.0); // not 40 or 25, which a display of 60 Hz cannot show
    CHECK(frame_cap_analysis(between(17ms, 24ms), display(75)).highest_cap_fps == 37.5);
    CHECK(frame_cap_analysis(between(60ms, 300ms), display(60)).highest_cap_fps == 0.0);
    CHECK_FALSE(sentence_of(frame_cap_analysis(between(60ms, 300ms), display(60))));
    CHECK(frame_cap_analysis(std::vector<Nanos>{}, {}).highest_cap_fps == 0.0);
    CHECK(sentence_of(frame_cap_analysis(frames, {})) ==
          "On a display of 60 Hz, which is assumed (set --refresh-hz): a frame cap of 60 "
          "fps would have held in 99 % of the frames.");
}

TEST_CASE("a display with a variable refresh rate can show any cap")
{
    const DisplayRate vrr{.is_vrr = true};
    CHECK(frame_cap_analysis(between(17ms, 24ms), vrr).highest_cap_fps == 42.0); // 2 % more than 23.9 ms
    CHECK(sentence_of(frame_cap_analysis(between(17ms, 24ms), vrr)) ==
          "A frame cap of 42 fps would have held in 99 % of the frames.");
    CHECK(sentence_of(frame_cap_analysis(kept_at(90.0, 0.05), vrr)) == "The recording is already capped at 90 fps.");
}

TEST_CASE("autocovariances are sums in the order of the values, to the last bit, at any number of values and lags")
{
    std::mt19937 random{5};
    std::vector<double> values;
    for (const std::size_t count : {1U, 2U, 7U, 9U, 4095U, 4096U, 4097U, 9000U})
    {
        while (values.size() < count) values.push_back(16.0 + static_cast<double>(random() % 1'000'000) / 7e5);
        for (const std::size_t max_lag : {0U, 1U, 7U, 8U, 20U})
        {
            if (max_lag >= count) continue;
            const std::vector<double> covariances = autocovariances(values, max_lag);
            REQUIRE(covariances.size() == max_lag + 1);
            const double mean = mean_of(values);
            for (std::size_t lag = 0; lag <= max_lag; ++lag)
            {
                double sum = 0.0;
                for (std::size_t i = lag; i < count; ++i) sum += (values[i] - mean) * (values[i - lag] - mean);
                CHECK(covariances[lag] == sum / static_cast<double>(count));
            }
        }
    }
}

TEST_CASE("a refresh rate fits if 95 % of the intervals are whole numbers of its periods")
{
    for (const std::size_t count : {100U, 101U, 119U, 120U, 1000U})
        for (std::size_t others = 0; others <= count / 10; ++others)
        {
            std::vector<Nanos> intervals(count, 6'944'444ns); // 144 Hz
            std::fill_n(intervals.begin(), others, 10ms);
            const bool fits = static_cast<double>(count - others) >= 0.95 * static_cast<double>(count);
            CHECK((estimated_display(intervals).hz == 144.0) == fits);
        }
}

TEST_CASE("the display's rate is guessed from the times of the pictures on the screen")
{
    const auto times = [](double hz, std::initializer_list<int> refreshes)
    {
        std::vector<Nanos> all;
        for (int i = 0; i < 100; ++i)
            for (const int n : refreshes) all.emplace_back(static_cast<std::int64_t>(1e9 * n / hz + i * 1000));
        return all;
    };
    CHECK(estimated_display(times(60, {1, 1, 2})).hz == 60.0);
    CHECK(estimated_display(times(60, {1, 1, 2})).rate_source == DisplayRate::RateSource::display_times);
    CHECK(estimated_display(times(144, {1, 2, 3})).hz == 144.0);
    CHECK(estimated_display(times(165, {2, 3})).hz == 165.0);
    CHECK(estimated_display(between(5ms, 30ms)).rate_source == DisplayRate::RateSource::unknown);
    CHECK(estimated_display(std::vector<Nanos>(5, 16'666us)).rate_source == DisplayRate::RateSource::unknown);
    CHECK(estimated_display(times(144, {1, 2})).rate_source == DisplayRate::RateSource::display_times);
    CHECK(estimated_display({}).hz == 60.0);
}

TEST_CASE("frames that alternate between long and very short are those of a driver that inserts frames")
{
    const std::vector<Nanos> frames = alternating(25ms, 400us);
    const auto found = detect_frame_generation(frames);
    REQUIRE(found);
    CHECK(found->lag_1_autocorrelation < -0.99);
    CHECK(found->short_frame_share > 0.49);
    CHECK(sentences_of(*found).starts_with(
        "Frame generation: every second frame is short, because a driver generated it. "
        "Frame times alternate between 25.1 and 0.45"));
    const std::vector<Nanos> joined = with_short_frames_merged(frames);
    CHECK(joined.size() == 1000);
    CHECK(std::accumulate(joined.begin(), joined.end(), 0ns) == std::accumulate(frames.begin(), frames.end(), 0ns));
    CHECK_FALSE(detect_frame_generation(joined));
}

TEST_CASE("frames of one and two refreshes are the game's own, unless half of them were never shown")
{
    CHECK_FALSE(detect_frame_generation(alternating(33ms, 16ms)));
    CHECK(detect_frame_generation(alternating(33ms, 16ms), 0.5));
    CHECK_FALSE(detect_frame_generation(std::vector<Nanos>(2000, 16ms)));
    CHECK_FALSE(detect_frame_generation(std::vector<Nanos>{}));
}

TEST_CASE("that every second frame is short is a fact, and its cause is named only with evidence")
{
    const auto found = detect_alternation(alternating(33ms, 16ms));
    REQUIRE(found);
    CHECK(found->lag_1_autocorrelation < -0.99);
    CHECK(found->relative_deviation == doctest::Approx(0.347).epsilon(0.02));
    const std::string text = sentences_of(*found);
    CHECK(text.starts_with("Every second frame is short: frame times alternate between 33"));
    for (const char* cause : {"a loop that catches up", "a frame limiter", "VSYNC", "frame generation by a driver"})
        CHECK(text.find(cause) > text.find("Possible causes: "));
    CHECK_FALSE(detect_alternation(alternating(18ms, 14ms))); // the spread is 12 %
    CHECK_FALSE(detect_alternation(std::vector<Nanos>(2000, 16ms)));
    CHECK_FALSE(detect_alternation(std::vector<Nanos>{}));
    std::vector<Nanos> with_hitch = alternating(33ms, 16ms);
    with_hitch[500] = 4s;
    CHECK(detect_alternation(with_hitch));

    // One refresh and two in turn: 40 fps on 60 Hz.
    const Recording recording = recording_of(alternating(33ms, 16ms));
    const Json json = frame_time_facts_json(recording).at("streams").at(0);
    CHECK(json.at("frame_generation").is_null());
    CHECK(json.at("alternation").at("text") == text);
}

TEST_CASE("frames near zero and frames in pairs are named with their share")
{
    std::vector<Nanos> near_zero, pairs, one_hitch_each;
    for (int i = 0; i < 1000; ++i)
    {
        near_zero.push_back(i * 7919 % 1000 < 500 ? 100us : 8300us);
        const int place = i % 31; // 4 of 31 frames are in pairs
        pairs.push_back(place == 5 || place == 20 ? 30ms : place == 6 || place == 21 ? 3ms : 16500us);
        one_hitch_each.push_back(place == 5 ? 60ms : 16500us);
    }
    const auto zeros = detect_alternation(near_zero).value();
    CHECK(zeros.kind == Alternation::Kind::near_zero);
    CHECK(sentences_of(zeros) ==
          "Half of the frames are near 0 (0.1 ms, the others 8.3 ms): two updates in a row, or a "
          "clock that is read wrongly.");
    const auto found = detect_alternation(pairs).value();
    CHECK(found.kind == Alternation::Kind::pairs);
    CHECK(found.share == doctest::Approx(4.0 / 31).epsilon(0.02));
    CHECK(sentences_of(found).starts_with(
        "13 % of the frames come in pairs, a short one beside a long one (3 and 30 ms), "
        "which last as long as two others"));
    CHECK_FALSE(detect_alternation(one_hitch_each));
}

TEST_CASE("with a compositor, the display is at least as fast as the displayed frames")
{
    Stream stream;
    for (int i = 0; i < 300; ++i) stream.timing.display_intervals.emplace_back(4'170'000 + i % 7 * 300'000);
    CHECK(display_of(stream).rate_source == DisplayRate::RateSource::unknown);
    stream.present_mode_count = stream.composed_count = 300;
    CHECK(display_of(stream).hz == 240.0);
    CHECK(display_of(stream).rate_source == DisplayRate::RateSource::at_least);
    const auto cap = frame_cap_analysis(stream.timing.display_intervals, display_of(stream));
    CHECK(
        sentence_of(cap).value().starts_with("On a display of 240 Hz or more, by the times of the displayed frames: "));
    CHECK(display_of(stream, true).rate_source == DisplayRate::RateSource::unknown);
    for (Nanos& interval : stream.timing.display_intervals) interval *= 4;
    CHECK(display_of(stream).rate_source == DisplayRate::RateSource::unknown); // 60 Hz can show them

    const std::string header =
        "Application,ProcessID,SwapChainAddress,PresentMode,MsBetweenPresents,MsBetweenDisplayChange\n";
    const auto read = accept(header + repeated("a,1,0,Composed: Flip,4.2,4.2\n", 30));
    CHECK(default_stream(read).is_composed());
    CHECK_FALSE(
        default_stream(accept(header + repeated("a,1,0,Hardware: Independent Flip,4.2,4.2\n", 30))).is_composed());
}

TEST_CASE("with many impossible rows, it is unknown whether the frames are even")
{
    Recording recording = recording_of(std::vector<Nanos>(150, 16ms));
    CHECK(frame_time_facts_of(recording, 0).evenness.has_value());
    recording.streams[0].invalid_count = 650;
    CHECK_FALSE(frame_time_facts_of(recording, 0).evenness.has_value());
}

TEST_CASE("a game's own frame times do not show that a driver generated frames; presents do")
{
    Recording recording = recording_of(alternating(100ms, 100us));
    CHECK_FALSE(frame_time_facts_of(recording, 0).frame_generation);
    CHECK(frame_time_facts_of(recording, 0).alternation);
    recording.frame_boundary = FrameBoundary::present;
    CHECK(frame_time_facts_of(recording, 0).frame_generation);
}

TEST_CASE("a share is written without an exponent")
{
    CHECK(percent_text(1.0) == "100 %");
    CHECK(percent_text(0.999) == "100 %");
    CHECK(percent_text(0.374) == "37 %");
    CHECK(percent_text(0.0312) == "3.1 %");
    CHECK(percent_text(0.00042) == "0.042 %");
}

TEST_CASE("a refresh rate in the recording is preferred to an estimate")
{
    Stream stream;
    stream.frame_times = std::vector<Nanos>(200, 8'333'333ns);
    stream.timing.display_intervals = std::vector<Nanos>(200, 16'666'667ns);
    CHECK(display_of(stream).rate_source == DisplayRate::RateSource::display_times);
    stream.refresh_period = 8'333'333ns;
    CHECK(display_of(stream).hz == doctest::Approx(120.0));
    CHECK(display_of(stream).rate_source == DisplayRate::RateSource::file);
}

TEST_CASE("a game that is faster than its display has frames that were never displayed, without frame generation")
{
    CHECK_FALSE(detect_frame_generation(alternating(3670us, 3330us), 0.58));
    const std::filesystem::path fast = shared_data("captures/capframex_csv_re2_286fps.csv");
    SKIP_WITHOUT(fast);
    CHECK_FALSE(frame_time_facts_of(accepted(read_file(fast)), 0).frame_generation);
}

TEST_CASE("a single frame without a partner stays alone when pairs are joined")
{
    CHECK(with_short_frames_merged(std::vector<Nanos>{25ms, 1ms, 24ms, 25ms, 2ms, 1ms, 26ms, 20ms}) ==
          std::vector<Nanos>{26ms, 24ms, 27ms, 27ms, 20ms});
    CHECK(with_short_frames_merged(std::vector<Nanos>{}).empty());
}

TEST_CASE("frame generation is found in exactly the made recordings that have it, and their figures are withdrawn")
{
    SKIP_WITHOUT(maker_of_recordings());
    for (const MadeRecording& made : made_recordings())
    {
        CAPTURE(made.name);
        CHECK(detect_frame_generation(made.frames()).has_value() == made.generated);
        if (!made.generated) continue;
        Recording presents = made.recording;
        presents.frame_boundary = FrameBoundary::present;
        const Json stream = frame_time_facts_json(presents).at("streams").at(0);
        CHECK(stream.at("frame_generation").at("lag_1_correlation") < -0.5);
        CHECK(stream.at("stutter_percent").is_null());
        for (const Json& low : stream.at("low_1_percent_fps")) CHECK(low.is_null());
    }
}
