// Dear ImGui's colours, sizes and fonts; pictures (draw::Picture) inside panels, in the display's full resolution.
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

ImFont* text_font  = nullptr;
ImFont* bold_font  = nullptr;
ImFont* mono_font  = nullptr;
ImFont* title_font = nullptr;

ImFont* add_font(std::span<const std::byte> file, float pixels)
{
    static constexpr std::array<ImWchar, 9> glyphs{0x20, 0xff, 0x2010, 0x2026, 0x2190, 0x2193, 0x2212, 0x2212, 0};
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    // Dear ImGui requires a non-const pointer, but does not change the bytes.
    void* const bytes = const_cast<std::byte*>(file.data());
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(bytes, static_cast<int>(file.size()), pixels, &config,
                                                      glyphs.data());
}

constexpr float step         = 0.5F; // difference in pixels between the radii of two successive stored images
constexpr std::size_t number = 16;

struct Disc
{
    float pixels = 0; // width and height of the image in pixels
    ImVec2 low{};     // upper left corner of the image in the texture; coordinates from 0 to 1
    ImVec2 high{};    // lower right corner of the image in the texture; coordinates from 0 to 1
};
std::array<Disc, number> discs;
float ratio = 1.0F;

float radius_of(std::size_t i) { return step * static_cast<float>(i + 1); }
int side_of(std::size_t i) { return 2 * static_cast<int>(std::ceil(radius_of(i) + 0.5F)); }

// Share of the pixel that the disc covers, 0 to 1; it changes over one pixel at the edge.
float coverage(int x, int y, std::size_t i)
{
    const float middle = static_cast<float>(side_of(i)) / 2 - 0.5F;
    const float far    = std::hypot(static_cast<float>(x) - middle, static_cast<float>(y) - middle);
    return std::clamp(0.5F + radius_of(i) - far, 0.0F, 1.0F);
}

void draw(std::size_t i, const ImFontAtlasCustomRect& place, unsigned char* pixels, int width)
{
    for (int y = 0; y < side_of(i); ++y)
        for (int x = 0; x < side_of(i); ++x)
        {
            const std::ptrdiff_t at = (static_cast<std::ptrdiff_t>(place.Y) + y) * width + place.X + x;
            std::fill_n(pixels + 4 * at, 3, static_cast<unsigned char>(255));
            pixels[4 * at + 3] = static_cast<unsigned char>(std::lround(255 * coverage(x, y, i)));
        }
}

// Adds images of discs with radii of up to 8 pixels to the texture of the fonts, which must have been added before.
void make_discs(ImFontAtlas& atlas, float pixel_ratio)
{
    ratio = pixel_ratio;
    std::array<int, number> names{};
    for (std::size_t i = 0; i < number; ++i) names[i] = atlas.AddCustomRectRegular(side_of(i), side_of(i));
    unsigned char* pixels = nullptr;
    int width             = 0;
    atlas.GetTexDataAsRGBA32(&pixels, &width, nullptr);
    for (std::size_t i = 0; i < number; ++i)
    {
        const ImFontAtlasCustomRect& place = *atlas.GetCustomRectByIndex(names[i]);
        draw(i, place, pixels, width);
        discs[i].pixels = static_cast<float>(side_of(i));
        atlas.CalcCustomRectUV(&place, &discs[i].low, &discs[i].high);
    }
}

// Rounds the radius, in points, to half pixels and the position to whole pixels. Returns false and draws nothing if the
// radius is larger than 8 pixels.
bool add_disc(ImDrawList& draw_list, ImVec2 at, float radius, ImU32 colour)
{
    const float halves = std::max(std::round(radius * ratio / step), 1.0F);
    if (!(halves <= static_cast<float>(number))) return false;
    const Disc& disc = discs[static_cast<std::size_t>(halves) - 1];
    const auto whole = [](float points, float side) { return std::round(points * ratio - side / 2) / ratio; };
    const ImVec2 low{whole(at.x, disc.pixels), whole(at.y, disc.pixels)};
    draw_list.PrimReserve(6, 4);
    draw_list.PrimRectUV(low, {low.x + disc.pixels / ratio, low.y + disc.pixels / ratio}, disc.low, disc.high, colour);
    return true;
}

// A line is drawn exactly horizontal if the heights of its two ends differ by less than twice this value, in points.
constexpr float level = 0.25F;

