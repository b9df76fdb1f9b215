// SPDX-License-Identifier: MIT
// timestep/game_clock.hpp -- game time: wall time with pause, speed, hit-stop and a limit per frame; can be saved
// Source: Bevy, crates/bevy_time/src/virt.rs. As in Bevy since 0.20, `max_time_per_frame` is applied after `speed`.
//
//     wall-clock frame time -> [pause] -> [speed] -> [hit-stop] -> [max_time_per_frame] -> frame time of plan()
//
// A hit-stop is a short stop of the game, for example when a blow lands.
#ifndef TIMESTEP_GAME_CLOCK_HPP
#define TIMESTEP_GAME_CLOCK_HPP

#include "timestep/knob.hpp"
#include "timestep/ticks.hpp"

#include <array>
#include <bit>
#include <optional>
#include <span>
#include <utility>

namespace timestep
{

/// Converts wall time to game time without accumulating rounding errors; a change of speed loses under 1e-15 s.
class GameClock
{
public:
    Speed speed{}; ///< game seconds per wall second, an exact fraction
    bool paused = false;
    Nanos max_time_per_frame =
        250ms; ///< longest game time in one frame, from 0 (no game time passes) to Nanos::max() (no limit)

    /// Advances the clock by one frame and returns the game time of the frame. A negative `wall_time` counts as 0.
    constexpr Nanos advance(Nanos wall_time)
    {
        if (paused)
        {
            const Nanos single_step = std::exchange(pending_single_step_, Nanos::zero());
            elapsed_ = detail::clamped_sum(elapsed_, single_step);
            return single_step;
        }
        pending_single_step_ = Nanos::zero();
        const Nanos max_time = detail::max(max_time_per_frame, Nanos::zero());
        const Nanos unlimited_time = subtract_hit_stop(convert_to_game_time(detail::max(wall_time, Nanos::zero())));
        const Nanos limited_time = detail::min(unlimited_time, max_time);
        const Nanos fast_forward_time = detail::min(
            fast_forward_left_, detail::min(max_time - limited_time, Nanos{max_frame_game_time_ns} - limited_time));
        fast_forward_left_ -= fast_forward_time;
        elapsed_ = detail::clamped_sum(elapsed_, limited_time + fast_forward_time);
        dropped_ = detail::clamped_sum(dropped_, unlimited_time - limited_time);
        return limited_time + fast_forward_time;
    }

    /// In a pause, makes the next advance() return `time`, 0 or more. Has no effect while the clock runs.
    /// For one step of FixedStep, pass StepPlan::time_to_next_step().
    constexpr void request_single_step(Nanos time)
    {
        if (paused) pending_single_step_ = detail::max(time, Nanos::zero());
    }

    /// Stops the game for `ticks` steps (1 or more) of game time at `rate`. At one rate, rounding errors do not add up.
    constexpr void add_hit_stop(std::int64_t ticks, Rate rate)
    {
        const std::int64_t max_ticks = max_hit_stop_ticks(rate);
        const std::int64_t old_ticks = rate == hit_stop_rate_ && hit_stop_ticks_ < max_ticks ? hit_stop_ticks_ : 0;
        hit_stop_rate_ = rate;
        hit_stop_ticks_ = old_ticks + detail::clamp<std::int64_t>(ticks, 0, max_ticks);
        hit_stop_left_ =
            detail::clamped_sum(hit_stop_left_, tick_time(rate, hit_stop_ticks_) - tick_time(rate, old_ticks));
    }

    /// Spreads `time` over the next frames as extra game time. No frame's total game time exceeds `max_time_per_frame`.
    constexpr void add_fast_forward(Nanos time)
    {
        fast_forward_left_ = detail::clamped_sum(fast_forward_left_, detail::max(time, 0ns));
    }
    constexpr Nanos fast_forward_left() const { return fast_forward_left_; }

    /// Adds plan.dropped, the time that a loop dropped, to dropped().
    constexpr void add_dropped_time(const StepPlan& plan) { dropped_ = detail::clamped_sum(dropped_, plan.dropped); }

    /// The game time since the start, in whole nanoseconds; clamped to 292 years.
    constexpr Nanos elapsed() const { return elapsed_; }
    /// The fraction of a nanosecond, 0 to 1, by which the exact game time is later than elapsed().
    constexpr double nanosecond_fraction() const
    {
        const double sum = static_cast<double>(remainder_) / static_cast<double>(last_speed_.den()) + earlier_fraction_;
        return detail::clamp(sum, 0.0, 1.0); // rounding errors can leave this range
    }
    /// All dropped game time: the time above `max_time_per_frame`, plus the time reported to add_dropped_time().
    constexpr Nanos dropped() const { return dropped_; }

