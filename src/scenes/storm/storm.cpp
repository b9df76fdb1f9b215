#include "scenes/storm/storm.hpp"

#include "base/number.hpp"
#include "base/threads.hpp"
#include "scenes/drawing/scene_drawing.hpp"
#include "sim/physics/portable_math.hpp"
#include "sim/physics/spring.hpp"
#include "timestep/steady_clock.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{
constexpr int max_bands = 64; // a band: neighbouring rows of balls with equal springs
// Number of balls whose positions and velocities fit in the level-1 cache together.
constexpr std::size_t balls_per_block = 2048;
constexpr double wave_count = 3.0; // number of waves between the left and the right end at the start
// A smaller amount of work would be finished before a second thread has started.
constexpr double min_threaded_ball_substeps = 300'000;

// A step of a spring: first the velocity changes (kick), then the position (drift).
struct KickDrift
{
    float kick;
    float drift;
    float velocity_scale;

    void operator()(float x, float v, float& new_x, float& new_v) const
    {
        const float kicked_v = v + kick * x;
        new_x = x + drift * kicked_v;
        new_v = velocity_scale * kicked_v;
    }
};

struct KickDriftKick
{
    float kick;
    float drift;
    float velocity_scale;
    float second_kick;

    void operator()(float x, float v, float& new_x, float& new_v) const
    {
        const float kicked_v = v + kick * x;
        const float drifted_x = x + drift * kicked_v;
        new_x = drifted_x;
        new_v = velocity_scale * kicked_v + second_kick * drifted_x;
    }
};

// A step of a spring as a 2 x 2 matrix of floats. Their rounding changes the spring's energy by 1e-7 per step.
struct MatrixStep
{
    float xx;
    float xv;
    float vx;
    float vv;

    void operator()(float x, float v, float& new_x, float& new_v) const
    {
        new_x = xx * x + xv * v;
        new_v = vx * x + vv * v;
    }
};

// Innermost loop, which the compiler vectorizes. Balls are independent, so the vector width does not change results.
[[gnu::always_inline]] inline void step_in_place(auto step_form, float* __restrict x, float* __restrict v,
                                                 std::size_t ball_count)
{
    for (std::size_t i = 0; i < ball_count; ++i) step_form(x[i], v[i], x[i], v[i]);
}

[[gnu::always_inline]] inline void step_into(auto step_form, const float* __restrict x, float* __restrict next_x,
                                             float* __restrict v, std::size_t ball_count)
{
    for (std::size_t i = 0; i < ball_count; ++i) step_form(x[i], v[i], next_x[i], v[i]);
}

// Runs all steps in place in `x`, but the last one into `next_x`, for interpolation between the last two states.
[[gnu::always_inline]] inline void step_block(auto step_form, float* x, float* next_x, float* v, std::size_t ball_count,
                                              std::int64_t step_count, int substep_count)
{
    for (std::int64_t i = 0; i < (step_count - 1) * substep_count; ++i) step_in_place(step_form, x, v, ball_count);
    step_into(step_form, x, next_x, v, ball_count);
    for (int i = 1; i < substep_count; ++i) step_in_place(step_form, next_x, v, ball_count);
}

void step_block_baseline(auto step_form, float* x, float* next_x, float* v, std::size_t ball_count,
                         std::int64_t step_count, int substep_count)
{
    step_block(step_form, x, next_x, v, ball_count, step_count, substep_count);
}

// The innermost loops with AVX2. They use no fused multiply-add, so their results are the same as without AVX2.
#if defined(__x86_64__) && !defined(__AVX2__)
[[gnu::target("avx2")]] void step_block_avx2(auto step_form, float* x, float* next_x, float* v, std::size_t ball_count,
                                             std::int64_t step_count, int substep_count)
{
    step_block(step_form, x, next_x, v, ball_count, step_count, substep_count);
}
const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
#endif

template <class StepForm>
auto fastest_step_block()
{
#if defined(__x86_64__) && !defined(__AVX2__)
    if (has_avx2) return step_block_avx2<StepForm>;
#endif
    return step_block_baseline<StepForm>;
}

