#include "lab/lessons/lesson_choice.hpp"

#include <algorithm>
#include <stdexcept>

namespace lab
{

namespace
{

// True if the chosen loop takes only steps of one size.
bool steps_are_whole(const Settings& settings)
{
    LaneSetup lane;
    lane.settings.loop = settings.loop;
    try
    {
        return reproducible(lane);
    }
    catch (const std::runtime_error&) // thrown for a loop that never waits: the virtual clock does not advance
    {
        return false;
    }
}

void set_network(Settings& settings, const Settings& of)
{
    settings.network = of.network;
    if (settings.network.kind == scenes::NetworkKind::free) settings.loop = of.loop;
}

} // namespace

const Lesson& lesson_of(const Settings& settings)
{
    return settings.mode == Mode::network ? network_lesson_of(settings) : all_lessons()[settings.lesson];
}

const Lesson& network_lesson_of(const Settings& settings)
{
    const scenes::NetworkKind kind = settings.network.kind;
    const bool matters             = kind == scenes::NetworkKind::free;
    const bool whole               = matters && steps_are_whole(settings);
    const auto lessons             = network_lessons();
    const auto found =
        std::ranges::find_if(lessons,
                             [&](const Lesson& lesson)
                             {
                                 const Settings& of = *lesson.network;
                                 return of.network.kind == kind && (!matters || steps_are_whole(of) == whole);
                             });
    return found == lessons.end() ? lessons.front() : *found;
}

void open(Settings& settings, const Lesson& lesson)
{
    settings.mode = lesson.network ? Mode::network : Mode::lesson;
    if (lesson.network)
        set_network(settings, *lesson.network);
    else
        settings.lesson = place_of(lesson);
}

void open_of_file(Settings& settings, const Lesson& lesson)
{
    settings.mode   = Mode::lesson;
    settings.lesson = lesson_of_a_file;
    if (lesson.network) set_network(settings, *lesson.network);
}

} // namespace lab
