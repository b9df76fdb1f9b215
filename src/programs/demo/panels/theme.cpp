
#include "embedded/inter_regular.hpp"
#include "embedded/inter_semi_bold.hpp"
#include "embedded/jetbrains_mono.hpp"
#include "programs/demo/panels/panels.hpp"
#include "programs/demo/panels/widgets.hpp"

#include <array>
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

} // namespace

void load_fonts(float pixel_ratio, float size)
{
    const float scale = pixel_ratio * size;
    ImGui::GetIO().Fonts->Clear();
    // Dear ImGui would otherwise draw lines from its font texture. This needs linear filtering, but sharpen_fonts()
    // selects nearest-texel filtering for the font texture.
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

} // namespace demo