void call_with_step_form(const sim::LinearStep& matrix, auto&& use)
{
    const auto to_float = [](double number) { return static_cast<float>(number); };
    const double determinant = matrix.determinant();
    const double kick = (matrix.xx - 1.0) / matrix.xv;
    const double second_kick = (matrix.vv - determinant) / matrix.xv;
    const bool is_small_kick = matrix.xv != 0.0 && kick * kick * std::abs(matrix.xv) <= 16.0 * std::abs(matrix.vx);
    if (!is_small_kick)
        use(MatrixStep{to_float(matrix.xx), to_float(matrix.xv), to_float(matrix.vx), to_float(matrix.vv)});
    else if (std::abs(second_kick * matrix.xv) < 1e-14)
        use(KickDrift{to_float(kick), to_float(matrix.xv), to_float(determinant)});
    else
        use(KickDriftKick{to_float(kick), to_float(matrix.xv), to_float(determinant), to_float(second_kick)});
}
} // namespace

Storm::GridSize Storm::grid_size(int ball_count)
{
    const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(ball_count * (16.0 / 9.0)))));
    return {.columns = columns, .rows = (ball_count + columns - 1) / columns};
}

int Storm::stiffness_band_count() const { return std::min(max_bands, grid_size(knobs.ball_count).rows); }

double Storm::band_spring_angular_frequency(int band_index) const
{
    const int interval_count = std::max(stiffness_band_count() - 1, 1);
    // Relative position of the band (rows of balls with equal springs): -1/2 for the first band, 1/2 for the last.
    const double relative_position = static_cast<double>(band_index) / interval_count - 0.5;
    return std::sqrt(knobs.stiffness) * (1.0 + knobs.frequency_spread * relative_position);
}

double Storm::angular_frequency(std::size_t ball_index) const
{
    const auto [columns, rows] = grid_size(knobs.ball_count);
    const auto row = static_cast<std::int64_t>(ball_index) / columns;
    return band_spring_angular_frequency(static_cast<int>(row * stiffness_band_count() / rows));
}

Storm::State Storm::initial_state() const
{
    const auto ball_count = static_cast<std::size_t>(knobs.ball_count);
    const auto column_count = static_cast<std::size_t>(grid_size(knobs.ball_count).columns);
    State state{.x = std::vector<float>(ball_count), .v = std::vector<float>(ball_count), .is_teleported = true};
    std::vector<sim::SinCos> phases(column_count);
    for (std::size_t i = 0; i < column_count; ++i)
        phases[i] = sim::sin_cos(sim::tau * wave_count * static_cast<double>(i) / static_cast<double>(column_count));
    for (std::size_t row = 0; row * column_count < ball_count; ++row)
    {
        const double angular_frequency_of_row = angular_frequency(row * column_count);
        for (std::size_t i = row * column_count; i < std::min(ball_count, (row + 1) * column_count); ++i)
        {
            state.x[i] = static_cast<float>(phases[i - row * column_count].cos);
            state.v[i] = static_cast<float>(-angular_frequency_of_row * phases[i - row * column_count].sin);
        }
    }
    state.previous_x = state.x;
    return state;
}

void Storm::prepare_bands(const Step& step) const
{
    Workspace& workspace = workspace_;
    if (!workspace.bands.empty() && workspace.knobs_used_for_bands == knobs &&
        workspace.step_used_for_bands.h == step.h && workspace.step_used_for_bands.integrator == step.integrator)
        return;
    workspace.knobs_used_for_bands = knobs;
    workspace.step_used_for_bands = step;
    workspace.is_stable = true;
    workspace.bands.clear();
    const GridSize ball_grid = grid_size(knobs.ball_count);
    const int band_count = stiffness_band_count();
    const auto first_ball = [&](int band_index)
    {
        const std::int64_t row = (std::int64_t{band_index} * ball_grid.rows + band_count - 1) / band_count;
        return static_cast<std::size_t>(std::min<std::int64_t>(row * ball_grid.columns, knobs.ball_count));
    };
    for (int band_index = 0; band_index < band_count; ++band_index)
    {
        const double substep_seconds = step.h / knobs.substep_count;
        const sim::LinearStep substep_matrix = sim::spring_step(
            step.integrator, band_spring_angular_frequency(band_index), knobs.damping_ratio, substep_seconds);
        workspace.is_stable = workspace.is_stable && sim::spectral_radius(substep_matrix) <= 1.0 + 1e-9;
        workspace.bands.push_back({.begin_ball = first_ball(band_index),
                                   .end_ball = first_ball(band_index + 1),
                                   .substep_matrix = substep_matrix});
    }
}

