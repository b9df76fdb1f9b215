// tests/ranking/ranking.hpp -- options of rankings in tests
#pragma once

#include "../recordings/made_recordings.hpp"

#include "ranking/rank/ranking.hpp"
#include "timestep/presets.hpp"

using namespace ranking;

inline RankOptions options_of(std::initializer_list<std::string_view> loops, std::initializer_list<std::int64_t> rates)
{
    RankOptions options;
    options.rates.clear();
    for (const std::string_view loop : loops) options.loops.push_back(id_of(*timestep::find_preset(loop)));
    for (const std::int64_t rate : rates) options.rates.push_back(timestep::hz(rate));
    return options;
}

inline RankOptions everything_at(std::initializer_list<std::int64_t> rates)
{
    RankOptions options = options_of({}, rates);
    options.loops = all_preset_ids();
    return options;
}