struct Brush
{
    ImDrawList& draw_list;

    void operator()(const draw::Box& b) const
    {
        const ImU32 colour = packed(b.colour);
        const ImVec2 at{b.x, b.y};
        if (b.is_disc()) return disc(b, at, colour);
        if (b.half_h == 0 && b.outline_width == 0) return line(b, colour);
        if (b.sin == 0) return upright(b, colour);
        turned(b, colour);
    }
    void operator()(const draw::Quad& q) const
    {
        // With anti-aliasing, the blurred edges of adjacent transparent quads would be visible.
        const ImDrawListFlags flags = draw_list.Flags;
        if (q.colour.a < 0.9F) draw_list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
        const auto& c = q.corners;
        draw_list.AddQuadFilled({c[0].x, c[0].y}, {c[1].x, c[1].y}, {c[2].x, c[2].y}, {c[3].x, c[3].y},
                                packed(q.colour));
        draw_list.Flags = flags;
    }

private:
    void disc(const draw::Box& b, ImVec2 at, ImU32 colour) const
    {
        if (b.ring > 0)
            draw_list.AddCircle(at, b.radius, colour, 0, b.ring);
        else if (!add_disc(draw_list, at, b.radius, colour))
            draw_list.AddCircleFilled(at, b.radius, colour);
    }
    void line(const draw::Box& b, ImU32 colour) const
    {
        if (std::abs(b.sin) * b.half_w < level) return across(b, colour);
        const ImVec2 half{b.cos * b.half_w, b.sin * b.half_w};
        draw_list.AddLine({b.x - half.x, b.y - half.y}, {b.x + half.x, b.y + half.y}, colour, 2 * b.radius);
    }
    // The thickness is a whole number of pixels, so that equal lines look equal. Edges often lie at half pixels; the
    // offset of 0.1 pixels rounds them all to the same side.
    void across(const draw::Box& b, ImU32 colour) const
    {
        const float thickness = std::max(std::ceil(2 * b.radius - 0.3F), 1.0F);
        const float top       = std::round(b.y - thickness / 2 + 0.1F);
        draw_list.AddRectFilled({b.x - b.half_w, top}, {b.x + b.half_w, top + thickness}, colour);
    }
    void upright(const draw::Box& b, ImU32 colour) const
    {
        const ImVec2 low{b.x - b.half_w - b.radius, b.y - b.half_h - b.radius};
        const ImVec2 far{b.x + b.half_w + b.radius, b.y + b.half_h + b.radius};
        b.ring > 0 ? draw_list.AddRect(low, far, colour, b.radius, 0, b.ring)
                   : draw_list.AddRectFilled(low, far, colour, b.radius);
    }
    void turned(const draw::Box& b, ImU32 colour) const
    {
        const float w     = b.half_w + b.radius;
        const float h     = b.half_h + b.radius;
        const auto corner = [&](float x, float y) {
            return ImVec2{b.x + x * b.cos - y * b.sin, b.y + x * b.sin + y * b.cos};
        };
        draw_list.AddQuadFilled(corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h), colour);
    }
};

// `pixel_ratio`: pixels per point of the window.
void write_words(const draw::Picture& picture, ImDrawList& draw_list, float pixel_ratio)
{
    const draw::Rect area = picture.area();
    draw_list.PushClipRect({area.x / pixel_ratio, area.y / pixel_ratio},
                           {area.right() / pixel_ratio, area.bottom() / pixel_ratio}, true);
    for (const draw::Label& label : picture.labels())
    {
        ImGui::PushFont(label.font == draw::Font::figures ? mono() : ImGui::GetFont());
        const float width = width_of(label.text);
        float left        = width; // of draw::Align::right
        if (label.align == draw::Align::left) left = 0.0F;
        if (label.align == draw::Align::centre) left = width / 2;
        draw_text(draw_list, {label.at.x / pixel_ratio - left, label.at.y / pixel_ratio}, label.colour, label.text);
        ImGui::PopFont();
    }
    draw_list.PopClipRect();
}

} // namespace

