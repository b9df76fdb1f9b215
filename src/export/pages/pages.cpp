#include "export/pages/pages.hpp"

#include "catalogue/description.hpp"
#include "catalogue/presets.hpp"
#include "draw/shapes/svg.hpp"
#include "draw/shapes/theme.hpp"
#include "ranking/report/html.hpp"

#include <nlohmann/json.hpp>

namespace pages
{

Json loop_summary_json(timestep::PresetId id)
{
    const std::string_view name = catalogue::preset_of(id).name;
    const catalogue::Description& description = catalogue::description_of(name);
    return {{"name", name},
            {"title", description.title},
            {"price", description.price},
            {"colour", draw::css_colour_without_alpha(draw::loop_colour(id))}};
}

Json pages_json(std::span<const lab::Lesson> lessons, std::span<const timestep::PresetId> loops,
                std::string_view version, const ProgressCallback& on_progress)
{
    Json json{
        {"version", version}, {"style", ranking::style_sheet()}, {"lessons", Json::array()}, {"loops", Json::array()}};
    const std::size_t page_count = lessons.size() + loops.size();
    const auto add = [&](const char* list, Json page)
    {
        json[list].push_back(std::move(page));
        if (on_progress) on_progress(json["lessons"].size() + json["loops"].size(), page_count);
    };
    for (const lab::Lesson& lesson : lessons) add("lessons", lesson_json(lesson));
    for (const timestep::PresetId loop : loops) add("loops", loop_json(loop, version));
    return json;
}

} // namespace pages
