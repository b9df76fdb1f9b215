#include "programs/timestep_lab/run_account.hpp"

#include "base/message.hpp"
#include "lab/lane/account.hpp"
#include "programs/timestep_lab/print_json.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

namespace timestep_lab
{

namespace
{

struct AccountColumn
{
    std::string_view title;
    std::int64_t (*get)(const lab::Account&);
};

constexpr std::array columns{
    AccountColumn{"frames", [](const lab::Account& a) -> std::int64_t { return a.totals.frames; }},
    AccountColumn{"steps", [](const lab::Account& a) -> std::int64_t { return a.totals.steps; }},
    AccountColumn{"in_ns", [](const lab::Account& a) -> std::int64_t { return a.totals.in.count(); }},
    AccountColumn{"stepped_ns", [](const lab::Account& a) -> std::int64_t { return a.totals.stepped.count(); }},
    AccountColumn{"carried_ns", [](const lab::Account& a) -> std::int64_t { return a.carried.count(); }},
    AccountColumn{"dropped_ns", [](const lab::Account& a) -> std::int64_t { return a.totals.dropped.count(); }},
    AccountColumn{"filter_error_ns",
                  [](const lab::Account& a) -> std::int64_t { return a.totals.filter_error.count(); }},
    AccountColumn{"missing_ns", [](const lab::Account& a) -> std::int64_t { return a.missing().count(); }},
};

void print_table(std::span<const lab::LaneSetup> setups, const std::vector<lab::Account>& accounts)
{
    std::vector<std::vector<std::string>> rows{{"lane"}};
    for (const AccountColumn& column : columns) rows.front().emplace_back(column.title);
    for (std::size_t i = 0; i < setups.size(); ++i)
    {
        rows.push_back({setups[i].name});
        for (const AccountColumn& column : columns) rows.back().push_back(fmt::format("{}", column.get(accounts[i])));
    }
    std::vector<std::size_t> widths(rows.front().size());
    for (const auto& row : rows)
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    for (const auto& row : rows)
    {
        base::print("{:<{}}", row[0], widths[0]);
        for (std::size_t c = 1; c < row.size(); ++c) base::print("  {:>{}}", row[c], widths[c]);
        base::print("\n");
    }
}

void print_lanes(std::span<const lab::LaneSetup> setups, const std::vector<lab::Account>& accounts)
{
    auto lanes = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < setups.size(); ++i)
    {
        nlohmann::ordered_json lane{{"name", setups[i].name}};
        for (const AccountColumn& column : columns) lane[std::string{column.title}] = column.get(accounts[i]);
        lanes.push_back(lane);
    }
    print_json({{"lanes", lanes}});
}

void tell_rate(const std::vector<lab::Account>& accounts, std::chrono::duration<double> took)
{
    double frames = 0.0;
    for (const lab::Account& account : accounts) frames += static_cast<double>(account.totals.frames);
    base::tell("timestep_lab", fmt::format("{:.0f} frames in {:.1f} s: {:.1f} million a second", frames, took.count(),
                                           frames / std::max(took.count(), 1e-9) * 1e-6));
}

} // namespace

void print_accounts(std::span<const lab::LaneSetup> setups, const lab::RunLength& length, bool json)
{
    const auto begin    = std::chrono::steady_clock::now();
    const auto accounts = lab::accounts_of(setups, length);
    const auto took     = std::chrono::steady_clock::now() - begin;
    json ? print_lanes(setups, accounts) : print_table(setups, accounts);
    base::flush(); // If the output cannot be written, flush() throws, and nothing else must be on the standard error.
    tell_rate(accounts, took);
    for (std::size_t i = 0; i < setups.size(); ++i)
        if (const auto missing = accounts[i].missing().count(); missing != 0)
            throw std::runtime_error(fmt::format("{}: {} ns are missing; please report it", setups[i].name, missing));
}

} // namespace timestep_lab