void Storm::step_many(State& state, const Step& steps, sim::EventCounts& events) const
{
    if (state.has_blown_up || steps.step_count <= 0) return;
    state.is_teleported = false;
    const timestep::Nanos start_time = timestep::SteadyClock{}.now();
    prepare_bands(steps);

    // An unstable motion runs one step at a time, to stop right after the step that moves a ball out of bounds.
    const std::int64_t steps_at_once = workspace_.is_stable ? steps.step_count : 1;
    std::int64_t finished_step_count = 0;
    while (finished_step_count < steps.step_count && !state.has_blown_up)
    {
        run_steps(state, steps_at_once);
        state.has_blown_up = has_escaped_ball(state);
        finished_step_count += steps_at_once;
    }
    if (state.has_blown_up) count_blow_up(steps, events);

    const double seconds_per_step =
        timestep::to_seconds(timestep::SteadyClock{}.now() - start_time) / static_cast<double>(steps.step_count);
    double& smoothed_cost = workspace_.seconds_per_step;
    smoothed_cost = smoothed_cost > 0.0 ? smoothed_cost + 0.1 * (seconds_per_step - smoothed_cost) : seconds_per_step;
}

void Storm::run_steps(State& state, std::int64_t step_count) const
{
    const std::size_t ball_count = state.x.size();
    const double ball_substeps =
        static_cast<double>(ball_count) * static_cast<double>(step_count) * knobs.substep_count;
    const int thread_count = knobs.thread_count == 0 ? std::min(base::hardware_thread_count(), 16) : knobs.thread_count;
    if (thread_count == 1 || ball_substeps < min_threaded_ball_substeps)
        step_balls(state, step_count, 0, ball_count);
    else
    {
        auto& pool = workspace_.pool;
        if (!pool || pool->thread_count() != thread_count) pool = std::make_shared<base::WorkerPool>(thread_count);

        // With eight parts per thread, other threads can run the parts of a delayed thread.
        const std::size_t part_count = 8 * static_cast<std::size_t>(thread_count);
        const std::size_t balls_per_part = (ball_count / part_count / 16 + 1) * 16;
        pool->run_loop((ball_count + balls_per_part - 1) / balls_per_part,
                       [&](std::size_t part) {
                           step_balls(state, step_count, part * balls_per_part,
                                      std::min((part + 1) * balls_per_part, ball_count));
                       });
    }
    state.x.swap(state.previous_x);
}

void Storm::step_balls(State& state, std::int64_t step_count, std::size_t begin_ball, std::size_t end_ball) const
{
    const auto& bands = workspace_.bands;
    auto band = std::upper_bound(bands.begin(), bands.end(), begin_ball,
                                 [](std::size_t i, const Band& b) { return i < b.end_ball; });
    std::size_t block_begin = begin_ball;
    while (block_begin < end_ball)
    {
        const std::size_t band_part_end = std::min(end_ball, band->end_ball);
        const auto step_blocks_of_band = [&](auto step_form)
        {
            const auto step_this_block = fastest_step_block<decltype(step_form)>();
            while (block_begin < band_part_end)
            {
                const std::size_t block_size = std::min(balls_per_block, band_part_end - block_begin);
                step_this_block(step_form, &state.x[block_begin], &state.previous_x[block_begin], &state.v[block_begin],
                                block_size, step_count, knobs.substep_count);
                block_begin += block_size;
            }
        };
        call_with_step_form(band->substep_matrix, step_blocks_of_band);
        ++band;
    }
}

// Tests only four balls of each band, because all amplitudes in a band grow equally.
bool Storm::has_escaped_ball(const State& state) const
{
    for (const Band& band : workspace_.bands)
        for (std::size_t i = band.begin_ball; i < std::min(band.end_ball, band.begin_ball + 4); ++i)
            if (!(std::abs(state.x[i]) < static_cast<float>(sim::blow_up_position))) return true;
    return false;
}

void Storm::interpolate(const State& current, double alpha, State& out_without_v) const
{
    out_without_v.has_blown_up = current.has_blown_up;
    out_without_v.is_teleported = current.is_teleported;
    out_without_v.v.clear();
    out_without_v.previous_x.clear();
    out_without_v.x.resize(current.x.size());
    const auto alpha_f = static_cast<float>(alpha);
    const float* old_x = current.previous_x.data();
    const float* new_x = current.x.data();
    float* __restrict drawn_x = out_without_v.x.data();
    for (std::size_t i = 0; i < out_without_v.x.size(); ++i)
        drawn_x[i] = (1.0F - alpha_f) * old_x[i] + alpha_f * new_x[i];
}

