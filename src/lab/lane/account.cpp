#include "lab/lane/account.hpp"

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

// Runs a loop on a virtual PC without a simulated world. Frame times and steps are as in a Lane on the same PC.
class WorldlessRun
{
public:
    explicit WorldlessRun(LaneSetup setup)
        : setup_{std::move(setup)}
        , machine_{setup_.settings.machine}
        , pc_{setup_.settings.seed}
        , chosen_loop_{setup_.settings.loop}
        , refresh_period_{pc_.refresh_period(machine_)}
        , initial_carried_{chosen_loop_.loop().carried()}
    {
    }
    WorldlessRun(const WorldlessRun&)   = delete; // `machine_` refers to `setup_`
    void operator=(const WorldlessRun&) = delete;

    bool has_next_frame(const RunLimits& limits) const
    {
        return !(setup_.recording && !setup_.recording->peek()) &&
               (!limits.frames || balance_.totals.frames < *limits.frames) &&
               (!limits.time || next_frame_start_time() <= *limits.time) &&
               (!limits.ticks || balance_.step_count < *limits.ticks);
    }
    Nanos next_frame_start_time() const
    {
        const auto recorded_frame_time = setup_.recording ? setup_.recording->peek() : std::nullopt;
        return pc_.frame_start_time() + (recorded_frame_time ? *recorded_frame_time : pc_.elapsed());
    }
    void simulate_frame();
    TimeBalance balance() const
    {
        TimeBalance result = balance_;
        result.carried     = chosen_loop_.carried() - initial_carried_;
        return result;
    }

private:
    void limit_and_spend_steps(timestep::StepPlan& plan);
    void end_frame(const timestep::StepPlan& plan, bool is_recorded);
    void throw_if_sum_exceeds_limit() const;

    LaneSetup setup_;
    const sim::MachineSettings& machine_;
    sim::VirtualPc pc_;
    ChosenLoop chosen_loop_;
    Nanos refresh_period_;
    Nanos initial_carried_;
    TimeBalance balance_{};
};

void WorldlessRun::simulate_frame()
{
    const auto recorded_frame_time = setup_.recording ? setup_.recording->take_next() : std::nullopt;
    if (!recorded_frame_time && balance_.totals.frames == 0 && chosen_loop_.loop().pacer.waits_first())
        pc_.wait_first(chosen_loop_.loop().pacer, machine_);
    const Nanos frame_time =
        recorded_frame_time ? pc_.begin_recorded_frame(*recorded_frame_time) : pc_.begin_frame(machine_);
    timestep::StepPlan plan = chosen_loop_.plan_frame({frame_time, refresh_period_}, machine_.step_cost);
    balance_.wall_time      = pc_.frame_start_time();
    limit_and_spend_steps(plan);
    balance_.totals.add_frame(frame_time, plan);
    throw_if_sum_exceeds_limit();
    end_frame(plan, recorded_frame_time.has_value());
}

// Removes the steps that begin too late from the plan, and spends the computing time of the others. Steps after the
// step budget are given back to the loop. Steps after pc_.step_time_limit() are dropped.
void WorldlessRun::limit_and_spend_steps(timestep::StepPlan& plan)
{
    const Nanos step_cost = chosen_loop_.uses_thread() ? Nanos::zero() : machine_.step_cost;
    if (const Nanos budget = setup_.settings.loop.step_budget; budget > Nanos::zero() && step_cost > Nanos::zero())
    {
        const std::int64_t max_steps_in_budget = (budget + step_cost - Nanos{1}) / step_cost;
        if (plan.steps + (plan.tail > Nanos::zero() ? 1 : 0) > max_steps_in_budget)
            plan = chosen_loop_.loop().give_back(
                plan, {.steps = std::max<std::int64_t>(plan.steps - max_steps_in_budget, 0), .tail = plan.tail});
    }
    if (step_cost > Nanos::zero())
    {
        const std::int64_t max_steps_in_time_limit = (pc_.step_time_limit() + step_cost - Nanos{1}) / step_cost;
        if (plan.steps > max_steps_in_time_limit) drop_steps_after(max_steps_in_time_limit, plan);
        pc_.spend_computing_time(step_cost * plan.steps);
    }
    balance_.step_count += plan.steps;
    if (plan.tail <= Nanos::zero()) return;
    pc_.spend_computing_time(step_cost);
    ++balance_.step_count;
}

// Ends the frame on the virtual PC, unless it is the last frame of a recording, whose duration is unknown.
void WorldlessRun::end_frame(const timestep::StepPlan& plan, bool is_recorded)
{
    const bool rendered = chosen_loop_.loop().pacer.renders(plan);
    if (is_recorded)
    {
        if (const auto next = setup_.recording->peek()) pc_.end_recorded_frame(machine_, rendered, *next);
        return;
    }
    pc_.end_frame(machine_, rendered);
    pc_.wait(chosen_loop_.loop().pacer, plan);
}

void WorldlessRun::throw_if_sum_exceeds_limit() const
{
    const LaneTotals& t    = balance_.totals;
    const auto longest_sum = std::max({t.frame_time, t.stepped, t.dropped, t.filter_error, balance_.wall_time});
    if (longest_sum > max_balance_time ||
        std::min({t.frame_time, t.stepped, t.dropped, t.filter_error}) < -max_balance_time)
        throw std::runtime_error("a time sum exceeds its limit of 146 years; run fewer frames");
}

} // namespace

TimeBalance compute_time_balance(LaneSetup setup, const RunLimits& limits)
{
    WorldlessRun run{std::move(setup)};
    StandstillDetector standstill;
    while (run.has_next_frame(limits))
    {
        standstill.throw_if_standstill(run.next_frame_start_time());
        run.simulate_frame();
    }
    return run.balance();
}

std::vector<TimeBalance> compute_time_balances(std::span<const LaneSetup> setups, const RunLimits& limits)
{
    std::vector<TimeBalance> balances(setups.size());
    base::parallel_for(setups.size(), [&](std::size_t i) { balances[i] = compute_time_balance(setups[i], limits); });
    return balances;
}

} // namespace lab
