// Ranks recordings of real games, if they are in ../shared.
#include "recordings/rank/ranking.hpp"
#include "shared_data.hpp"
#include "thorough.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
#include <numeric>

using namespace recordings;
using namespace std::chrono_literals;

namespace
{

struct Recorded
{
    std::string name;
    std::vector<Nanos> frames;
};

// Returns every replayable stream of the files in the folder.
std::vector<Recorded> shared_recordings(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder})
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<Recorded> all;
    for (const auto& file : files)
    {
        const recordings::Result result = recordings::read_file(file);
        const auto* const recording     = std::get_if<recordings::Recording>(&result);
        if (recording == nullptr) continue;
        for (std::size_t i = 0; i < recording->streams.size(); ++i)
            if (!recordings::why_not_replayable(*recording, i))
                all.push_back({file.filename().string() + " " + std::to_string(i + 1), recording->streams[i].frames});
    }
    return all;
}

RankOptions every_loop()
{
    RankOptions options;
    options.rates = {timestep::hz(60)};
    if (is_thorough()) options.rates = {timestep::hz(30), timestep::hz(60), timestep::hz(120)};
    for (std::size_t i = 0; i < timestep::all_presets.size(); ++i) options.loops.push_back(i);
    return options;
}

std::vector<Nanos> part(const std::vector<Nanos>& frames, double from, double to)
{
    const auto at = [&](double share)
    { return frames.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(frames.size())); };
    return {at(from), at(to)};
}

// Returns the answer for the frames, and checks what holds for every recording.
Answer answer_of(const std::vector<Nanos>& frames)
{
    const Ranking r      = rank(frames, every_loop());
    const auto& to       = r.recommendation;
    const bool short_one = r.length < 10s || r.outside < 300;
    CHECK((to.answer == Answer::too_short) == short_one);
    CHECK(to.candidate.has_value() == !short_one);
    if (to.candidate) CHECK(r.candidates[*to.candidate].vetoes.empty());
    return to.answer;
}

} // namespace

TEST_CASE("the halves of a real recording and 99 % of it get the same answer as the whole" *
          doctest::skip(is_sanitized))
{
    const auto folder = shared_data("captures");
    SKIP_WITHOUT(folder);
    int pieces = 0, stable = 0, recordings_judged = 0;
    for (const Recorded& r : shared_recordings(folder))
    {
        CAPTURE(r.name);
        const Answer whole = answer_of(r.frames);
        if (whole == Answer::too_short) continue;
        ++recordings_judged;
        for (const auto& [from, to] : {std::pair{0.0, 0.5}, {0.5, 1.0}, {0.0, 0.99}, {0.01, 1.0}})
        {
            const Answer piece = answer_of(part(r.frames, from, to));
            if (piece == Answer::too_short) continue;
            ++pieces;
            stable += piece == whole ? 1 : 0;
            if (piece != whole) MESSAGE(r.name, ": another answer from ", from, " to ", to);
        }
    }
    MESSAGE(recordings_judged, " recordings, ", stable, " of ", pieces, " pieces say the same");
    CHECK(recordings_judged >= 5);
    CHECK(stable >= 0.95 * pieces);
}

TEST_CASE("a freeze of four seconds in half a minute of a real game gives interpolated")
{
    const auto folder = shared_data("captures");
    SKIP_WITHOUT(folder);
    int frozen = 0;
    for (const Recorded& r : shared_recordings(folder))
    {
        std::vector<Nanos> frames = r.frames;
        const auto length         = std::accumulate(frames.begin(), frames.end(), Nanos{});
        if (length < 6s || length > 36s) continue;
        frames.insert(frames.begin() + static_cast<std::ptrdiff_t>(frames.size() / 2), 4s);
        CAPTURE(r.name);
        const Answer answer = answer_of(frames);
        if (answer == Answer::too_short) continue;
        CHECK(answer == Answer::interpolated);
        ++frozen;
    }
    CHECK(frozen >= 5);
}
