#include "lab/lane/account.hpp"

#include "base/threads.hpp"
#include "lab/lane/chosen_loop.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace lab
{

namespace
{

// Runs a loop on a virtual PC without its world. The loop's decisions and time sums are the same as in a Lane.
class WorldlessRun
{
public:
    explicit WorldlessRun(LaneSetup setup)
        : setup_{std::move(setup)}
        , machine_{setup_.settings.machine}
        , pc_{machine_, setup_.settings.seed}
        , chosen_{setup_.settings.loop}
        , refresh_{pc_.refresh_period(machine_)}
    {
        initial_carried_ = chosen_.loop().carried();
    }

    bool has_next_frame(const RunLength& length) const
    {
        return !(setup_.recording && !setup_.recording->peek()) &&
               (!length.frames || account_.totals.frames < *length.frames) &&
               (!length.time || next_frame_at() <= *length.time) && (!length.ticks || account_.steps < *length.ticks);
    }
    Nanos next_frame_at() const
    {
        const auto recorded = setup_.recording ? setup_.recording->peek() : std::nullopt;
        return pc_.time() + (recorded ? *recorded : pc_.elapsed());
    }
    void simulate_frame();
    Account account() const
    {
        Account sum = account_;
        sum.carried = chosen_.carried() - initial_carried_;
        return sum;
    }

private:
    void run_steps(timestep::StepPlan& plan);
    void end_frame(const timestep::StepPlan& plan, bool recorded);
    void throw_if_too_long() const;

    LaneSetup setup_;
    const sim::MachineSettings& machine_;
    sim::VirtualPc pc_;
    ChosenLoop chosen_;
    Nanos refresh_;
    Nanos initial_carried_{};
    Account account_{};
};

void WorldlessRun::simulate_frame()
{
    const auto recorded = setup_.recording ? setup_.recording->next() : std::nullopt;
    if (!recorded && account_.totals.frames == 0 && chosen_.loop().pacer.waits_first())
        pc_.wait_first(chosen_.loop().pacer, machine_);
    const Nanos measured    = recorded ? pc_.begin_recorded_frame(*recorded) : pc_.begin_frame(machine_);
    timestep::StepPlan plan = chosen_.plan_frame({measured, refresh_}, machine_.step_cost);
    plan.dropped += chosen_.take_abandoned_time();
    account_.wall = pc_.time();
    run_steps(plan);
    account_.totals.add(measured, plan);
    throw_if_too_long();
    end_frame(plan, recorded.has_value());
}

// Spends the computing time of this frame's steps. When the steps have taken pc_.patience(), the time of the frame's
// remaining steps becomes dropped time.
void WorldlessRun::run_steps(timestep::StepPlan& plan)
{
    const Nanos cost = chosen_.has_thread() ? Nanos::zero() : machine_.step_cost;
    if (const Nanos budget = setup_.settings.loop.budget; budget > Nanos::zero() && cost > Nanos::zero())
    {
        const std::int64_t max_steps = (budget + cost - Nanos{1}) / cost;
        if (plan.steps + (plan.tail > Nanos::zero() ? 1 : 0) > max_steps)
            plan = chosen_.loop().give_back(
                plan, {.steps = std::max<std::int64_t>(plan.steps - max_steps, 0), .tail = plan.tail});
    }
    if (cost > Nanos::zero())
    {
        const std::int64_t max_patient_steps = (pc_.patience() + cost - Nanos{1}) / cost;
        if (plan.steps > max_patient_steps) drop_steps_after(max_patient_steps, plan);
        pc_.spend(cost * plan.steps);
    }
    account_.steps += plan.steps;
    if (plan.tail <= Nanos::zero()) return;
    pc_.spend(cost);
    ++account_.steps;
}

// The last frame of a recording is not ended, because its duration is unknown.
void WorldlessRun::end_frame(const timestep::StepPlan& plan, bool recorded)
{
    const bool rendered = chosen_.loop().pacer.renders(plan);
    if (recorded)
    {
        if (const auto next = setup_.recording->peek()) pc_.end_recorded_frame(machine_, rendered, *next);
        return;
    }
    pc_.end_frame(machine_, rendered);
    pc_.wait(chosen_.loop().pacer, plan);
}

void WorldlessRun::throw_if_too_long() const
{
    const Totals& t    = account_.totals;
    const auto longest = std::max({t.given, t.stepped, t.dropped, t.filter_error, account_.wall});
    if (longest > max_account_time || std::min({t.given, t.stepped, t.dropped, t.filter_error}) < -max_account_time)
        throw std::runtime_error("a time sum exceeds its limit of 146 years; run fewer frames");
}

} // namespace

Account account_of(LaneSetup setup, const RunLength& length)
{
    WorldlessRun run{std::move(setup)};
    Standstill standstill;
    while (run.has_next_frame(length))
    {
        standstill.check(run.next_frame_at());
        run.simulate_frame();
    }
    return run.account();
}

std::vector<Account> accounts_of(std::span<const LaneSetup> setups, const RunLength& length)
{
    std::vector<Account> accounts(setups.size());
    base::for_all_cores(setups.size(), [&](std::size_t i) { accounts[i] = account_of(setups[i], length); });
    return accounts;
}

} // namespace lab
