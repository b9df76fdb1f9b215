// timestep_lab completion -- prints a script with which a shell completes this program's command line
#include "base/message.hpp"
#include "base/text.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/shells/shells.hpp"

#include <fmt/format.h>

#include <memory>

namespace timestep_lab
{

namespace
{

void print_completion(const std::string& name, const CLI::App& program)
{
    std::vector<std::string_view> names;
    for (const Shell& shell : all_shells)
    {
        if (shell.name == name)
        {
            base::print_text(shell.write(facts_of(program)));
            return;
        }
        names.push_back(shell.name);
    }
    throw BadInput{base::Verbatim{base::unknown("shell", name, names)}};
}

} // namespace

void add_completion(CLI::App& program)
{
    CLI::App* command = program.add_subcommand("completion", "Print what a shell needs to complete this command line.");
    auto shell        = std::make_shared<std::string>();
    command->add_option("shell", *shell, "Whose completion; write it to the file that the shell looks for.")
        ->type_name("bash|zsh|fish")
        ->required();
    std::string places = "Where it goes, for you alone:\n";
    for (const Shell& s : all_shells)
        places += fmt::format("  timestep_lab completion {:<4} > ~/{}\n", s.name, s.place);
    command->footer(places + "zsh also wants `fpath+=(~/.zfunc)` before `compinit` in ~/.zshrc.");
    command->callback([shell, command] { print_completion(*shell, *command->get_parent()); });
}

} // namespace timestep_lab
