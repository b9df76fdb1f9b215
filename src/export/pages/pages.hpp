// export/pages/pages.hpp -- the data of the pages about lessons and loops, as JSON: numbers, images as SVG, code. The
// templates in assets/site, which scripts/make_site.py fills in, make pages of it
#pragma once

#include "lab/lessons/lesson.hpp"
#include "timestep/preset.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

namespace pages
{

using Json = nlohmann::ordered_json;

/// Runs the lesson. Throws std::runtime_error if it has an error. `version` is that of this program.
Json lesson_json(const lab::Lesson& lesson);
/// Runs the loop on six virtual PCs.
Json loop_json(timestep::PresetId id, std::string_view version);
/// What a list of loops shows of one: name, title, price and colour.
Json loop_summary_json(timestep::PresetId id);

using ProgressCallback = std::function<void(std::size_t pages_done, std::size_t page_count)>;
/// {"version", "style", "lessons", "loops"}. "style" is the style sheet with the colours of the program's themes.
Json pages_json(std::span<const lab::Lesson> lessons, std::span<const timestep::PresetId> loops,
                std::string_view version, const ProgressCallback& on_progress = {});

} // namespace pages
