#include "views/phase.hpp"

#include "views/phase/portrait.hpp"

#include <algorithm>

namespace views
{

namespace
{
// Largest width in points of the stability diagram, which shows the steps with which the integrator is stable.
constexpr float stability_width = 300.0F;
// Smallest width in points of the phase portrait (position against velocity) when the stability diagram is beside it.
constexpr float least_portrait = 220.0F;
constexpr float plane_gap      = 24.0F; // distance in points between the phase portrait and the stability diagram
} // namespace

double newest_step(const telemetry::Frames& frames)
{
    constexpr std::size_t look_back = 600;
    for (std::size_t i = frames.size(), n = 0; i-- > 0 && n < look_back; ++n)
    {
        const timestep::StepPlan& plan = frames[i].plan;
        const double step = std::max(plan.steps > 0 ? plan.dt_seconds : 0.0, timestep::to_seconds(plan.tail));
        if (step > 0.0) return step;
    }
    return 0.0;
}

void draw_phase(draw::Picture& picture, const PhaseData& data, draw::Rect area, const PhaseStyle& style)
{
    picture.clear(area, style.theme.panel);
    if (data.world == nullptr) return;
    const float px      = style.scale;
    const float side    = std::min(stability_width * px, area.w * 0.46F);
    const bool beside   = data.world->stiffness().has_value() && area.w - side - plane_gap * px >= least_portrait * px;
    draw::Rect portrait = area;
    if (beside)
    {
        portrait.w -= side + plane_gap * px;
        phase::draw_stability(picture, data, {area.right() - side, area.y, side, area.h}, style);
    }
    phase::draw_portrait(picture, data, portrait, style);
}

} // namespace views
