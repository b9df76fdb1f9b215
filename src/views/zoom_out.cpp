#include "views/zoom_out.hpp"

#include <algorithm>
#include <cmath>

namespace views
{

namespace
{
// Distance from the middle of the loop's picture, as a share of half its width. If a body is farther away, the camera
// zooms out.
constexpr double margin      = 0.85;
constexpr double gone        = 1e6;  // position in metres; a body farther out is ignored
constexpr double come_back   = -0.5; // change of the zoom factor while the camera returns, in powers of ten per second
constexpr double look_back_s = 12.0; // in seconds; frames older than this have no effect on the camera
} // namespace

double zoom_out(const telemetry::Frames& frames, const scenes::Camera& camera, draw::Rect area)
{
    if (frames.empty() || !(std::abs(frames.back().shown_x) < gone)) return 1.0;
    const double left   = camera.metres({area.x, 0}).x;
    const double right  = camera.metres({area.right(), 0}).x;
    const double middle = 0.5 * (left + right);
    const double reach  = margin * 0.5 * (right - left);
    double out          = 1.0;
    for (std::size_t i = frames.size(); i-- > 0;)
    {
        const telemetry::FrameSample& f = frames[i];
        const double age                = timestep::to_seconds(frames.back().wall - f.wall);
        if (age > look_back_s) break;
        const double then = std::abs(f.shown_x) < gone ? std::abs(f.shown_x - middle) / reach : 0.0;
        // `then` is the zoom factor that this frame needed; its effect falls with the age. The power is at most 1.
        // So if `then` is at most `out`, the largest factor so far, this frame cannot raise `out`: nothing is computed.
        if (then > out) out = std::max(out, then * std::pow(10.0, come_back * age));
        if ((f.events & (telemetry::reset | telemetry::loop_changed)) != 0) break;
    }
    return out;
}

} // namespace views
