#include "recordings/rank/ranking.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace recordings
{

namespace
{

const Candidate* recommended(const Ranking& r)
{
    return r.recommendation.candidate ? &r.candidates[*r.recommendation.candidate] : nullptr;
}

bool same(const Candidate& a, const Candidate& b) { return a.preset == b.preset && a.loop.rate() == b.loop.rate(); }

// The recommended loop and rate if they are the same for all recordings. Otherwise returns `interpolated` at the lowest
// rate that a ranking advises for it. Returns null if no recording has a recommendation. Sets `agreed` to true if all
// recordings have the same recommendation.
const Candidate* choose(const std::vector<RankedFile>& files, bool& agreed)
{
    const Candidate* first  = nullptr;
    const Candidate* lowest = nullptr;
    agreed                  = true;
    for (const RankedFile& file : files)
    {
        const Candidate* own = recommended(file.ranking);
        if (own == nullptr) continue;
        if (first == nullptr) first = own;
        agreed                   = agreed && same(*first, *own);
        const Candidate& measure = file.ranking.candidates[file.ranking.measure];
        if (lowest == nullptr || measure.hz() < lowest->hz()) lowest = &measure;
    }
    return agreed ? first : lowest;
}

std::string in_words(const std::vector<RankedFile>& files, const Joint& joint, const std::string& title)
{
    const auto silent =
        std::ranges::count_if(files, [](const RankedFile& f) { return recommended(f.ranking) == nullptr; });
    std::string text = fmt::format("Take {} for all of them", title);
    text += joint.agreed ? ": each recording that can tell says so." : ": their own answers differ.";
    if (silent > 0) text += fmt::format(" {} of {} can tell nothing by themselves.", silent, files.size());
    return text + fmt::format(" Worst case: {}, where its motion is off by {:.2f} ms a frame.", files[joint.worst].name,
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
        if (recommended(files[i].ranking) == nullptr || there == nullptr || there->smoothness_ms <= joint.worst_ms)
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
