// bindings/c/timestep.cpp -- implements timestep.h
#include "timestep.h"

#include "timestep/build.hpp"
#include "timestep/presets.hpp"
#include "timestep/version.hpp"

#include <cstring>
#include <new>
#include <optional>

using timestep::Nanos;
using timestep::Presentation;
using timestep::StepPlan;

struct timestep_loop
{
    timestep::Loop loop;
};

static_assert(TIMESTEP_LATEST == int{static_cast<std::uint8_t>(Presentation::latest)} &&
              TIMESTEP_INTERPOLATE == int{static_cast<std::uint8_t>(Presentation::interpolate)} &&
              TIMESTEP_EXTRAPOLATE == int{static_cast<std::uint8_t>(Presentation::extrapolate)} &&
              TIMESTEP_RENDER_TICK == int{static_cast<std::uint8_t>(Presentation::render_tick)} &&
              TIMESTEP_STEP_AHEAD == int{static_cast<std::uint8_t>(Presentation::step_ahead)});

namespace
{
// Size of timestep_plan in the first version of this interface. No caller has a smaller struct.
constexpr std::uint32_t first_size = 96;
static_assert(sizeof(timestep_plan) >= first_size, "a field of timestep_plan was removed: raise TIMESTEP_ABI");

// Writes the fields that fit in the caller's struct, which can be of an older version.
void write(const StepPlan& from, timestep_plan& to)
{
    const timestep_plan all{.size = to.size,
                            .presentation = static_cast<std::uint32_t>(from.presentation),
                            .steps = from.steps,
                            .dt_ns = from.dt.count(),
                            .dt_seconds = from.dt_seconds,
                            .tail_ns = from.tail.count(),
                            .stepped_ns = from.stepped.count(),
                            .carried_ns = from.carried.count(),
                            .dropped_ns = from.dropped.count(),
                            .filter_error_ns = from.filter_error.count(),
                            .filtered_ns = from.filtered_frame_time.count(),
                            .alpha = from.alpha,
                            .time_to_next_step_ns = from.time_to_next_step().count()};
    std::memcpy(&to, &all, to.size < sizeof all ? to.size : sizeof all);
}

StepPlan read(const timestep_plan& from)
{
    return {.steps = from.steps,
            .dt = Nanos{from.dt_ns},
            .dt_seconds = from.dt_seconds,
            .tail = Nanos{from.tail_ns},
            .stepped = Nanos{from.stepped_ns},
            .carried = Nanos{from.carried_ns},
            .dropped = Nanos{from.dropped_ns},
            .filter_error = Nanos{from.filter_error_ns},
            .filtered_frame_time = Nanos{from.filtered_ns},
            .alpha = from.alpha,
            .presentation = static_cast<Presentation>(from.presentation)};
}

int error_in(const timestep_loop* loop, const timestep_plan* plan)
{
    if (loop == nullptr || plan == nullptr) return TIMESTEP_ERROR_ARGUMENT;
    return plan->size < first_size ? TIMESTEP_ERROR_SIZE : 0;
}
} // namespace

std::uint32_t timestep_abi() { return TIMESTEP_ABI; }

const char* timestep_version() { return TIMESTEP_VERSION; }

std::size_t timestep_preset_count() { return timestep::all_presets.size(); }

const char* timestep_preset_name(std::size_t index)
{
    return index < timestep::all_presets.size() ? timestep::all_presets[index].name.data() : nullptr;
}

timestep_loop* timestep_new(const char* preset, std::int64_t numerator, std::int64_t denominator)
{
    const timestep::Preset* found = preset == nullptr ? nullptr : timestep::find_preset(preset);
    if (found == nullptr) return nullptr;
    const bool is_own = numerator == 0 && denominator == 0;
    const auto rate = is_own ? std::optional{found->default_rate} : timestep::Rate::make(numerator, denominator);
    if (!rate) return nullptr;
    const timestep::Loop loop = (*found)(*rate);
    return check(loop) ? nullptr : new (std::nothrow) timestep_loop{loop};
}

void timestep_free(timestep_loop* loop) { delete loop; }

int timestep_set_rate(timestep_loop* loop, std::int64_t numerator, std::int64_t denominator)
{
    const auto rate = timestep::Rate::make(numerator, denominator);
    if (loop == nullptr || !rate) return TIMESTEP_ERROR_ARGUMENT;
    timestep::Loop changed = loop->loop;
    changed.set_rate(*rate);
    if (check(changed)) return TIMESTEP_ERROR_ARGUMENT;
    loop->loop = changed;
    return 0;
}

int timestep_plan_frame(timestep_loop* loop, std::int64_t frame_ns, std::int64_t refresh_period_ns, timestep_plan* plan)
{
    if (const int error = error_in(loop, plan)) return error;
    if (frame_ns < -TIMESTEP_MAX_FRAME_NS || frame_ns > TIMESTEP_MAX_FRAME_NS) return TIMESTEP_ERROR_ARGUMENT;
    if (refresh_period_ns < 0 || refresh_period_ns > TIMESTEP_MAX_FRAME_NS) return TIMESTEP_ERROR_ARGUMENT;
    write(loop->loop.plan({.frame_time = Nanos{frame_ns}, .refresh_period = Nanos{refresh_period_ns}}), *plan);
    return 0;
}

int timestep_give_back_unrun_steps(timestep_loop* loop, std::int64_t steps, std::int64_t tail_ns, timestep_plan* plan)
{
    if (const int error = error_in(loop, plan)) return error;
    const timestep::StepsLeft left{.steps = steps, .tail = Nanos{tail_ns}};
    if (!timestep::detail::are_last_steps(read(*plan), left)) return TIMESTEP_ERROR_ARGUMENT;
    write(loop->loop.give_back_unrun_steps(read(*plan), left), *plan);
    return 0;
}

std::int64_t timestep_discard_carried(timestep_loop* loop)
{
    return loop == nullptr ? 0 : loop->loop.discard_carried().count();
}

int timestep_wants_vsync(const timestep_loop* loop)
{
    return loop != nullptr && loop->loop.pacer.wants_vsync() ? 1 : 0;
}
