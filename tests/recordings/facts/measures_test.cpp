// Measures of simulated games, whose errors have a known order.
#include "recordings/facts/measures.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <functional>

using namespace recordings;

namespace
{

std::vector<MeasureSummary> read_measures(const std::string& log)
{
    return summarise_frame_rate_dependence(base::value_or_throw(parse_measure_lines(log, "log", {})));
}

// The measure that a game prints at each frame rate with `format`.
MeasureSummary measure_of(const std::function<double(double dt)>& value_at, std::string_view format = "{:.9g}",
                          const std::vector<double>& all_fps = {20.0, 30.0, 60.0, 90.0, 120.0, 240.0})
{
    std::string log;
    for (const double fps : all_fps)
        log += fmt::format("measure: frames_per_second {}\n[12:00] measure: value {}\n", fps,
                           fmt::format(fmt::runtime(format), value_at(1.0 / fps)));
    return read_measures(log).at(0);
}

// The height in m of a jump at 5 m/s against gravity of 9.81 m/s^2, by semi-implicit Euler with steps of `dt`.
double jump_height(double dt)
{
    double y = 0.0, v = 5.0, highest = 0.0;
    for (; y >= 0.0; y += (v -= 9.81 * dt) * dt) highest = std::max(highest, y);
    return highest;
}

std::string error_of(const std::string& log) { return std::get<std::string>(parse_measure_lines(log, "run.log", {})); }

} // namespace

TEST_CASE("the order of an error is found from games with this error")
{
    CHECK(measure_of(jump_height).dt_dependence == DtDependence::dt);
    CHECK(measure_of(jump_height).value_at_zero_dt == doctest::Approx(25.0 / 19.62).epsilon(0.01));
    CHECK(measure_of(jump_height, "{:.3f}").dt_dependence == DtDependence::dt);
    CHECK(measure_of([](double dt) { return 7.0 - 3.0 * dt * dt; }).dt_dependence == DtDependence::dt_squared);
    CHECK(measure_of([](double dt) { return 0.05 / dt; }).dt_dependence ==
          DtDependence::inverse_dt); // 5 cm in each frame
    CHECK(measure_of([](double) { return 1.25; }).dt_dependence == DtDependence::none);
    // What lerp(a, b, 4 * dt) leaves after a second.
    CHECK(measure_of([](double dt) { return std::pow(1.0 - 4.0 * dt, 1.0 / dt); }).dt_dependence == DtDependence::dt);
}

TEST_CASE("a value that is multiplied by the same factor in each frame is found with its factor")
{
    for (const double factor : {0.9, 0.97, 0.99, 0.999, 1.01})
        for (const char* const format : {"{:.9g}", "{:.4f}"})
        {
            CAPTURE(factor);
            const MeasureSummary measure =
                measure_of([=](double dt) { return 100 * std::pow(factor, 1 / dt); }, format);
            CHECK(measure.dt_dependence == DtDependence::factor_per_frame);
            CHECK(measure.factor_per_frame == doctest::Approx(factor).epsilon(1e-4));
            CHECK(measure.value_at_zero_fps == doctest::Approx(100).epsilon(1e-3));
        }
    MeasureSummary measure =
        measure_of([](double dt) { return 100 * std::pow(0.99, 1 / dt); }, "{:.4f}", {30, 60, 120, 240});
    CHECK(dt_dependence_text(measure).starts_with(
        "multiplied by 0.99 in each frame, if measured after 1 s: value = 100 x "
        "0.99^fps; use pow(0.99, 60 dt)"));
    measure.name = "speed_after_1_s";
    CHECK(dt_dependence_text(measure).starts_with("multiplied by 0.99 in each frame: value = 100 x 0.99^fps; use "));
    measure.name = "speed_after_2s";
    CHECK(dt_dependence_text(measure).starts_with(
        "multiplied by 0.994987 in each frame: value = 100 x 0.994987^(2 fps)"));
    CHECK(measure_of([](double dt) { return -3 * std::pow(0.98, 1 / dt); }).factor_per_frame == doctest::Approx(0.98));
    // Noise, and an exponential of another kind
    CHECK(measure_of([](double dt) { return std::exp(-std::sqrt(1 / dt)); }).dt_dependence !=
          DtDependence::factor_per_frame);
}

