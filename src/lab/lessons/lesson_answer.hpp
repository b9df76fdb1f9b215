// lab/lessons/lesson_answer.hpp -- the user's answers to the questions of lessons
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace lab
{

struct LessonAnswer
{
    bool run = false;                   ///< the lesson has run; the user can no longer change the guess
    std::optional<std::size_t> guess{}; ///< index of the chosen answer
};

/// Answers by the name of the lesson.
using LessonAnswers = std::map<std::string, LessonAnswer>;

} // namespace lab
