#include "catalogue/presets.hpp"
#include "ranking/rank/ranking.hpp"
#include "ranking/rank/recommendation_rules.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ranking
{

namespace
{

// The loop that is recommended for every file; files without a recommendation do not count. Null if there is none.
const Candidate* find_common_candidate(const std::vector<JointlyRankedFile>& files)
{
    const Candidate* common = nullptr;
    for (const JointlyRankedFile& file : files)
    {
        const Candidate* recommended = file.ranking.recommended();
        if (recommended == nullptr) continue;
        if (common == nullptr) common = recommended;
        if (!recommendation_rule::is_same_loop(*common, *recommended)) return nullptr;
    }
    return common;
}

const Candidate* find_lowest_rate_baseline(const std::vector<JointlyRankedFile>& files)
{
    const Candidate* lowest_baseline = nullptr;
    for (const JointlyRankedFile& file : files)
    {
        if (file.ranking.recommended() == nullptr) continue;
        const Candidate& baseline = file.ranking.baseline();
        if (lowest_baseline == nullptr || baseline.hz() < lowest_baseline->hz()) lowest_baseline = &baseline;
    }
    return lowest_baseline;
}

std::string joint_text(const std::vector<JointlyRankedFile>& files, const JointRecommendation& joint,
                       const std::string& loop_title)
{
    const auto count_without_recommendation =
        std::ranges::count_if(files, [](const JointlyRankedFile& f) { return f.ranking.recommended() == nullptr; });
    std::string text = fmt::format("Use {} for all recordings", loop_title);
    text += joint.all_agree ? ": every recording with a recommendation agrees."
                            : ": the recommendations of the recordings differ.";
    if (count_without_recommendation > 0)
        text += fmt::format(" {} of {} recordings have no recommendation.", count_without_recommendation, files.size());
    return text + fmt::format(" Worst case: {}, with an animation error of {:.2f} ms a frame.",
                              files[joint.worst_file_index].name, joint.worst_animation_error_mean_ms);
}

} // namespace

const Candidate* find_candidate(const LoopRanking& ranking, timestep::PresetId preset, timestep::Rate rate)
{
    const auto found = std::ranges::find_if(
        ranking.candidates, [&](const Candidate& candidate)
        { return candidate.preset == preset && candidate.loop.rate() == rate && candidate.command.empty(); });
    return found == ranking.candidates.end() ? nullptr : &*found;
}

JointRecommendation joint_recommendation_of(const std::vector<JointlyRankedFile>& files)
{
    JointRecommendation joint;
    const Candidate* common = find_common_candidate(files);
    const Candidate* chosen = common != nullptr ? common : find_lowest_rate_baseline(files);
    if (chosen == nullptr)
    {
        joint.text = "No recommendation: no recording is long enough, or every loop has a veto (a reason against it).";
        return joint;
    }
    joint.has_recommendation = true;
    joint.all_agree = common != nullptr;
    joint.preset = chosen->preset;
    joint.rate = chosen->loop.rate();
    for (std::size_t i = 0; i < files.size(); ++i)
    {
        const Candidate* candidate = find_candidate(files[i].ranking, joint.preset, joint.rate);
        if (files[i].ranking.recommended() == nullptr || candidate == nullptr ||
            candidate->animation_error_mean_ms <= joint.worst_animation_error_mean_ms)
            continue;
        joint.worst_file_index = i;
        joint.worst_animation_error_mean_ms = candidate->animation_error_mean_ms;
    }
    joint.text = joint_text(files, joint, title_of(*chosen));
    joint.command = export_command(*chosen);
    return joint;
}

Json joint_ranking_json(const std::vector<JointlyRankedFile>& files)
{
    const JointRecommendation joint = joint_recommendation_of(files);
    Json recordings_json = Json::array();
    for (const JointlyRankedFile& file : files)
    {
        Json file_json{{"file", file.name}};
        file_json.update(to_json(file.ranking));
        recordings_json.push_back(file_json);
    }
    const Json null_json(nullptr);
    return {{"loop", joint.has_recommendation ? Json(catalogue::preset_of(joint.preset).name) : null_json},
            {"hz", joint.has_recommendation && catalogue::preset_of(joint.preset).has_rate
                       ? Json(timestep::to_hertz(joint.rate))
                       : null_json},
            {"agreed", joint.all_agree},
            {"worst", joint.has_recommendation ? Json(files[joint.worst_file_index].name) : null_json},
            {"worst_animation_error_mean_ms",
             joint.has_recommendation ? Json(joint.worst_animation_error_mean_ms) : null_json},
            {"text", joint.text},
            {"command", joint.command},
            {"recordings", recordings_json}};
}

} // namespace ranking
