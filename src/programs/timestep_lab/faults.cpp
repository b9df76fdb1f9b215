// timestep_lab faults -- kinds of uneven motion, and which smoothness metrics see them
#include "lab/metrics/faults.hpp"
#include "base/files.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "lab/settings/configuration_string.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <vector>

namespace timestep_lab
{

namespace
{

struct FaultsOptions
{
    std::string csv_file;
    bool prints_json = false;
};

void write_csv(const std::string& file, std::span<const lab::FaultCells> rows)
{
    base::AtomicFileWriter csv{base::path_from_utf8(file)};
    csv.add_line("fault,visible,metric,value,even_min,even_max,mark");
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < rows[i].size(); ++j)
        {
            const lab::FaultCell& cell = rows[i][j];
            csv.add_line("{},{},{},{},{},{},{}", lab::all_faults()[i].key, lab::all_faults()[i].is_visible,
                         lab::smoothness_metrics()[j].key, csv_number(cell.value), csv_number(cell.even_min),
                         csv_number(cell.even_max), name_of(cell.mark));
        }
    finish_csv(csv);
}

Json table_json(std::span<const lab::FaultCells> rows)
{
    Json metrics = Json::array(), faults = Json::array();
    for (const telemetry::MetricDefinition& metric : lab::smoothness_metrics())
        metrics.push_back({{"key", metric.key},
                           {"title", metric.name},
                           {"unit", metric.unit},
                           {"definition", metric.definition},
                           {"source", metric.source}});
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const lab::Fault& fault = lab::all_faults()[i];
        Json cells = Json::object();
        for (std::size_t j = 0; j < rows[i].size(); ++j)
        {
            const lab::FaultCell& cell = rows[i][j];
            cells[std::string{lab::smoothness_metrics()[j].key}] = {{"value", cell.value}, // NaN becomes null
                                                                    {"even_min", cell.even_min},
                                                                    {"even_max", cell.even_max},
                                                                    {"mark", name_of(cell.mark)}};
        }
        faults.push_back({{"key", fault.key},
                          {"title", fault.title},
                          {"cause", fault.cause},
                          {"visible", fault.is_visible},
                          {"command", fault.command()},
                          {"set_up", lab::percent_encoded_configuration({.lane = fault.setup().config})},
                          {"metrics", std::move(cells)}});
    }
    return {{"seconds", timestep::to_seconds(lab::fault_run_time)},
            {"marks", lab::mark_explanation()},
            {"metrics", metrics},
            {"faults", faults}};
}

void print_table(std::span<const lab::FaultCells> rows)
{
    constexpr int title_width = 27, cell_width = 11;
    std::vector<std::vector<std::string>> headings;
    std::size_t line_count = 0;
    for (const telemetry::MetricDefinition& metric : lab::smoothness_metrics())
    {
        headings.push_back(lab::heading_lines(metric, cell_width - 1));
        line_count = std::max(line_count, headings.back().size());
    }
    for (std::size_t line = 0; line < line_count; ++line)
    {
        base::print("{:<{}}", "", title_width);
        for (const std::vector<std::string>& heading : headings)
        {
            const std::size_t missing = line_count - heading.size(); // the headings end in the same line
            base::print("{:>{}} ", line < missing ? "" : heading[line - missing], cell_width - 1);
        }
        base::print("\n");
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const lab::Fault& fault = lab::all_faults()[i];
        if (i > 0 && lab::all_faults()[i - 1].is_visible && !fault.is_visible) base::print("without a fault:\n");
        base::print("{:<{}}", fault.title, title_width);
        for (const lab::FaultCell& cell : rows[i])
            base::print("{:>{}}{:<1}", cell_text(cell), cell_width - 1, text_of(cell.mark));
        base::print("\n");
    }
    base::print("\n{}\n\n", lab::mark_explanation());
    for (const telemetry::MetricDefinition& metric : lab::smoothness_metrics())
        base::print("{}: {} ({})\n", metric.name, metric.definition, metric.source);
    base::print("\n");
    for (const lab::Fault& fault : lab::all_faults())
        base::print("{}: {}\n    {}\n", fault.title, fault.cause, fault.command());
}

void run_faults_command(const FaultsOptions& options, bool quiet)
{
    require_usable_outputs({{"--csv", options.csv_file, true}});
    std::vector<lab::FaultCells> rows;
    {
        ProgressBar bar{"faults", quiet};
        for (const lab::Fault& fault : lab::all_faults())
        {
            rows.push_back(lab::compute_fault(fault));
            bar.set_progress(rows.size(), lab::all_faults().size());
        }
    }
    if (!options.csv_file.empty()) write_csv(options.csv_file, rows);
    if (options.prints_json)
        print_json(table_json(rows));
    else if (options.csv_file != "-")
        print_table(rows);
}

} // namespace

void add_faults_command(CLI::App& program)
{
    auto [command, options] = add_command<FaultsOptions>(
        program, "faults",
        "Run loops with kinds of uneven motion, and without, for a minute each, and print which smoothness metrics "
        "see them.",
        run_faults_command);
    add_flag(command, "--json", options.prints_json, "Print the table, with definitions and sources, as JSON.");
    add_option(command, "--csv", options.csv_file, "Write a CSV file with one row per cell; - for the terminal.",
               {.type = "FILE"});
}

} // namespace timestep_lab
