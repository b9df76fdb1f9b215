// tests/recordings/made_recordings.hpp -- recordings whose truth is known, because a script makes them:
// ../shared/reference/make_recordings.py, if it is there
#pragma once

#include "formats/reading.hpp"

namespace recordings
{

/// Frames of a frame limiter that keeps its deadlines, each early or late by `noise_ms`.
inline std::vector<Nanos> limited_frames(double hz, double noise_ms, unsigned seed)
{
    std::mt19937 random{seed};
    std::vector<Nanos> frames;
    double before = 0.0;
    for (int i = 0; i < 1800; ++i)
    {
        const double late = std::normal_distribution<double>{0.0, noise_ms}(random);
        frames.emplace_back(static_cast<std::int64_t>(1e6 * (1000.0 / hz + late - before)));
        before = late;
    }
    return frames;
}

inline std::vector<Nanos> alternating(Nanos longer, Nanos shorter)
{
    std::vector<Nanos> frames;
    for (std::size_t i = 0; i < 2000; ++i)
        frames.push_back((i % 2 == 0 ? longer : shorter) + std::chrono::microseconds{i * 7919 % 101});
    return frames;
}

struct MadeRecording
{
    std::string name;
    bool keeps_a_rate = false;
    bool generated = false; ///< true: a driver inserts a frame after each of the game's
    Recording recording{};

    const std::vector<Nanos>& frames() const { return recording.streams.front().frame_times; }
};

// The script that makes the recordings. wine has no Python, so on Windows the script is called missing.
#ifdef _WIN32
inline std::filesystem::path maker_of_recordings() { return shared_data("no Python on Windows"); }
#else
inline std::filesystem::path maker_of_recordings() { return shared_data("reference/make_recordings.py"); }
#endif

/// The script makes one recording of each of 15 kinds in each of these rounds.
inline int rounds_of_recordings() { return is_thorough() ? 8 : is_sanitized ? 1 : 3; }

/// Runs the script and reads its recordings. The test case must begin with SKIP_WITHOUT(maker_of_recordings()).
inline std::vector<MadeRecording> made_recordings()
{
    const Scratch scratch;
    const std::string folder = scratch.file("made", ""), rounds = std::to_string(rounds_of_recordings());
    std::filesystem::remove(folder);
    REQUIRE(std::system(("python3 '" + maker_of_recordings().string() + "' '" + folder + "' " + rounds).c_str()) == 0);
    std::vector<MadeRecording> all;
    for (const std::string& line : lines_of(text_of(folder + "/truth.csv")))
    {
        const auto fields = cells_of(line);
        const std::string& name = fields.at(0);
        if (name == "name") continue; // the header
        all.push_back({name, fields.at(2) == "1", fields.at(3).starts_with("1"),
                       accepted(read_file(folder + "/" + name + ".csv"))});
    }
    REQUIRE(std::ssize(all) == 15 * rounds_of_recordings());
    return all;
}

} // namespace recordings