TEST_CASE("names and frame rates of a log are summarised in linear time")
{
    std::string log;
    for (int i = 0; i < 200'000; ++i) // a quadratic search took 90 s
        log += fmt::format("measure: frames_per_second {}\nmeasure: a{} {}\n", 60 + i % 2, i / 2, i);
    const auto measures = read_measures(log);
    CHECK(measures.size() == 100'000);
    CHECK(measures[99'999].name == "a99999");
    CHECK(measures[99'999].means_by_rate.size() == 2);
}

TEST_CASE("an error of another order, or at fewer than four frame rates, cannot be told")
{
    const MeasureSummary noise = measure_of([](double dt) { return std::fmod(dt * 12345.678, 1.0); });
    CHECK(noise.dt_dependence == DtDependence::unknown);
    CHECK(noise.power_interval.high - noise.power_interval.low > 2.0);
    CHECK(dt_dependence_text(noise).starts_with("cannot tell; the power of dt is "));
    const MeasureSummary half = measure_of([](double dt) { return 1.0 + std::sqrt(dt); });
    CHECK(half.power == doctest::Approx(0.5));
    CHECK(half.dt_dependence == DtDependence::unknown);
    CHECK(dt_dependence_text(measure_of(jump_height, "{}", {30.0, 60.0, 120.0}))
              .starts_with("cannot tell from 3 frame rates"));
    CHECK(measure_of(jump_height, "{:.3f}", {58.0, 59.0, 60.0, 61.0}).dt_dependence == DtDependence::unknown);
    CHECK(measure_of(jump_height, "{}", {60.0}).rate_dependence() == 0.0);
    CHECK(measure_of([](double dt) { return 1e308 * (1.0 + dt); }).dt_dependence == DtDependence::unknown); // overflow
}

TEST_CASE("a difference of the last digit, or of the noise of repeated runs, is no error")
{
    CHECK(measure_of([](double dt) { return 1.0 + 0.2 * dt; }, "{:.2f}").dt_dependence == DtDependence::none);
    std::string log;
    for (int i = 0; i < 40; ++i)
        log += fmt::format("measure: frames_per_second {}\nmeasure: time {:.3f}\n", 30 * (1 + i % 4),
                           2.0 + i * 7919 % 41 * 0.001);
    const MeasureSummary noisy = read_measures(log).at(0);
    CHECK(noisy.means_by_rate.at(0).value_count == 10);
    CHECK(noisy.rate_dependence() > 0.0011);
    CHECK(noisy.dt_dependence == DtDependence::none);
}

TEST_CASE("the difference is that of the means, in percent of the mean at the highest frame rate")
{
    const auto measures =
        read_measures("measure: frames_per_second 60\r\nmeasure: a 4\r\nmeasure: a 6\r\nmeasure: b 1\n"
                      "measure: frames_per_second 30\nmeasure: b 1\nmeasure: a 7\n");
    REQUIRE(measures.size() == 2);
    CHECK(measures[0].means_by_rate.front().fps == 30.0);
    CHECK(measures[0].rate_dependence() == 2.0);
    CHECK(measures[0].rate_dependence_percent() == 40.0);
    CHECK(measures[1].rate_dependence_percent() == 0.0);
}

TEST_CASE("a bad line of a log is refused with its place")
{
    const std::string rate = "hello\nmeasure: frames_per_second 60\n";
    for (const char* const words : {" jump", " jump height 3", "", " jump 3 m"})
        CHECK(error_of(rate + "measure:" + words + "\n").starts_with("run.log:3: after `measure:` stand one name and"));
    CHECK(error_of(rate + "measure: jump nan\n") == "run.log:3: 'nan' is not a finite number");
    for (const char* const fps : {"0", "-60", "1e6"})
        CHECK(error_of("measure: frames_per_second " + std::string{fps})
                  .starts_with("run.log:1: a frame rate is above 0"));
    CHECK(error_of("measure: jump 1\n").starts_with("run.log:1: the frame rate of 'jump' is unknown"));
    CHECK(base::value_or_throw(parse_measure_lines("tape-measure: a b c\nmeasured: x\n", "log", {})).empty());
    CHECK(base::value_or_throw(parse_measure_lines("measure: jump 1", "log", 60.0)).at(0).fps == 60.0);
    for (const auto& [text, fps] : {std::pair{"59.94", 60000.0 / 1001.0}, {"143.98765", 143.98765}})
        CHECK(base::value_or_throw(
                  parse_measure_lines(fmt::format("measure: frames_per_second {}\nmeasure: jump 1", text), "log", {}))
                  .at(0)
                  .fps == fps);
}
