#include "ui/theme.hpp"

#include "ui/discs.hpp"
#include "ui/ui.hpp"
#include "ui/widgets.hpp"

#include <array>
#include <cstdio>
#include <initializer_list>

namespace ui
{

namespace
{

ImFont* text_font  = nullptr;
ImFont* bold_font  = nullptr;
ImFont* mono_font  = nullptr;
ImFont* title_font = nullptr;

bool readable(const char* path)
{
    std::FILE* file = std::fopen(path, "rb");
    if (file == nullptr) return false;
    static_cast<void>(std::fclose(file));
    return true;
}

// The first of the system's fonts that is there; Dear ImGui's own bitmap font when none is.
ImFont* first_of(std::initializer_list<const char*> paths, float pixels)
{
    static constexpr std::array<ImWchar, 9> glyphs{0x20, 0xff, 0x2010, 0x2026, 0x2190, 0x2193, 0x2212, 0x2212, 0};
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    for (const char* path : paths)
        if (readable(path)) return atlas.AddFontFromFileTTF(path, pixels, nullptr, glyphs.data());
    return atlas.AddFontDefault();
}

} // namespace

void load_fonts(float pixel_ratio, float size)
{
    const float scale = pixel_ratio * size;
    ImGui::GetIO().Fonts->Clear();
    ImGui::GetIO().Fonts->Flags |= ImFontAtlasFlags_NoBakedLines; // they would need the texels beside them
    ImGui::GetIO().FontGlobalScale = 1.0F / pixel_ratio;          // drawn in points, rasterised in pixels
    text_font                      = first_of({"/usr/share/fonts/opentype/inter/Inter-Regular.otf",
                                               "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
                                               "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"},
                                              15.0F * scale);
    bold_font                      = first_of({"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
                                               "/usr/share/fonts/truetype/inter/Inter-SemiBold.ttf",
                                               "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"},
                                              16.0F * scale);
    title_font                     = first_of({"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
                                               "/usr/share/fonts/truetype/inter/Inter-SemiBold.ttf",
                                               "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"},
                                              21.0F * scale);
    mono_font                      = first_of({"/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
                                               "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"},
                                              13.5F * scale);
    make_discs(*ImGui::GetIO().Fonts, pixel_ratio);
}

ImFont* mono() { return mono_font; }
ImFont* bold() { return bold_font; }
ImFont* title() { return title_font; }

void apply_theme(const view::Theme& theme, float scale)
{
    ImGuiStyle style;
    style.WindowPadding              = {12, 10};
    style.FramePadding               = {7, 2};
    style.ItemSpacing                = {8, 4};
    style.WindowRounding             = 6;
    style.FrameRounding              = 4;
    style.GrabRounding               = 3;
    style.PopupRounding              = 5;
    style.ScrollbarSize              = 10;
    style.GrabMinSize                = 9;
    style.WindowBorderSize           = 1;
    style.CircleTessellationMaxError = 0.5F; // pixels: round corners of fewer triangles, and nobody sees it
    style.ScaleAllSizes(scale);

    const auto set = [&](ImGuiCol_ which, view::Colour c) { style.Colors[which] = colour(c); };
    for (int i = 0; i < ImGuiCol_COUNT; ++i) style.Colors[i].w = 0.0F; // nothing unthemed shows
    set(ImGuiCol_Text, theme.ink);
    set(ImGuiCol_TextDisabled, theme.quiet);
    set(ImGuiCol_WindowBg, theme.panel);
    set(ImGuiCol_PopupBg, theme.panel);
    set(ImGuiCol_Border, theme.line);
    set(ImGuiCol_Separator, theme.line);
    set(ImGuiCol_FrameBg, theme.raised);
    set(ImGuiCol_FrameBgHovered, view::mix(theme.raised, theme.accent, 0.20F));
    set(ImGuiCol_FrameBgActive, view::mix(theme.raised, theme.accent, 0.30F));
    set(ImGuiCol_SliderGrab, theme.accent);
    set(ImGuiCol_SliderGrabActive, view::mix(theme.accent, theme.ink, 0.3F));
    set(ImGuiCol_CheckMark, theme.accent);
    set(ImGuiCol_Button, theme.raised);
    set(ImGuiCol_ButtonHovered, view::mix(theme.raised, theme.accent, 0.30F));
    set(ImGuiCol_ButtonActive, view::mix(theme.raised, theme.accent, 0.50F));
    set(ImGuiCol_Header, view::mix(theme.panel, theme.accent, 0.22F));
    set(ImGuiCol_HeaderHovered, view::mix(theme.panel, theme.accent, 0.16F));
    set(ImGuiCol_HeaderActive, view::mix(theme.panel, theme.accent, 0.34F));
    set(ImGuiCol_ScrollbarGrab, theme.line);
    set(ImGuiCol_ScrollbarGrabHovered, theme.shade);
    set(ImGuiCol_ScrollbarGrabActive, theme.shade);
    set(ImGuiCol_TextSelectedBg, view::faded(theme.accent, 0.35F));
    set(ImGuiCol_NavHighlight, theme.accent);
    set(ImGuiCol_TableBorderLight, theme.line);
    set(ImGuiCol_TableBorderStrong, theme.line);
    ImGui::GetStyle() = style;
}

} // namespace ui
