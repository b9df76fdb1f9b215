// Measures the time per frame of the overlay for Dear ImGui (bindings/imgui), and of Dear ImGui's metrics window for
// comparison. There is no window: Dear ImGui builds its vertices, and nothing draws them.
#include "timestep_overlay.hpp"

#include "bench.hpp"
#include "timestep/presets/interpolated.hpp"

#include <random>

namespace
{
using Clock = std::chrono::steady_clock;

double micros(Clock::duration time) { return std::chrono::duration<double, std::micro>(time).count(); }

struct Times
{
    std::vector<double> metrics, overlay; // in us, one per frame

    static double mean(const std::vector<double>& times)
    {
        double sum = 0.0;
        for (const double t : times) sum += t;
        return sum / static_cast<double>(times.size());
    }
};

// Measures frames of about `frame`, each with both windows. Repeats a frame that another program has interrupted.
Times measure(timestep::Nanos frame, int frames)
{
    timestep::Overlay overlay;
    auto loop = hooked(timestep::presets::interpolated(timestep::hz(60)), overlay);
    std::mt19937 random{1};
    Times times;
    for (int i = 0; i < frames; ++i)
    {
        const timestep::Nanos jitter{static_cast<std::int64_t>(random() % 400'000) - 200'000};
        ImGui::NewFrame();
        const auto start = Clock::now();
        ImGui::ShowMetricsWindow();
        const auto middle = Clock::now();
        run_steps(loop.plan({.frame_time = frame + jitter}), [](double) {});
        overlay.draw();
        const auto end = Clock::now();
        ImGui::Render();
        const double metrics = micros(middle - start), shown = micros(end - middle);
        if (metrics > 1000.0 || shown > 1000.0) continue; // another program interrupted this frame
        times.metrics.push_back(metrics);
        times.overlay.push_back(shown);
    }
    return times;
}

} // namespace

int main()
{
    ImGui::CreateContext();
    ImGuiIO& io    = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1280.0F, 720.0F};
#if IMGUI_VERSION_NUM >= 19200
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#else
    unsigned char* pixels = nullptr;
    io.Fonts->GetTexDataAsRGBA32(&pixels, nullptr, nullptr);
#endif
    bench::print("the overlay (plan, hooks, draw) beside ImGui::ShowMetricsWindow(), Dear ImGui {}, {}\n",
                 ImGui::GetVersion(), bench::cpu_name());
    for (const int fps : {30, 60, 144, 1000})
    {
        const Times times = measure(timestep::Nanos{1'000'000'000 / fps}, bench::rounds(60'000));
        if (times.metrics.empty()) continue;
        const double metrics = Times::mean(times.metrics), overlay = Times::mean(times.overlay);
        bench::print("{:>4} fps: metrics window {:.2f} us a frame, overlay {:.2f} us, {:.3f} of it\n", fps, metrics,
                     overlay, overlay / metrics);
    }
    ImGui::DestroyContext();
}
