#include "lab/lane/time_balance.hpp"

#include "base/threads.hpp"
#include "lab/lane/chosen_loop.hpp"
#include "timestep/loop.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace lab
{

namespace
{

// A game loop on a simulated PC, without physics.
struct BareLoopRun
{
    explicit BareLoopRun(LaneSetup lane_setup)
        : setup{std::move(lane_setup)}
    {
        if (auto loop = start_foreign_loop(setup, pc)) chosen_loop.use_foreign_loop(std::move(loop));
    }

    LaneSetup setup;
    sim::VirtualPc pc{setup.config.seed};
    ChosenLoop chosen_loop{setup.config.loop};
    TimeBalance balance{.carried_time_change =
                            -chosen_loop.carried_time_including_thread()}; // without the carried time at the end

    void simulate_frame();
    timestep::StepPlan run_steps(Nanos frame_time);
};

// Returns the number of steps that begin within `limit`, if the first one begins at 0. `step_cost` must not be 0.
std::int64_t step_count_within(Nanos limit, Nanos step_cost) { return (limit + step_cost - Nanos{1}) / step_cost; }

std::int64_t step_count_with_tail(const timestep::StepPlan& plan)
{
    return plan.steps + (plan.tail > Nanos::zero() ? 1 : 0);
}

void BareLoopRun::simulate_frame()
{
    const sim::MachineSettings& machine = setup.config.machine;
    timestep::LoopPacer& pacer = chosen_loop.running_loop().pacer;
    const auto recorded_frame_time = setup.recording ? setup.recording->take_next_frame_time() : std::nullopt;
    if (recorded_frame_time)
    {
        const timestep::StepPlan plan = run_steps(pc.begin_frame(machine, recorded_frame_time));
        if (const auto next_frame_time = setup.recording->peek_next_frame_time())
            pc.end_frame(machine, chosen_loop.renders(plan), next_frame_time);
        return;
    }

    if (balance.totals.frame_count == 0 && pacer.waits_before_first_frame()) pc.wait_for_first_frame(pacer, machine);
    const timestep::StepPlan plan = run_steps(pc.begin_frame(machine));
    pc.end_frame(machine, chosen_loop.renders(plan));
    chosen_loop.wait_for_next_frame(pc, plan);
}

timestep::StepPlan BareLoopRun::run_steps(Nanos frame_time)
{
    const sim::MachineSettings& machine = setup.config.machine;
    timestep::StepPlan plan = chosen_loop.plan_frame({frame_time, pc.refresh_period(machine)}, machine.step_cost);
    const Nanos step_cost = chosen_loop.uses_thread() ? Nanos::zero() : machine.step_cost;
    if (step_cost > Nanos::zero())
    {
        const Nanos step_budget = setup.config.loop.step_budget;
        const std::int64_t max_steps_in_budget = step_count_within(step_budget, step_cost);
        if (step_budget > Nanos::zero() && step_count_with_tail(plan) > max_steps_in_budget)
            plan = chosen_loop.give_back_unrun_steps(
                plan, {.steps = std::max<std::int64_t>(plan.steps - max_steps_in_budget, 0), .tail = plan.tail});
        const std::int64_t max_steps_in_time_limit = step_count_within(pc.stepping_time_limit(), step_cost);
        if (plan.steps > max_steps_in_time_limit) drop_steps_after(max_steps_in_time_limit, plan);
    }
    const std::int64_t step_count = step_count_with_tail(plan);
    pc.spend_computing_time(step_cost * step_count);
    balance.step_count += step_count;
    balance.last_frame_start = pc.frame_start_time();
    balance.totals.add_frame(frame_time, plan);
    const LaneTotals& totals = balance.totals;
    for (const Nanos sum :
         {totals.frame_time, totals.stepped_time, totals.dropped_time, totals.filter_error, balance.last_frame_start})
        if (sum > max_balance_time || sum < -max_balance_time)
            throw std::runtime_error("a time sum exceeds its limit of 146 years; run fewer frames");
    return plan;
}

} // namespace

TimeBalance compute_time_balance(LaneSetup setup, const RunLimits& limits)
{
    BareLoopRun run{std::move(setup)};
    ClockStandstillDetector standstill;
    while (has_next_frame(run.setup, run.pc, limits, run.balance.totals.frame_count, run.balance.step_count))
    {
        standstill.add_frame(next_frame_start_time(run.setup, run.pc));
        run.simulate_frame();
    }
    run.balance.carried_time_change += run.chosen_loop.carried_time_including_thread();
    if (const auto& loop = run.chosen_loop.foreign_loop()) run.balance.foreign_account = loop->account();
    return run.balance;
}

std::vector<TimeBalance> compute_time_balances(std::span<const LaneSetup> setups, const RunLimits& limits)
{
    std::vector<TimeBalance> balances(setups.size());
    base::parallel_for(setups.size(), [&](std::size_t i) { balances[i] = compute_time_balance(setups[i], limits); });
    return balances;
}

} // namespace lab
