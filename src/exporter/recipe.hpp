// exporter/recipe.hpp -- a loop in the notation, put together from its five axes
#pragma once

#include "timestep/loop.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace exporter
{

/// The whole of `loop`, at its start: plan(frame_ns), and pace(...) where its pacer waits on a clock.
std::string recipe(const timestep::Loop& loop);

// What that is put together from, one file an axis.

/// A number of a recipe, as code and for people.
struct Blank
{
    Blank(std::string_view blank, std::int64_t value);
    Blank(std::string_view blank, timestep::Nanos value);
    Blank(std::string_view blank, double value);
    Blank(std::string_view blank, std::string value);

    std::string_view name;
    std::string code; ///< stands where the text has $name
    std::string text; ///< stands where the text has $name:text, as in "250 ms"
};
std::string fill(std::string_view text, std::initializer_list<Blank> blanks);

/// What a policy is asked about, in the names of a stepper's recipe.
struct Account
{
    std::string_view carried{}; ///< what earlier frames left; empty when nothing is
    std::int64_t per_ns   = 1;  ///< units in a nanosecond ...
    std::int64_t ns_per   = 1;  ///< ... or nanoseconds in a unit
    std::int64_t step     = 1;  ///< units in a step
    bool rest_is_step_too = false;
};

/// The method `filtered(frame)`; empty when the measured time is taken as it is.
std::string filter_recipe(const timestep::LoopFilter& filter);
/// From `due` and what is carried to `steps` and `kept`.
std::string overload_recipe(const timestep::LoopOverload& overload, const Account& account);
/// Whether that policy can give up on time, rather than run or keep all of it.
bool gives_up(const timestep::LoopOverload& overload);
/// From `frame` to the end of plan; `last_words` come before it gives its fields.
std::string stepper_recipe(const timestep::Loop& loop, const std::string& last_words);
/// The method `pace`, and what plan has to note for it.
struct PacerRecipe
{
    std::string method;
    std::string note; ///< may use `steps` and `alpha`
};
PacerRecipe pacer_recipe(const timestep::Loop& loop);

} // namespace exporter
