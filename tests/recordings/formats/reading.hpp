// tests/recordings/formats/reading.hpp -- reads recordings in tests, and requires that they are accepted or refused
#pragma once

#include "scratch.hpp"
#include "shared_data.hpp"
#include "thorough.hpp"

#include "recordings/formats/recording.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

using namespace recordings;
using namespace std::chrono_literals;

inline recordings::Recording accepted(recordings::RecordingOrError result)
{
    const auto* const refusal = std::get_if<recordings::RecordingError>(&result);
    REQUIRE_MESSAGE(refusal == nullptr, to_string(*refusal));
    return std::get<recordings::Recording>(std::move(result));
}

inline recordings::RecordingError refused(recordings::RecordingOrError result)
{
    REQUIRE(std::holds_alternative<recordings::RecordingError>(result));
    return std::get<recordings::RecordingError>(std::move(result));
}

inline recordings::Recording accept(std::string_view text) { return accepted(recordings::read(text, "test.csv")); }
inline recordings::RecordingError refusal_of(std::string_view text)
{
    return refused(recordings::read(text, "test.csv"));
}

inline std::filesystem::path fixture(const std::string& name)
{
    return std::filesystem::path{"tests/recordings/formats/fixtures"} / name;
}

inline recordings::Recording read_fixture(const std::string& name)
{
    return accepted(recordings::read_file(fixture(name)));
}

inline recordings::Recording recording_of(std::vector<recordings::Nanos> frames, std::string name = "")
{
    recordings::Recording made{};
    made.name = std::move(name);
    made.streams.emplace_back().frame_times = std::move(frames);
    return made;
}

inline const recordings::Stream& default_stream(const recordings::Recording& recording)
{
    return recording.streams[recording.default_stream_index];
}

inline std::vector<recordings::Nanos::rep> frames_of(const recordings::Recording& recording)
{
    std::vector<recordings::Nanos::rep> counts;
    for (const recordings::Nanos frame : default_stream(recording).frame_times) counts.push_back(frame.count());
    return counts;
}
