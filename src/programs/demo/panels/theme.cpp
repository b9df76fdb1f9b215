// Sets Dear ImGui's colours, sizes and fonts. Draws draw::Picture objects inside panels at the display's resolution.
#include "embedded/inter_regular.hpp"
#include "embedded/inter_semi_bold.hpp"
#include "embedded/jetbrains_mono.hpp"
#include "programs/demo/panels/panels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace demo
{

namespace
{

void add_font(std::span<const std::byte> font_bytes, float size_px)
{
    static constexpr std::array<ImWchar, 9> glyph_ranges{0x20, 0xff, 0x2010, 0x2026, 0x2190, 0x2193, 0x2212, 0x2212, 0};
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    // Dear ImGui requires a non-const pointer, but does not change the bytes.
    void* const bytes = const_cast<std::byte*>(font_bytes.data());
    ImGui::GetIO().Fonts->AddFontFromMemoryTTF(bytes, static_cast<int>(font_bytes.size()), size_px, &config,
                                               glyph_ranges.data());
}

constexpr float disc_radius_step_px = 0.5F; // between successive discs. A dot is one of the discs or the ring.
constexpr std::size_t disc_size_count = 16;
constexpr std::size_t ring_dot_index = disc_size_count; // the ring's image follows those of the discs
constexpr float ring_radius = 4.4F; // to the middle of the line, in points at scale 1
constexpr float ring_line_width = 1.3F; // in points at scale 1

struct DotImage
{
    float size_px = 0; // width and height in pixels
    ImVec2 uv_min{}; // upper left corner in the texture; coordinates 0 to 1
    ImVec2 uv_max{}; // lower right corner in the texture; coordinates 0 to 1
};
std::array<DotImage, disc_size_count + 1> dot_images;
float font_pixels_per_point = 1.0F;
float ring_pixels_per_point = 1.0F; // pixels of the ring's radius and line for each point at scale 1

float dot_radius_px(std::size_t dot_index)
{
    return dot_index == ring_dot_index ? (ring_radius + ring_line_width / 2) * ring_pixels_per_point
                                       : disc_radius_step_px * static_cast<float>(dot_index + 1);
}
int dot_image_size(std::size_t dot_index) { return 2 * static_cast<int>(std::ceil(dot_radius_px(dot_index) + 0.5F)); }

float dot_coverage(int x, int y, std::size_t dot_index)
{
    const float middle = static_cast<float>(dot_image_size(dot_index)) / 2 - 0.5F;
    const float distance = std::hypot(static_cast<float>(x) - middle, static_cast<float>(y) - middle);
    const float hole_radius =
        dot_index == ring_dot_index ? dot_radius_px(dot_index) - ring_line_width * ring_pixels_per_point : -1.0F;
    return std::clamp(0.5F + dot_radius_px(dot_index) - distance, 0.0F, 1.0F) -
           std::clamp(0.5F + hole_radius - distance, 0.0F, 1.0F);
}

// Adds images of discs of 16 sizes and of a ring to the font texture. Must be called after all fonts have been added.
void add_dot_images(ImFontAtlas& atlas, float pixels_per_point, float scale)
{
    font_pixels_per_point = pixels_per_point;
    ring_pixels_per_point = pixels_per_point * scale;
    std::array<int, disc_size_count + 1> atlas_rect_ids{};
    for (std::size_t i = 0; i < atlas_rect_ids.size(); ++i)
        atlas_rect_ids[i] = atlas.AddCustomRectRegular(dot_image_size(i), dot_image_size(i));
    unsigned char* pixels = nullptr;
    int texture_width = 0;
    atlas.GetTexDataAsRGBA32(&pixels, &texture_width, nullptr);
    for (std::size_t i = 0; i < atlas_rect_ids.size(); ++i)
    {
        const ImFontAtlasCustomRect& atlas_rect = *atlas.GetCustomRectByIndex(atlas_rect_ids[i]);
        for (int y = 0; y < dot_image_size(i); ++y)
            for (int x = 0; x < dot_image_size(i); ++x)
            {
                unsigned char* const rgba =
                    pixels + 4 * ((static_cast<std::ptrdiff_t>(atlas_rect.Y) + y) * texture_width + atlas_rect.X + x);
                std::fill_n(rgba, 3, static_cast<unsigned char>(255));
                rgba[3] = static_cast<unsigned char>(std::lround(255 * dot_coverage(x, y, i)));
            }
        dot_images[i].size_px = static_cast<float>(dot_image_size(i));
        atlas.CalcCustomRectUV(&atlas_rect, &dot_images[i].uv_min, &dot_images[i].uv_max);
    }
}

// Draws an image from the font texture. `centre` is in points, and rounded to whole pixels.
void draw_dot_image(ImDrawList& draw_list, const DotImage& dot, ImVec2 centre, ImU32 colour)
{
    const auto pixel_aligned = [](float points, float size_px)
    { return std::round(points * font_pixels_per_point - size_px / 2) / font_pixels_per_point; };
    const ImVec2 min_corner{pixel_aligned(centre.x, dot.size_px), pixel_aligned(centre.y, dot.size_px)};
    draw_list.PrimReserve(6, 4);
    draw_list.PrimRectUV(
        min_corner,
        {min_corner.x + dot.size_px / font_pixels_per_point, min_corner.y + dot.size_px / font_pixels_per_point},
        dot.uv_min, dot.uv_max, colour);
}

// A line is drawn as horizontal if the heights of its ends differ by less than this, in points.
constexpr float max_rise_of_horizontal = 0.5F;

struct ShapePainter
{
    ImDrawList& draw_list;

    void operator()(const draw::RoundedBox& box) const
    {
        const ImU32 colour = to_imu32(box.colour);
        const ImVec2 centre{box.x, box.y};
        if (box.is_disc()) return draw_disc(box, centre, colour);
        if (box.half_h == 0 && box.outline_width == 0) return draw_line(box, colour);
        if (box.sin == 0) return draw_axis_aligned_box(box, colour);
        draw_rotated_box(box, colour);
    }
    void operator()(const draw::Quad& quad) const
    {
        // Draws transparent quads without anti-aliasing, which would make edges between adjacent quads visible.
        const ImDrawListFlags previous_flags = draw_list.Flags;
        if (quad.colour.a < 0.9F) draw_list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
        const auto& corners = quad.corners;
        draw_list.AddQuadFilled({corners[0].x, corners[0].y}, {corners[1].x, corners[1].y},
                                {corners[2].x, corners[2].y}, {corners[3].x, corners[3].y}, to_imu32(quad.colour));
        draw_list.Flags = previous_flags;
    }

private:
    void draw_disc(const draw::RoundedBox& box, ImVec2 centre, ImU32 colour) const
    {
        if (box.outline_width > 0)
            draw_list.AddCircle(centre, box.radius, colour, 0, box.outline_width);
        else
            demo::draw_disc(draw_list, centre, box.radius, colour);
    }
    void draw_line(const draw::RoundedBox& box, ImU32 colour) const
    {
        if (2 * std::abs(box.sin) * box.half_w < max_rise_of_horizontal) return draw_horizontal_line(box, colour);
        const ImVec2 half_extent{box.cos * box.half_w, box.sin * box.half_w};
        draw_list.AddLine({box.x - half_extent.x, box.y - half_extent.y},
                          {box.x + half_extent.x, box.y + half_extent.y}, colour, 2 * box.radius);
    }
    // Whole pixels make equal lines look equal. Adding 0.1 rounds all edges at half pixels in the same direction.
    void draw_horizontal_line(const draw::RoundedBox& box, ImU32 colour) const
    {
        const float thickness = std::max(std::ceil(2 * box.radius - 0.3F), 1.0F);
        const float top = std::round(box.y - thickness / 2 + 0.1F);
        draw_list.AddRectFilled({box.x - box.half_w, top}, {box.x + box.half_w, top + thickness}, colour);
    }
    void draw_axis_aligned_box(const draw::RoundedBox& box, ImU32 colour) const
    {
        const ImVec2 min_corner{box.x - box.half_w - box.radius, box.y - box.half_h - box.radius};
        const ImVec2 max_corner{box.x + box.half_w + box.radius, box.y + box.half_h + box.radius};
        box.outline_width > 0 ? draw_list.AddRect(min_corner, max_corner, colour, box.radius, 0, box.outline_width)
                              : draw_list.AddRectFilled(min_corner, max_corner, colour, box.radius);
    }
    void draw_rotated_box(const draw::RoundedBox& box, ImU32 colour) const
    {
        const float half_width = box.half_w + box.radius;
        const float half_height = box.half_h + box.radius;
        const auto corner = [&](float x, float y) {
            return ImVec2{box.x + x * box.cos - y * box.sin, box.y + x * box.sin + y * box.cos};
        };
        draw_list.AddQuadFilled(corner(-half_width, -half_height), corner(half_width, -half_height),
                                corner(half_width, half_height), corner(-half_width, half_height), colour);
    }
};

} // namespace

void load_fonts(float pixels_per_point, float scale)
{
    const float pixel_scale = pixels_per_point * scale;
    ImGui::GetIO().Fonts->Clear();
    // Lines from the font texture would need linear filtering, which set_font_texture_filter() switches off.
    ImGui::GetIO().Fonts->Flags |= ImFontAtlasFlags_NoBakedLines;
    ImGui::GetIO().FontGlobalScale = 1.0F / pixels_per_point; // fonts are in pixels, the window's coordinates in points
    add_font(embedded::inter_regular(), default_font_size * pixel_scale);
    add_font(embedded::inter_semi_bold(), 16.0F * pixel_scale);
    add_font(embedded::inter_semi_bold(), 18.0F * pixel_scale);
    add_font(embedded::jetbrains_mono(), 13.5F * pixel_scale);
    add_font(embedded::inter_regular(), 18.0F * pixel_scale);
    add_dot_images(*ImGui::GetIO().Fonts, pixels_per_point, scale);
}

// The indices are in the order in which load_fonts() adds the fonts.
ImFont* bold_font() { return ImGui::GetIO().Fonts->Fonts[1]; }
ImFont* title_font() { return ImGui::GetIO().Fonts->Fonts[2]; }
ImFont* mono_font() { return ImGui::GetIO().Fonts->Fonts[3]; }
ImFont* sentence_font() { return ImGui::GetIO().Fonts->Fonts[4]; }

void apply_theme(const draw::Theme& theme, float scale)
{
    ImGuiStyle style;
    style.WindowPadding = {12, 10};
    style.FramePadding = {7, 2};
    style.ItemSpacing = {8, 4};
    style.WindowRounding = 6;
    style.FrameRounding = 4;
    style.GrabRounding = 3;
    style.PopupRounding = 5;
    style.ScrollbarSize = 10;
    style.GrabMinSize = 9;
    style.WindowBorderSize = 1;
    // Maximum error of a round corner in pixels. It is not visible. Dear ImGui's default would need more triangles.
    style.CircleTessellationMaxError = 0.5F;
    style.ScaleAllSizes(scale);

    const auto set_colour = [&](ImGuiCol_ colour_id, draw::Colour c) { style.Colors[colour_id] = to_imvec4(c); };
    // Every colour that is not set below is transparent.
    for (int i = 0; i < ImGuiCol_COUNT; ++i) style.Colors[i].w = 0.0F;
    set_colour(ImGuiCol_Text, theme.text);
    set_colour(ImGuiCol_TextDisabled, theme.dim_text);
    set_colour(ImGuiCol_WindowBg, theme.panel_background);
    set_colour(ImGuiCol_PopupBg, theme.panel_background);
    set_colour(ImGuiCol_Border, theme.border);
    set_colour(ImGuiCol_Separator, theme.border);
    set_colour(ImGuiCol_FrameBg, theme.control_background);
    set_colour(ImGuiCol_FrameBgHovered, theme.control_with_emphasis(0.20F));
    set_colour(ImGuiCol_FrameBgActive, theme.control_with_emphasis(0.30F));
    set_colour(ImGuiCol_SliderGrab, theme.accent);
    set_colour(ImGuiCol_SliderGrabActive, draw::mix(theme.accent, theme.text, 0.3F));
    set_colour(ImGuiCol_CheckMark, theme.accent);
    set_colour(ImGuiCol_PlotHistogram, theme.accent);
    set_colour(ImGuiCol_Button, theme.control_background);
    set_colour(ImGuiCol_ButtonHovered, theme.control_with_emphasis(0.30F));
    set_colour(ImGuiCol_ButtonActive, theme.control_with_emphasis(0.50F));
    set_colour(ImGuiCol_Header, draw::mix(theme.panel_background, theme.accent, 0.22F));
    set_colour(ImGuiCol_HeaderHovered, draw::mix(theme.panel_background, theme.accent, 0.16F));
    set_colour(ImGuiCol_HeaderActive, draw::mix(theme.panel_background, theme.accent, 0.34F));
    set_colour(ImGuiCol_ScrollbarGrab, theme.border);
    set_colour(ImGuiCol_ScrollbarGrabHovered, theme.dim_metal);
    set_colour(ImGuiCol_ScrollbarGrabActive, theme.dim_metal);
    set_colour(ImGuiCol_TextSelectedBg, draw::faded(theme.accent, 0.35F));
    set_colour(ImGuiCol_NavHighlight, theme.accent);
    set_colour(ImGuiCol_TableBorderLight, theme.border);
    set_colour(ImGuiCol_TableBorderStrong, theme.border);
    ImGui::GetStyle() = style;
}

void draw_disc(ImDrawList& draw_list, ImVec2 centre, float radius, ImU32 colour)
{
    const float radius_in_steps = std::max(std::round(radius * font_pixels_per_point / disc_radius_step_px), 1.0F);
    if (radius_in_steps <= static_cast<float>(disc_size_count))
        draw_dot_image(draw_list, dot_images[static_cast<std::size_t>(radius_in_steps) - 1], centre, colour);
    else
        draw_list.AddCircleFilled(centre, radius, colour);
}

void draw_small_ring(ImDrawList& draw_list, ImVec2 centre, ImU32 colour)
{
    draw_dot_image(draw_list, dot_images[ring_dot_index], centre, colour);
}

void draw_picture(const draw::Picture& picture_in_points, ImDrawList& draw_list)
{
    const draw::Rect area = picture_in_points.area();
    draw_list.PushClipRect({area.x, area.y}, {area.right(), area.bottom()}, true);
    for (const draw::Shape& shape : picture_in_points.shapes()) std::visit(ShapePainter{draw_list}, shape);
    draw_list.PopClipRect();
    draw_picture_labels(picture_in_points, draw_list);
}

void draw_scaled_shapes(const draw::Picture& picture_in_points, ImDrawList& draw_list, ImVec2 top_left, float factor)
{
    const draw::Rect area = picture_in_points.area();
    draw_list.PushClipRect(top_left, {top_left.x + factor * area.w, top_left.y + factor * area.h}, true);
    const int first_vertex = draw_list.VtxBuffer.Size;
    for (const draw::Shape& shape : picture_in_points.shapes()) std::visit(ShapePainter{draw_list}, shape);
    for (int i = first_vertex; i < draw_list.VtxBuffer.Size; ++i)
    {
        ImVec2& position = draw_list.VtxBuffer[i].pos;
        position = {top_left.x + factor * (position.x - area.x), top_left.y + factor * (position.y - area.y)};
    }
    draw_list.PopClipRect();
}

void draw_picture_labels(const draw::Picture& picture, ImDrawList& draw_list, float pixels_per_point)
{
    const draw::Rect area = picture.area();
    draw_list.PushClipRect({area.x / pixels_per_point, area.y / pixels_per_point},
                           {area.right() / pixels_per_point, area.bottom() / pixels_per_point}, true);
    for (const draw::Label& label : picture.labels())
    {
        ImGui::PushFont(label.font == draw::Font::monospaced ? mono_font() : ImGui::GetFont());
        const float width = scaled_width_in_points(label.text);
        float left_offset = width; // from the text's left edge to the anchor; this value is for draw::Align::right
        if (label.align == draw::Align::left) left_offset = 0.0F;
        if (label.align == draw::Align::centre) left_offset = width / 2;
        draw_text(draw_list, {label.anchor.x / pixels_per_point - left_offset, label.anchor.y / pixels_per_point},
                  label.colour, label.text);
        ImGui::PopFont();
    }
    draw_list.PopClipRect();
}

} // namespace demo