void Storm::extrapolate(const State& current, double seconds, State& out_without_v) const
{
    interpolate(current, 1.0, out_without_v);
    if (current.has_blown_up) return;
    const auto h = static_cast<float>(seconds);
    for (std::size_t i = 0; i < out_without_v.x.size(); ++i) out_without_v.x[i] += h * current.v[i];
}

Observables Storm::observables(const State& state) const
{
    const std::size_t ball_count = state.x.size();
    const std::size_t sample_count = std::min<std::size_t>(ball_count, 1024);
    const bool has_velocities = state.v.size() == ball_count;
    double energy = 0.0;
    for (std::size_t sample_index = 0; sample_index < sample_count; ++sample_index)
    {
        const std::size_t ball_index = sample_index * ball_count / sample_count;
        const double w = angular_frequency(ball_index);
        const double x = static_cast<double>(state.x[ball_index]);
        const double v = has_velocities ? static_cast<double>(state.v[ball_index]) : 0.0;
        energy += 0.5 * (v * v + w * w * x * x);
    }
    const double sample_scale = static_cast<double>(ball_count) / static_cast<double>(sample_count);
    return {.x = static_cast<double>(state.x.front()),
            .v = has_velocities ? static_cast<double>(state.v.front()) : 0.0,
            .energy = energy * sample_scale};
}

namespace
{

// Largest number of drawn balls. If there are more, only every n-th column and row is drawn.
constexpr double max_drawn_balls = 12'000.0;
constexpr double min_ball_area = 40.0; // smallest area per drawn ball, in square points
// Up to this number of balls, each ball is drawn with shading and its spring; with more, all are drawn as plain discs.
constexpr std::size_t max_detailed_balls = 300;

struct BallField
{
    const CanvasOf<Storm>& canvas;
    const std::vector<float>& heights = canvas.shown_state.x;
    Storm::GridSize grid = Storm::grid_size(static_cast<int>(heights.size()));
    int drawn_stride = stride_for(canvas); // n: every n-th column and row is drawn
    float pixels_per_metre = canvas.camera.pixel_length(1.0);
    float top = canvas.area.y + (canvas.has_height_for_text() ? 0.15F : 0.02F) * canvas.area.h + pixels_per_metre;
    draw::Rect grid_area{canvas.area.x + canvas.to_pixels(14), top, canvas.area.w - canvas.to_pixels(28),
                         canvas.bottom_y_above_caption() - canvas.to_pixels(6) - pixels_per_metre - top};
    float cell_size =
        std::min(grid_area.w / static_cast<float>(grid.columns), grid_area.h / static_cast<float>(grid.rows));
    float radius =
        std::clamp(0.30F * static_cast<float>(drawn_stride) * cell_size, canvas.to_pixels(1.1F), canvas.to_pixels(18));

    static int stride_for(const CanvasOf<Storm>& canvas)
    {
        const auto area_in_square_points =
            static_cast<double>(canvas.area.w * canvas.area.h / (canvas.to_pixels(1) * canvas.to_pixels(1)));
        const double max_drawn_count = std::min(max_drawn_balls, area_in_square_points / min_ball_area);
        return std::max(1, static_cast<int>(std::ceil(
                               std::sqrt(static_cast<double>(canvas.shown_state.x.size()) / max_drawn_count))));
    }
    draw::Point rest_position(int column, int row) const
    {
        return {grid_area.x + (static_cast<float>(column) + 0.5F) * grid_area.w / static_cast<float>(grid.columns),
                grid_area.y + (static_cast<float>(row) + 0.5F) * grid_area.h / static_cast<float>(grid.rows)};
    }
    std::size_t for_each_drawn_ball(auto draw) const
    {
        std::size_t drawn_count = 0;
        for (int row = 0; row < grid.rows; row += drawn_stride)
            for (int column = 0; column < grid.columns; column += drawn_stride)
            {
                const auto ball_index = static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns) +
                                        static_cast<std::size_t>(column);
                if (ball_index >= heights.size()) return drawn_count;
                draw(rest_position(column, row), heights[ball_index]);
                ++drawn_count;
            }
        return drawn_count;
    }
    draw::Point ball_position(draw::Point rest_point, float height) const
    {
        return {rest_point.x, rest_point.y - canvas.camera.pixel_length(static_cast<double>(height))};
    }
};

