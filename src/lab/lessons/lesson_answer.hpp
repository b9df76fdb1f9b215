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
    bool run = false;                   ///< true if the lesson has run; the user can then no longer change the guess
    std::optional<std::size_t> guess{}; ///< index of the answer that the user chose; empty if none
};

/// The user's answers in all lessons; the key is the lesson's name.
using LessonAnswers = std::map<std::string, LessonAnswer>;

} // namespace lab
