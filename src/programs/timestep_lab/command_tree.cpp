#include "programs/timestep_lab/command_tree.hpp"

#include "programs/timestep_lab/choices.hpp"

namespace timestep_lab
{

namespace
{

OptionFacts option_facts(const CLI::Option& option)
{
    OptionFacts facts{.what       = option.get_description(),
                      .fallback   = option.get_default_str(),
                      .group      = option.get_group(),
                      .choices    = choices_of(option),
                      .positional = option.get_positional(),
                      .required   = option.get_required(),
                      .repeats    = option.get_expected_max() > 1};
    for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
    if (facts.positional) facts.names = {option.get_name()};
    if (option.get_items_expected_max() > 0) facts.value = option.get_type_name();
    return facts;
}

std::vector<OptionFacts> options_of(const CLI::App& app)
{
    std::vector<OptionFacts> all;
    for (const CLI::Option* option : app.get_options()) all.push_back(option_facts(*option));
    return all;
}

} // namespace

ProgramFacts facts_of(const CLI::App& program)
{
    ProgramFacts facts{program.get_name(), program.get_description(), options_of(program), {}};
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
        facts.commands.push_back({command->get_name(), command->get_description(), options_of(*command)});
    return facts;
}

} // namespace timestep_lab
