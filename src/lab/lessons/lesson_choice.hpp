// lab/lessons/lesson_choice.hpp -- which lesson the settings ask for
#pragma once

#include "lab/lessons/lesson.hpp"

namespace lab
{

/// The lesson that the settings ask for, in the mode of a lesson or of a network.
const Lesson& lesson_of(const Settings& settings);
/// The lesson about a game over a network with these settings. Of PCs that run free there are two: one for loops whose
/// steps are whole, one for the others.
const Lesson& network_lesson_of(const Settings& settings);
/// Asks for a lesson of all_lessons(). Over a network it sets the network and, of PCs that run free, the loop.
void open(Settings& settings, const Lesson& lesson);

} // namespace lab