    /// The complete state of a clock as whole numbers, for saved games; to_bytes() converts it to bytes.
    using StateWords = std::array<std::int64_t, 16>;
    constexpr StateWords state_words() const
    {
        return {speed.num(),
                speed.den(),
                paused ? 1 : 0,
                max_time_per_frame.count(),
                elapsed_.count(),
                dropped_.count(),
                last_speed_.num(),
                last_speed_.den(),
                remainder_,
                std::bit_cast<std::int64_t>(earlier_fraction_),
                pending_single_step_.count(),
                fast_forward_left_.count(),
                hit_stop_left_.count(),
                hit_stop_rate_.num,
                hit_stop_rate_.den,
                hit_stop_ticks_};
    }
    /// A clock with the saved state `words`, or std::nullopt if a number in `words` is out of range.
    static constexpr std::optional<GameClock> from_state_words(const StateWords& words)
    {
        const auto [speed_num, speed_den, pause_flag, max_time_ns, elapsed_ns, dropped_ns, last_speed_num,
                    last_speed_den, remainder, earlier_fraction_bits, single_step_ns, fast_forward_ns, hit_stop_ns,
                    hit_stop_rate_num, hit_stop_rate_den, hit_stop_ticks] = words;
        const auto saved_speed = Speed::make(speed_num, speed_den);
        const auto last_speed = Speed::make(last_speed_num, last_speed_den);
        if (!saved_speed || !last_speed || remainder < 0 || remainder >= last_speed->den()) return std::nullopt;
        const auto earlier_fraction = std::bit_cast<double>(earlier_fraction_bits);
        if (!(earlier_fraction > -1.0 && earlier_fraction < 1.0)) return std::nullopt;
        if (pause_flag != 0 && pause_flag != 1) return std::nullopt;
        if (elapsed_ns < 0 || single_step_ns < 0 || fast_forward_ns < 0 || hit_stop_ns < 0) return std::nullopt;
        const auto hit_stop_rate = Rate::make(hit_stop_rate_num, hit_stop_rate_den);
        if (!hit_stop_rate || hit_stop_ticks < 0) return std::nullopt;
        if (hit_stop_ticks > 2 * max_hit_stop_ticks(*hit_stop_rate)) return std::nullopt;
        GameClock clock;
        clock.speed = *saved_speed;
        clock.paused = pause_flag == 1;
        clock.max_time_per_frame = Nanos{max_time_ns};
        clock.elapsed_ = Nanos{elapsed_ns};
        clock.dropped_ = Nanos{dropped_ns};
        clock.last_speed_ = *last_speed;
        clock.remainder_ = remainder;
        clock.earlier_fraction_ = earlier_fraction;
        clock.pending_single_step_ = Nanos{single_step_ns};
        clock.fast_forward_left_ = Nanos{fast_forward_ns};
        clock.hit_stop_left_ = Nanos{hit_stop_ns};
        clock.hit_stop_rate_ = *hit_stop_rate;
        clock.hit_stop_ticks_ = hit_stop_ticks;
        return clock;
    }

    static constexpr auto knobs()
    {
        using G = GameClock;
        return std::array{
            knob<G, &G::speed>("speed", "x", 0.0, 10000.0, "Game seconds per real second."),
            knob<G, &G::paused>("paused", "", 0, 1, "1: the game clock is paused, 0: the clock runs."),
            knob<G, &G::max_time_per_frame>("maximum", "ms", 1.0, 60000.0,
                                            "Upper limit of the time that one frame adds to the game clock."),
        };
    }

private:
    // The longest game time of one frame: 146 years in ns. convert_to_game_time() clamps the product of time and speed.
    static constexpr std::int64_t max_frame_game_time_ns = INT64_MAX / 2;

    // A hit-stop is at most a year long; `hit_stop_ticks_` is at most twice this number.
    static constexpr std::int64_t max_hit_stop_ticks(Rate rate) { return tick_at(rate, 24h * 365); }

    // The result is in game time; the fraction of a nanosecond is carried to the next call.
    constexpr Nanos convert_to_game_time(Nanos wall_time)
    {
        if (!(last_speed_ == speed))
        {
            earlier_fraction_ += static_cast<double>(remainder_) / static_cast<double>(last_speed_.den());
            remainder_ = 0;
            last_speed_ = speed;
        }
        const std::int64_t num = speed.num(), den = speed.den();
        const std::int64_t quotient = wall_time.count() / den;
        const std::int64_t dividend = wall_time.count() % den * num + remainder_;
        remainder_ = dividend % den;
        if (num > 0 && quotient > (max_frame_game_time_ns - 1 - dividend) / num) return Nanos{max_frame_game_time_ns};

        const std::int64_t game_ns = quotient * num + dividend / den;
        const double fraction_ns = earlier_fraction_ + static_cast<double>(remainder_) / static_cast<double>(den);
        int correction_ns = 0;
        if (fraction_ns >= 1.0)
            correction_ns = 1;
        else if (fraction_ns < 0.0 && game_ns > 0)
            correction_ns = -1;
        earlier_fraction_ -= correction_ns;
        return Nanos{game_ns + correction_ns};
    }

