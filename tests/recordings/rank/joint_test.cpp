#include "recordings/rank/ranking.hpp"
#include "timestep/presets.hpp"

#include <nlohmann/json.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace recordings;
using namespace std::chrono_literals;

namespace
{

std::vector<Nanos> frames_of(Nanos length, Nanos spread, std::size_t count)
{
    std::vector<Nanos> frames(count, length);
    for (std::size_t i = 0; i < count; ++i) frames[i] += spread * static_cast<std::int64_t>(i * 7919 % 101) / 101;
    return frames;
}

RankedFile ranked(std::string name, const std::vector<Nanos>& frames)
{
    RankOptions options;
    for (const char* loop : {"fixed", "variable", "accumulator", "interpolated", "jolt"})
        options.loops.push_back(static_cast<std::size_t>(timestep::find_preset(loop) - timestep::all_presets.data()));
    options.rates = {timestep::hz(60), timestep::hz(120)};
    return {std::move(name), rank(frames, options)};
}

std::string_view loop_of(const Joint& joint) { return timestep::all_presets[joint.preset].name; }

} // namespace

TEST_CASE("recordings with the same answer give that answer, and the roughest recording is named")
{
    const std::vector<RankedFile> files{ranked("even", frames_of(7ms, 200us, 3000)),
                                        ranked("rough", frames_of(9ms, 9ms, 3000))};
    const Joint joint = joint_of(files);
    REQUIRE(joint.decided);
    CHECK(joint.agreed);
    CHECK(loop_of(joint) == "interpolated");
    CHECK(joint.worst == 1);
    CHECK(joint.worst_ms == find_candidate(files[1].ranking, joint.preset, joint.rate)->smoothness_ms);
    CHECK(joint.text.find("Worst case: rough, ") != joint.text.npos);
    CHECK(joint.command == files[0].ranking.recommendation.command);
}

TEST_CASE("recordings with different answers give interpolated")
{
    // Each frame is exactly one step long, so a loop without blending is as smooth here, and only here.
    const std::vector<RankedFile> files{ranked("perfect", std::vector<Nanos>(1200, 16'666'667ns)),
                                        ranked("rough", frames_of(9ms, 9ms, 3000))};
    REQUIRE(files[0].ranking.recommendation.answer == Answer::no_blending);
    const Joint joint = joint_of(files);
    REQUIRE(joint.decided);
    CHECK_FALSE(joint.agreed);
    CHECK(loop_of(joint) == "interpolated");
    const Joint turned = joint_of({files[1], files[0]});
    CHECK(loop_of(turned) == "interpolated");
    CHECK(turned.worst == 0);
}

TEST_CASE("a recording that is too short has no answer and does not prevent the answer of the others")
{
    const RankedFile brief = ranked("brief", frames_of(9ms, 9ms, 50));
    const RankedFile whole = ranked("whole", frames_of(9ms, 9ms, 3000));
    const Joint joint      = joint_of({brief, whole});
    REQUIRE(joint.decided);
    CHECK(joint.worst == 1);
    CHECK(joint.text.find("1 of 2 can tell nothing by themselves") != joint.text.npos);
    const Joint nothing = joint_of({brief, brief});
    CHECK_FALSE(nothing.decided);
    CHECK(nothing.text.starts_with("No recommendation"));
    CHECK(nothing.command.empty());
    CHECK(to_json({brief, brief})["loop"].is_null());
}
