// programs/timestep_lab/completion.hpp -- completes a command line for bash, zsh and fish
#pragma once

#include <CLI/App.hpp>

#include <span>
#include <string>
#include <string_view>

namespace timestep_lab
{

/// The first argument with which the shells' scripts (assets/completions) call the program; the words to complete
/// follow it.
constexpr std::string_view complete_flag = "--complete";

/// Returns the completions of the last of `words`, which are the words after the program's name. The first line
/// contains `files` if the shell also completes names of files, and `nospace` if no blank follows a completion. Each
/// further line has the whole new word and, after a tab, its description.
std::string completions(const CLI::App& program, std::span<const char* const> words);

} // namespace timestep_lab
