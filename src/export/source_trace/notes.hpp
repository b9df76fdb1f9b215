// export/source_trace/notes.hpp -- functions that record which statements of the library in src/timestep ran
//
// cmake/traced.py makes a copy of the library that calls these functions at each statement; the original headers do not
// call them. The functions do nothing in a constant expression, or while no frame is recorded (traced) on this thread.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace source_trace
{

std::string duration_text(std::chrono::nanoseconds time);
std::string whole_text(std::int64_t number);
std::string real_text(double number);
std::string joined(std::initializer_list<std::string_view> parts);

/// Returns the value of a variable as text, with its unit; an empty text if the type is not supported.
template <class T>
std::string text_of(const T& v)
{
    if constexpr (std::same_as<T, bool>)
        return v ? "true" : "false";
    else if constexpr (std::integral<T>)
        return whole_text(static_cast<std::int64_t>(v));
    else if constexpr (std::floating_point<T>)
        return real_text(static_cast<double>(v));
    else if constexpr (std::convertible_to<T, std::chrono::nanoseconds>)
        return duration_text(v);
    else if constexpr (requires { name_of(v); })
        return std::string{name_of(v)};
    else if constexpr (requires { v.num, v.den; })
        return joined({real_text(static_cast<double>(v.num) / static_cast<double>(v.den)), " Hz"});
    else if constexpr (requires { v.steps, v.kept; })
        return joined({text_of(v.steps), " steps, ", text_of(v.kept), " kept"});
    else if constexpr (requires { v.frame, v.carried, v.step; })
        return joined({text_of(v.frame), " + ", text_of(v.carried), " carried, a step is ", text_of(v.step)});
    else if constexpr (requires { v.steps, v.dt, v.tail; })
        return joined({text_of(v.steps), " x ", text_of(v.dt)});
    else
        return "";
}

/// Returns true while the statements of a frame are recorded (traced) on this thread.
bool listening();
void note_hit(int file, int line);
void note_answer(int file, int line, bool answer);
void note_value(int file, int line, std::string_view name, std::string text);
/// Removes the first field's name and line number from `fields`, a list such as "steps 31 dt 32". Returns the name, and
/// stores the line number in `line`. Returns an empty name if the list is empty.
std::string_view next_field(std::string_view& fields, int& line);

/// Records that the statement that begins on line `line` of the file number `file` is about to run.
constexpr void hit(int file, int line)
{
    if (!std::is_constant_evaluated()) note_hit(file, line);
}

/// Records `answer`, the result of the condition on line `line` of the file number `file`, and returns it.
constexpr bool taken(int file, int line, bool answer)
{
    if (!std::is_constant_evaluated()) note_answer(file, line, answer);
    return answer;
}

/// Records the new value of the variable `name`, which is set on line `line` of the file number `file`.
template <class T>
constexpr void value(int file, int line, const char* name, const T& v)
{
    if (!std::is_constant_evaluated() && listening()) note_value(file, line, name, text_of(v));
}

/// Records the values of the fields of a struct that a function returns. `fields` is a list of field names with their
/// line numbers, such as "steps 31 dt 32".
template <class T>
void note_fields(int file, std::string_view fields, const T& v)
{
    int line = 0;
    for (std::string_view name = next_field(fields, line); !name.empty(); name = next_field(fields, line))
    {
        const auto note = [&](std::string_view field, const auto& is)
        {
            if (name == field) note_value(file, line, joined({".", field}), text_of(is));
        };
        note("steps", v.steps);
        if constexpr (requires { v.kept; }) note("kept", v.kept);
        if constexpr (requires { v.dt; })
        {
            note("dt", v.dt);
            note("dt_seconds", v.dt_seconds);
            note("tail", v.tail);
            note("stepped", v.stepped);
            note("carried", v.carried);
            note("dropped", v.dropped);
            note("filter_error", v.filter_error);
            note("alpha", v.alpha);
        }
    }
}

/// Records the value that a function returns on line `line` of the file number `file`, and returns it.
template <class T>
constexpr T returned(int file, int line, const char* fields, T v)
{
    if (std::is_constant_evaluated() || !listening()) return v;
    if constexpr (requires { v.steps; })
        if (*fields != '\0') return note_fields(file, fields, v), v;
    note_value(file, line, "", text_of(v));
    return v;
}

} // namespace source_trace
