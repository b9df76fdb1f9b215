// programs/timestep_lab/shells/shells.hpp -- generates completion scripts for bash, zsh and fish
#pragma once

#include "programs/timestep_lab/command_tree.hpp"

#include <array>
#include <string>
#include <string_view>

namespace timestep_lab
{

std::string bash_completion(const ProgramFacts& program);
std::string zsh_completion(const ProgramFacts& program);
std::string fish_completion(const ProgramFacts& program);

struct Shell
{
    std::string_view name;
    std::string_view place; ///< path, relative to the home folder, at which the user should save the script
    std::string (*write)(const ProgramFacts&);
};

inline constexpr std::array all_shells{
    Shell{"bash", ".local/share/bash-completion/completions/timestep_lab", bash_completion},
    Shell{"zsh", ".zfunc/_timestep_lab", zsh_completion},
    Shell{"fish", ".config/fish/completions/timestep_lab.fish", fish_completion},
};

/// Returns `text` in single quotes, as a POSIX shell needs it.
std::string single_quoted(std::string_view text);

} // namespace timestep_lab
