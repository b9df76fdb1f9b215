// lab/settings/lane_list.hpp -- the list of lanes on the stage: select, add, remove, the ready lists, and its texts
#pragma once

#include "base/message.hpp"
#include "lab/settings/lane_setup.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// The list of lanes, in the order in which the stage shows them.
std::vector<StageLane> lanes_of(const Settings& settings);
/// Replaces the list. `lanes` must have 1 to StageSettings::max_lanes elements.
void set_lanes(Settings& settings, std::vector<StageLane> lanes, std::size_t selected = 0);
/// Selects the lane `index`; the last one if there are fewer.
void select_lane(Settings& settings, std::size_t index);
/// Inserts a copy of the selected lane after it, and selects the copy. Does nothing if the list is full.
void add_lane(Settings& settings);
/// Removes the selected lane, unless it is the only one.
void remove_lane(Settings& settings);
/// Leaves `config` as the only lane, with a new world.
void show_single_lane(Settings& settings, const LaneConfig& config);

enum class ReadyList : std::uint8_t
{
    five_loops, ///< the five best-known loops from articles
    four_pcs, ///< the selected loop on four PCs of sim::machine_presets()
    this_and_copy, ///< the selected lane and a copy of it
};
/// Replaces the list by lanes like the selected one. Afterwards, controls change all lanes; with `this_and_copy` only
/// the selected one, the copy.
void show_ready_list(Settings& settings, ReadyList list);
/// Shows the five loops, or again the list that they have replaced.
void toggle_five_loops(Settings& settings);

/// Gives what the user has changed in the selected lane to the lanes that share it. `before` is the list at the last
/// call. A change of the scene goes to all lanes, and a change of the loop to none. Any other change goes to all lanes
/// if it may (StageSettings::changes_one_lane) and if they all had the same value. A PC from the list is one value.
void share_changes(Settings& settings, const std::vector<StageLane>& before);

/// A distinct name for each lane: the user's, else what differs, such as "variable", "old PC 25 fps" or "step rate 30".
std::vector<std::string> lane_names(const Settings& settings);
/// What differs between the lanes, for each lane: such as "variable", "old PC 25 fps" and "step rate 30".
std::vector<std::vector<std::string>> lane_differences(const Settings& settings);

/// The path of the list of lanes in files and links.
inline constexpr std::string_view lanes_path = "stage.lanes";
/// Selects the first lane that files and links keep: of it, lane_texts() makes all others.
void select_first_saved_lane(Settings& settings);
/// For each lane, the value of the option --lane that makes it of settings.lane, such as "variable,loop.hz=30/1". Lanes
/// that a program runs are left out, unless they are all.
std::vector<std::string> lane_texts(const Settings& settings);
/// The lane_texts() in one string, separated by ';'. Empty for one lane without a name.
std::string lanes_text(const Settings& settings);
/// Replaces the list by the lanes of lanes_text(), made of settings.lane. Changes nothing if the text is invalid.
base::OptionalError assign_lanes(Settings& settings, std::string_view text);
/// Replaces the list by lanes of the option --lane. Throws base::BadInput if they are too many, or of several scenes.
void show_lane_setups(Settings& settings, const std::vector<LaneSetup>& setups);

} // namespace lab
