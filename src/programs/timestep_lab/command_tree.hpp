// programs/timestep_lab/command_tree.hpp -- the whole command line as plain data: shells complete by it, and the man
// page is made of it
#pragma once

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace timestep_lab
{

struct OptionFacts
{
    std::vector<std::string> names{}; ///< with their dashes, short ones first; a positional's only name has none
    std::string value{};              ///< what follows, as in --help: "FILE"; empty for a flag
    std::string what;                 ///< its description
    std::string fallback;             ///< what it is when not given; empty for nothing
    std::string group;                ///< "Options" unless it is one of many
    std::vector<std::string> choices{};
    bool positional = false;
    bool required   = false;
    bool repeats    = false; ///< may be given more than once, or with several values

    bool is_flag() const { return value.empty() && !positional; }
    bool takes_file() const { return value.find("FILE") != value.npos; }
    bool takes_list() const { return value.ends_with(",..."); } ///< with commas between
};

struct CommandFacts
{
    std::string name;
    std::string what;
    std::vector<OptionFacts> options; ///< in the order of --help, positionals among them
};

struct ProgramFacts
{
    std::string name;
    std::string what;
    std::vector<OptionFacts> options; ///< of the program itself; they may come after a subcommand, too
    std::vector<CommandFacts> commands;
};

ProgramFacts facts_of(const CLI::App& program);

} // namespace timestep_lab