    constexpr Nanos subtract_hit_stop(Nanos time)
    {
        const Nanos stopped_time = detail::min(hit_stop_left_, time);
        hit_stop_left_ -= stopped_time;
        return time - stopped_time;
    }

    Nanos elapsed_{}, dropped_{};
    Speed last_speed_{};
    std::int64_t remainder_ = 0; // less than 1 ns, in units of 1/last_speed_.den() ns; added to the next frame
    double earlier_fraction_ = 0.0; // fraction of a nanosecond left over when the speed changed
    Nanos pending_single_step_{}; // game time of the single step in a pause; zero for none
    Nanos fast_forward_left_{};
    Nanos hit_stop_left_{}; // game time for which add_hit_stop() still stops the game
    Rate hit_stop_rate_{};
    // Total length of hit-stops in steps at hit_stop_rate_. Only the total is rounded to ns, so errors do not add up.
    std::int64_t hit_stop_ticks_ = 0;
};

/// A tick number and the game clock at that tick. After loading, call the loop's discard_carried().
struct SavedClock
{
    std::int64_t tick = 0; ///< number of the next step, as TickCounter::next_tick() returns it
    GameClock clock{};
};

/// Bytes of a saved clock: identifier 4, version 4, tick and 16 numbers 8 each, CRC-32 4. The same on all machines.
inline constexpr std::size_t saved_clock_size = 4 + 4 + 17 * 8 + 4;
using SavedClockBytes = std::array<std::uint8_t, saved_clock_size>;

namespace detail
{
inline constexpr std::uint32_t saved_clock_format_version = 1;

// CRC-32 (IEEE 802.3, reflected polynomial EDB88320).
constexpr std::uint32_t crc32(std::span<const std::uint8_t> bytes)
{
    std::uint32_t crc = 0xFFFFFFFF;
    for (const std::uint8_t byte : bytes)
    {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

constexpr void write_little_endian(std::span<std::uint8_t> to, std::uint64_t value)
{
    for (std::uint8_t& byte : to)
    {
        byte = static_cast<std::uint8_t>(value);
        value >>= 8;
    }
}
constexpr std::uint64_t read_little_endian(std::span<const std::uint8_t> from)
{
    std::uint64_t value = 0;
    for (std::size_t i = from.size(); i-- > 0;) value = value << 8 | from[i];
    return value;
}
} // namespace detail

/// Converts a saved clock to bytes:
///   "TSCK" | version 1 | tick | state_words() of the clock | CRC-32        all little-endian
constexpr SavedClockBytes to_bytes(const SavedClock& saved)
{
    SavedClockBytes bytes{'T', 'S', 'C', 'K'};
    const std::span all_bytes{bytes};
    detail::write_little_endian(all_bytes.subspan(4, 4), detail::saved_clock_format_version);
    detail::write_little_endian(all_bytes.subspan(8, 8), static_cast<std::uint64_t>(saved.tick));
    const GameClock::StateWords words = saved.clock.state_words();
    for (std::size_t i = 0; i < words.size(); ++i)
        detail::write_little_endian(all_bytes.subspan(16 + 8 * i, 8), static_cast<std::uint64_t>(words[i]));
    detail::write_little_endian(all_bytes.last(4), detail::crc32(all_bytes.first(saved_clock_size - 4)));
    return bytes;
}

/// Reads bytes from to_bytes(); std::nullopt for a wrong size, version or checksum, or for a number out of range.
constexpr std::optional<SavedClock> parse_saved_clock(std::span<const std::uint8_t> bytes)
{
    if (bytes.size() != saved_clock_size || bytes[0] != 'T' || bytes[1] != 'S' || bytes[2] != 'C' || bytes[3] != 'K' ||
        detail::read_little_endian(bytes.subspan(4, 4)) != detail::saved_clock_format_version ||
        detail::read_little_endian(bytes.last(4)) != detail::crc32(bytes.first(saved_clock_size - 4)))
        return std::nullopt;
    GameClock::StateWords words{};
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = static_cast<std::int64_t>(detail::read_little_endian(bytes.subspan(16 + 8 * i, 8)));
    const auto clock = GameClock::from_state_words(words);
    if (!clock) return std::nullopt;
    return SavedClock{static_cast<std::int64_t>(detail::read_little_endian(bytes.subspan(8, 8))), *clock};
}

} // namespace timestep
#endif
