// programs/timestep_lab/command_tree.hpp -- describes the subcommands and options of the program as data, for shell
// completion and the manual page
#pragma once

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace timestep_lab
{

struct OptionFacts
{
    /// The option's names with dashes, short names first. A positional argument has one name without dashes.
    std::vector<std::string> names{};
    std::string value{};  ///< type of the value as in --help, such as "FILE"; empty for an option without a value
    std::string what;     ///< description of the option
    std::string fallback; ///< default value; empty if there is none
    std::string group;    ///< heading of the option in --help; "Options" for most options
    std::vector<std::string> choices{};
    bool positional = false;
    bool required   = false;
    bool repeats    = false; ///< true if the option takes several values, or can be given several times

    bool is_flag() const { return value.empty() && !positional; }
    bool takes_file() const { return value.find("FILE") != value.npos; }
    bool takes_list() const { return value.ends_with(",..."); } ///< takes several values, separated by commas
};

struct CommandFacts
{
    std::string name;
    std::string what;
    std::vector<OptionFacts> options; ///< options and positional arguments, in the order of --help
};

struct ProgramFacts
{
    std::string name;
    std::string what;
    std::vector<OptionFacts> options; ///< options of the whole program; they can also follow a subcommand
    std::vector<CommandFacts> commands;
};

/// Returns a description of all subcommands and options of the program.
ProgramFacts facts_of(const CLI::App& program);

} // namespace timestep_lab