void load_fonts(float pixel_ratio, float size)
{
    const float scale = pixel_ratio * size;
    ImGui::GetIO().Fonts->Clear();
    // Lines from the font texture would need linear filtering; sharpen_fonts() selects nearest-texel filtering.
    ImGui::GetIO().Fonts->Flags |= ImFontAtlasFlags_NoBakedLines;
    ImGui::GetIO().FontGlobalScale = 1.0F / pixel_ratio; // font sizes are in pixels, the window's coordinates in points
    text_font                      = add_font(embedded::inter_regular(), usual_font * scale);
    bold_font                      = add_font(embedded::inter_semi_bold(), 16.0F * scale);
    title_font                     = add_font(embedded::inter_semi_bold(), 21.0F * scale);
    mono_font                      = add_font(embedded::jetbrains_mono(), 13.5F * scale);
    make_discs(*ImGui::GetIO().Fonts, pixel_ratio);
}

ImFont* mono() { return mono_font; }
ImFont* bold() { return bold_font; }
ImFont* title() { return title_font; }

void apply_theme(const draw::Theme& theme, float scale)
{
    ImGuiStyle style;
    style.WindowPadding    = {12, 10};
    style.FramePadding     = {7, 2};
    style.ItemSpacing      = {8, 4};
    style.WindowRounding   = 6;
    style.FrameRounding    = 4;
    style.GrabRounding     = 3;
    style.PopupRounding    = 5;
    style.ScrollbarSize    = 10;
    style.GrabMinSize      = 9;
    style.WindowBorderSize = 1;
    // Largest error of a round corner, in pixels. This value saves triangles, and the difference is not visible.
    style.CircleTessellationMaxError = 0.5F;
    style.ScaleAllSizes(scale);

    const auto set = [&](ImGuiCol_ which, draw::Colour c) { style.Colors[which] = colour(c); };
    // Makes all colours transparent; the lines below set the colours that this program uses.
    for (int i = 0; i < ImGuiCol_COUNT; ++i) style.Colors[i].w = 0.0F;
    set(ImGuiCol_Text, theme.ink);
    set(ImGuiCol_TextDisabled, theme.quiet);
    set(ImGuiCol_WindowBg, theme.panel);
    set(ImGuiCol_PopupBg, theme.panel);
    set(ImGuiCol_Border, theme.line);
    set(ImGuiCol_Separator, theme.line);
    set(ImGuiCol_FrameBg, theme.raised);
    set(ImGuiCol_FrameBgHovered, draw::mix(theme.raised, theme.accent, 0.20F));
    set(ImGuiCol_FrameBgActive, draw::mix(theme.raised, theme.accent, 0.30F));
    set(ImGuiCol_SliderGrab, theme.accent);
    set(ImGuiCol_SliderGrabActive, draw::mix(theme.accent, theme.ink, 0.3F));
    set(ImGuiCol_CheckMark, theme.accent);
    set(ImGuiCol_PlotHistogram, theme.accent);
    set(ImGuiCol_Button, theme.raised);
    set(ImGuiCol_ButtonHovered, draw::mix(theme.raised, theme.accent, 0.30F));
    set(ImGuiCol_ButtonActive, draw::mix(theme.raised, theme.accent, 0.50F));
    set(ImGuiCol_Header, draw::mix(theme.panel, theme.accent, 0.22F));
    set(ImGuiCol_HeaderHovered, draw::mix(theme.panel, theme.accent, 0.16F));
    set(ImGuiCol_HeaderActive, draw::mix(theme.panel, theme.accent, 0.34F));
    set(ImGuiCol_ScrollbarGrab, theme.line);
    set(ImGuiCol_ScrollbarGrabHovered, theme.shade);
    set(ImGuiCol_ScrollbarGrabActive, theme.shade);
    set(ImGuiCol_TextSelectedBg, draw::faded(theme.accent, 0.35F));
    set(ImGuiCol_NavHighlight, theme.accent);
    set(ImGuiCol_TableBorderLight, theme.line);
    set(ImGuiCol_TableBorderStrong, theme.line);
    ImGui::GetStyle() = style;
}

void draw_picture(const draw::Picture& picture, ImDrawList& draw_list)
{
    const draw::Rect area = picture.area();
    draw_list.PushClipRect({area.x, area.y}, {area.right(), area.bottom()}, true);
    for (const draw::Shape& shape : picture.shapes()) std::visit(Brush{draw_list}, shape);
    draw_list.PopClipRect();
    write_words(picture, draw_list, 1.0F);
}

void draw_labels(const draw::Picture& picture, float pixel_ratio)
{
    write_words(picture, *ImGui::GetBackgroundDrawList(), pixel_ratio);
}

} // namespace demo
