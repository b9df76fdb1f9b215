// draw/shapes/theme.hpp -- the colours of the dark and the light theme and of each loop; options for drawing views
#pragma once

#include "draw/shapes/picture.hpp"
#include "timestep/preset.hpp"

#include <array>
#include <cstddef>

namespace draw
{

struct Theme
{
    Colour background; ///< of all views
    Colour panel_background; ///< of popups, and of plots in separate windows
    Colour control_background; ///< such as buttons and sliders
    Colour border; ///< also of grids
    Colour text;
    Colour dim_text; ///< less important text
    Colour metal; ///< springs and walls
    Colour dim_metal; ///< metal in the background, such as the far side of springs
    Colour accent; ///< active controls
    Colour warning; ///< such as slow motion or dropped time
    Colour alarm; ///< failures, such as a body that has passed through a wall

    /// The background of a control whose emphasis is from 0 (none) to 1 (the colour of active controls).
    constexpr Colour control_with_emphasis(float emphasis) const { return mix(control_background, accent, emphasis); }
    /// `colour` as legible_colour() changes it for text on the background of all views, or on that of popups.
    Colour legible(Colour colour) const;
    Colour legible_on_panel(Colour colour) const;
};

constexpr Theme dark_theme{.background = rgb(0x0d1017),
                           .panel_background = rgb(0x151920),
                           .control_background = rgb(0x222936),
                           .border = rgb(0x2b323f),
                           .text = rgb(0xe8ebf0),
                           .dim_text = rgb(0x9aa4b2),
                           .metal = rgb(0xc3cad6),
                           .dim_metal = rgb(0x566072),
                           .accent = rgb(0x56b4e9),
                           .warning = rgb(0xf0e442),
                           .alarm = rgb(0xff7a5c)};

constexpr Theme light_theme{.background = rgb(0xf6f7f9),
                            .panel_background = rgb(0xffffff),
                            .control_background = rgb(0xe6eaf0),
                            .border = rgb(0xd2d8e0),
                            .text = rgb(0x161b22),
                            .dim_text = rgb(0x55606e),
                            .metal = rgb(0x46505e),
                            .dim_metal = rgb(0xa9b2bf),
                            .accent = rgb(0x0b6aa8),
                            .warning = rgb(0x8a6100),
                            .alarm = rgb(0xb3361a)};

constexpr const Theme& theme(bool is_light) { return is_light ? light_theme : dark_theme; }

struct ViewStyle
{
    const Theme& theme;
    float pixels_per_point = 1.0F; ///< a point is the unit of layout: 1 on a standard screen, 2 on a HiDPI screen
    Colour loop_colour{}; ///< colour of the loop whose data the picture shows
    bool has_legend = true; ///< true if the stage has a legend; of several visible lanes, only the first has one
    /// True if the window shows only one loop. The legend then explains only marks that this loop can have.
    bool is_only_visible_lane = false;
    bool has_captions = true; ///< false on the first screen: no rulers and captions, but the ring says what it is
};

/// The hues are by Okabe and Ito ("Color Universal Design", 2008): colour-blind users can tell loops 0 to 4 apart.
constexpr Colour loop_colour(std::size_t loop_index)
{
    constexpr std::array palette{rgb(0xf8bb0a), rgb(0xc85a04), rgb(0xac5c9e), rgb(0x0f8055),
                                 rgb(0x47c5ff), rgb(0x0072b2), rgb(0xf0e442)};
    const Colour base_colour = palette[loop_index % palette.size()];
    switch (loop_index / palette.size() % 3)
    {
    case 1: return mix(base_colour, rgb(0x000000), 0.35F);
    case 2: return mix(base_colour, rgb(0xffffff), 0.50F);
    default: return base_colour;
    }
}
constexpr Colour loop_colour(timestep::PresetId loop) { return loop_colour(static_cast<std::size_t>(loop)); }

/// Smallest contrast ratio of text of normal size (WCAG 2.1, success criterion 1.4.3).
inline constexpr float min_contrast_ratio = 4.5F;

/// The contrast ratio of WCAG 2.1, for opaque colours: from 1 (equal) to 21 (black on white).
float contrast_ratio(Colour a, Colour b);
/// `colour`, changed toward `text_colour` until its contrast with `background` is at least min_contrast_ratio.
Colour legible_colour(Colour colour, Colour background, Colour text_colour);

} // namespace draw
