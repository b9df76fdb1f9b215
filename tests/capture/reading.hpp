// tests/capture/reading.hpp -- reading in a test: what must be a recording, and what must be refused
#pragma once

#include "capture/recording.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

inline capture::Recording accepted(capture::Result result)
{
    const auto* const refusal = std::get_if<capture::Refusal>(&result);
    REQUIRE_MESSAGE(refusal == nullptr, to_string(*refusal));
    return std::get<capture::Recording>(std::move(result));
}

inline capture::Refusal refused(capture::Result result)
{
    REQUIRE(std::holds_alternative<capture::Refusal>(result));
    return std::get<capture::Refusal>(std::move(result));
}

inline capture::Recording accept(std::string_view text) { return accepted(capture::read(text, "test.csv")); }
inline capture::Refusal refuse(std::string_view text) { return refused(capture::read(text, "test.csv")); }

inline std::filesystem::path fixture(const std::string& name)
{
    return std::filesystem::path{"tests/capture/fixtures"} / name;
}

inline const capture::Stream& default_stream(const capture::Recording& recording)
{
    return recording.streams[recording.default_stream];
}

/// The frame times of the default stream, in nanoseconds.
inline std::vector<capture::Nanos::rep> frames_of(const capture::Recording& recording)
{
    std::vector<capture::Nanos::rep> counts;
    for (const capture::Nanos frame : default_stream(recording).frames) counts.push_back(frame.count());
    return counts;
}
