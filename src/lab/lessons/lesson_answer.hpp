// lab/lessons/lesson_answer.hpp -- what the user answered to a lesson's question
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace lab
{

struct LessonAnswer
{
    bool run = false;                   ///< the lesson was run: the guess is final
    std::optional<std::size_t> guess{}; ///< the chosen answer, from 0
};

/// By the name of the lesson.
using LessonAnswers = std::map<std::string, LessonAnswer>;

} // namespace lab
