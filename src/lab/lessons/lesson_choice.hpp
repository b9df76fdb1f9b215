// lab/lessons/lesson_choice.hpp -- finds the lesson that the settings choose, and changes the settings to choose a
// lesson
#pragma once

#include "lab/lessons/lesson.hpp"

namespace lab
{

/// Returns the lesson that the settings choose. The mode must be Mode::lesson or Mode::network, and the lesson must not
/// be one of a file.
const Lesson& lesson_of(const Settings& settings);
/// Returns the lesson about the kind of network game that the settings choose. For NetworkKind::free there are two
/// lessons: one for loops that take only steps of one size, and one for other loops.
const Lesson& network_lesson_of(const Settings& settings);
/// Changes `settings` so that they choose `lesson`, which must be an element of all_lessons(). For a lesson about a
/// network game this also sets the network and, for NetworkKind::free, the loop.
void open(Settings& settings, const Lesson& lesson);
/// The same for a lesson of a file, which Lab::show_lesson() keeps.
void open_of_file(Settings& settings, const Lesson& lesson);

} // namespace lab