// Draws each ball with shading, its spring, and a dot at its rest position. Returns how many balls were drawn.
std::size_t draw_detailed_balls(const BallField& field)
{
    const CanvasOf<Storm>& canvas = field.canvas;
    field.for_each_drawn_ball(
        [&](draw::Point rest_point, float height)
        {
            canvas.picture.add_line(rest_point, field.ball_position(rest_point, height), canvas.to_pixels(1.6F),
                                    draw::faded(canvas.theme().dim_metal, 0.8F));
            canvas.picture.add_disc(rest_point, canvas.to_pixels(2), canvas.theme().dim_metal);
        });
    return field.for_each_drawn_ball(
        [&](draw::Point rest_point, float height)
        { canvas.picture.add_lit_ball(field.ball_position(rest_point, height), field.radius, canvas.loop_colour()); });
}

// Draws each ball as a disc; higher balls are brighter, so that waves are visible. Returns how many balls were drawn.
std::size_t draw_discs(const BallField& field)
{
    const CanvasOf<Storm>& canvas = field.canvas;
    const draw::Colour low_colour = draw::mix(canvas.theme().background, canvas.loop_colour(), 0.28F);
    const draw::Colour high_colour = draw::mix(canvas.loop_colour(), canvas.theme().text, 0.35F);
    return field.for_each_drawn_ball(
        [&](draw::Point rest_point, float height)
        {
            const float height_share = std::clamp(0.5F + 0.5F * height, 0.0F, 1.0F);
            canvas.picture.add_disc(field.ball_position(rest_point, height), field.radius,
                                    draw::mix(low_colour, high_colour, height_share));
        });
}

struct StormView : ViewOf<Storm>
{
    static constexpr std::array knobs{
        knob<&Knobs::ball_count>(
            "count", "", 1.0, 4'000'000.0,
            {.label = "balls", .is_logarithmic = true, .effect_time = KnobEffectTime::immediate_reset},
            "Number of balls; each ball costs real computing time."),
        knob<&Knobs::substep_count>(
            "substeps", "", 1.0, 1000.0, {.is_logarithmic = true},
            "Substeps per step; twice as many take twice the computing time and move the balls more exactly."),
        knob<&Knobs::thread_count>(
            "threads", "", 0.0, 16.0, {},
            "Number of threads; 0 for as many as the machine has. The result stays the same, bit for bit."),
        knob<&Knobs::stiffness>("stiffness", "N/m", 1.0, 10'000.0, {.is_logarithmic = true},
                                "Stiffness of the springs in the middle row; each ball has a mass of 1 kg."),
        knob<&Knobs::frequency_spread>("spread", "", 0.0, 1.0, {},
                                       "Frequency of the last row of balls minus that of the first row, as a share of "
                                       "the middle row's frequency: 0.2 is 20 %."),
        knob<&Knobs::damping_ratio>("damping", "", 0.0, 1.0, {},
                                    "Damping ratio of the springs: at 0 the balls swing for ever."),
    };
    static constexpr float aspect = 2.0F;

    static Camera camera(const Storm& scene, draw::Rect area)
    {
        const double height = static_cast<double>(area.h);
        const int rows = Storm::grid_size(scene.knobs.ball_count).rows;
        return {.origin = {area.x + area.w / 2, area.y + area.h / 2},
                .pixels_per_m = std::clamp(0.8 * height / rows, 0.016 * height, 0.22 * height)};
    }
    static void draw(const Canvas& canvas)
    {
        const BallField field{canvas};
        const std::string ball_count_text = base::with_thousands_separators(field.heights.size());
        const bool is_detailed = field.heights.size() <= max_detailed_balls;
        const std::size_t drawn_count = is_detailed ? draw_detailed_balls(field) : draw_discs(field);
        if (is_detailed || field.drawn_stride == 1)
        {
            draw_fitting_caption(canvas, {fmt::format("all {} balls are drawn", ball_count_text)});
            return;
        }
        const std::string drawn_caption = fmt::format("{} of {} balls are drawn, all are simulated",
                                                      base::with_thousands_separators(drawn_count), ball_count_text);
        draw_fitting_caption(
            canvas, {fmt::format("{}: 1 of {} columns and rows", drawn_caption, field.drawn_stride), drawn_caption});
    }
};

} // namespace

extern constinit const SceneType storm = make_scene_type<Storm, StormView>(
    {.name = "storm",
     .title = "Storm",
     .what_to_watch =
         "Every ball costs computing time: if a frame's steps take longer than the frame, the next frame has even "
         "more steps to run.",
     .has_exact_step = true,
     // With thousands of balls, a second run for comparison takes too long: 80 times as long in steps of 1/4800 s.
     .has_reference_motion = false,
     .has_reproducibility_test = false});

} // namespace scenes
