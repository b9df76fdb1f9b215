// lab/lessons/lesson_choice.hpp -- finds the lesson that the settings choose, and chooses a lesson in the settings
#pragma once

#include "lab/lessons/lesson.hpp"

namespace lab
{

/// Returns the lesson that the settings choose. The mode must be Mode::lesson or Mode::network.
const Lesson& lesson_of(const Settings& settings);
/// Returns the lesson about a game over a network with these settings. For NetworkKind::free there are two lessons: one
/// for loops that only take steps of one size, one for all other loops.
const Lesson& network_lesson_of(const Settings& settings);
/// Sets the mode and the lesson in `settings`. For a lesson over a network it also sets the network and, for
/// NetworkKind::free, the loop. `lesson` must be an element of all_lessons().
void open(Settings& settings, const Lesson& lesson);

} // namespace lab
