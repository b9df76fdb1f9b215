// programs/timestep_lab/command_tree.hpp -- the commands and options of the program as plain data, for shell completion
// and the manual page
#pragma once

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace timestep_lab
{

struct OptionFacts
{
    std::vector<std::string> names{}; ///< with dashes, short names first; a positional has one name without dashes
    std::string value{};              ///< type of the value as shown by --help, such as "FILE"; empty for a flag
    std::string what;                 ///< description
    std::string fallback;             ///< default value; empty for none
    std::string group;                ///< heading in --help; "Options" for most options
    std::vector<std::string> choices{};
    bool positional = false;
    bool required   = false;
    bool repeats    = false; ///< the option takes several values, or can be given several times

    bool is_flag() const { return value.empty() && !positional; }
    bool takes_file() const { return value.find("FILE") != value.npos; }
    bool takes_list() const { return value.ends_with(",..."); } ///< takes several values, separated by commas
};

struct CommandFacts
{
    std::string name;
    std::string what;
    std::vector<OptionFacts> options; ///< options and positionals in the order of --help
};

struct ProgramFacts
{
    std::string name;
    std::string what;
    std::vector<OptionFacts> options; ///< options of the program itself; they can also follow a subcommand
    std::vector<CommandFacts> commands;
};

/// Returns the options of `program` and of its subcommands.
ProgramFacts facts_of(const CLI::App& program);

} // namespace timestep_lab
