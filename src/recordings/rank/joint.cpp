#include "recordings/rank/ranking.hpp"
#include "recordings/rank/rule.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace recordings
{

namespace
{

// The recommended loop, or the two of an undecided answer; empty without a recommendation.
std::vector<const Candidate*> recommended(const Ranking& r)
{
    std::vector<const Candidate*> all;
    for (const auto& named : {r.recommendation.candidate, r.recommendation.alternative})
        if (named) all.push_back(&r.candidates[*named]);
    return all;
}

// The loop and rate that all recordings with a recommendation name; of two, the first. If there is none, `interpolated`
// at the lowest rate that a ranking advises for it. Null if no recording has a recommendation. Sets `agreed` to true if
// the recordings have a loop in common.
const Candidate* choose(const std::vector<RankedFile>& files, bool& agreed)
{
    std::vector<const Candidate*> common;
    const Candidate* lowest = nullptr;
    for (const RankedFile& file : files)
    {
        const auto own = recommended(file.ranking);
        if (own.empty()) continue;
        if (lowest == nullptr) common = own;
        std::erase_if(common,
                      [&](const Candidate* c) {
                          return std::ranges::none_of(own, [&](const Candidate* other)
                                                      { return rule::is_same_loop(*c, *other); });
                      });
        const Candidate& measure = file.ranking.candidates[file.ranking.measure];
        if (lowest == nullptr || measure.hz() < lowest->hz()) lowest = &measure;
    }
    agreed = !common.empty();
    return agreed ? common.front() : lowest;
}

std::string in_words(const std::vector<RankedFile>& files, const Joint& joint, const std::string& title)
{
    const auto silent =
        std::ranges::count_if(files, [](const RankedFile& f) { return recommended(f.ranking).empty(); });
    std::string text = fmt::format("Use {} for all recordings", title);
    text += joint.agreed ? ": every recording with a recommendation of its own agrees."
                         : ": the recordings' own recommendations differ.";
    if (silent > 0)
        text += fmt::format(" {} of {} recordings have no recommendation of their own.", silent, files.size());
    return text + fmt::format(" Worst case: {}, with an animation error of {:.2f} ms a frame.", files[joint.worst].name,
                              joint.worst_ms);
}

} // namespace

const Candidate* find_candidate(const Ranking& ranking, timestep::LoopId preset, timestep::Rate rate)
{
    const auto found = std::ranges::find_if(ranking.candidates, [&](const Candidate& c)
                                            { return c.preset == preset && c.loop.rate() == rate; });
    return found == ranking.candidates.end() ? nullptr : &*found;
}

Joint joint_of(const std::vector<RankedFile>& files)
{
    Joint joint;
    const Candidate* chosen = choose(files, joint.agreed);
    if (chosen == nullptr)
    {
        joint.agreed = false;
        joint.text   = "No recommendation: none of the recordings is long enough, or every loop has a veto.";
        return joint;
    }
    joint.decided = true;
    joint.preset  = chosen->preset;
    joint.rate    = chosen->loop.rate();
    for (std::size_t i = 0; i < files.size(); ++i)
    {
        const Candidate* there = find_candidate(files[i].ranking, joint.preset, joint.rate);
        if (recommended(files[i].ranking).empty() || there == nullptr || there->smoothness_ms <= joint.worst_ms)
            continue;
        joint.worst    = i;
        joint.worst_ms = there->smoothness_ms;
    }
    joint.text    = in_words(files, joint, title_of(*chosen));
    joint.command = export_command(*chosen);
    return joint;
}

Json to_json(const std::vector<RankedFile>& files)
{
    const Joint joint = joint_of(files);
    Json all          = Json::array();
    for (const RankedFile& file : files)
    {
        Json one{{"file", file.name}};
        one.update(to_json(file.ranking));
        all.push_back(one);
    }
    const Json nothing(nullptr);
    return {{"loop", joint.decided ? Json(preset_of(joint.preset).name) : nothing},
            {"hz", joint.decided && preset_of(joint.preset).has_rate ? Json(timestep::hertz(joint.rate)) : nothing},
            {"agreed", joint.agreed},
            {"worst", joint.decided ? Json(files[joint.worst].name) : nothing},
            {"worst_roughness_ms", joint.decided ? Json(joint.worst_ms) : nothing},
            {"text", joint.text},
            {"command", joint.command},
            {"recordings", all}};
}

} // namespace recordings
