// Draws the card (dialog) about a recording, and the plot of the played recording's frame times below the stage.
#include "programs/demo/panels/recording_card.hpp"

#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace demo
{

namespace
{

using State = RecordingCard::State;

void request_open(const Context& c, const std::string& path) { c.card.requests.emplace_back(card_request::Open{path}); }

std::string common_prefix(const std::vector<std::string>& names)
{
    std::string prefix = names.empty() ? "" : names.front();
    for (const std::string& name : names)
        prefix.resize(static_cast<std::size_t>(std::ranges::mismatch(prefix, name).in1 - prefix.begin()));
    return prefix;
}

int insert_common_prefix(ImGuiInputTextCallbackData* data)
{
    const auto& card         = *static_cast<RecordingCard*>(data->UserData);
    const std::string prefix = common_prefix(card.matches);
    if (prefix.size() <= static_cast<std::size_t>(data->BufTextLen)) return 0;
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, prefix.c_str());
    return 0;
}

void draw_path_field(const Context& c, bool focus)
{
    RecordingCard& card = c.card;
    auto& typed         = c.state.typed_path;
    std::strncpy(typed.data(), card.path.c_str(), typed.size() - 1);
    if (focus) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - 84 * c.scale);
    const bool enter = ImGui::InputTextWithHint(
        "##path", "path of a recording, a replay or a lesson; Tab completes", typed.data(), typed.size(),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion, insert_common_prefix, &card);
    log_item(c.log, "open.path", card.path);
    if (card.path != typed.data())
    {
        card.path = typed.data();
        card.refusal.clear();
        c.card.requests.emplace_back(card_request::CompletePath{});
    }
    ImGui::SameLine(0, 8 * c.scale);
    const bool pressed = draw_button("Open", "Opens the file. For a recording, ranks all loops on its frame times.",
                                     c.log, 76 * c.scale);
    if ((enter || pressed) && !card.path.empty()) request_open(c, card.path);
}

// Opens the file `path`, or lists the contents of a folder, whose path ends in "/".
void choose_match(const Context& c, const std::string& path)
{
    c.card.path = path;
    if (path.ends_with('/'))
        c.card.requests.emplace_back(card_request::CompletePath{});
    else
        request_open(c, path);
}

void draw_matches(const Context& c)
{
    const RecordingCard& card = c.card;
    draw_paragraph("Folder " + card.folder, c.theme.quiet);
    log_item(c.log, "open.folder", card.folder);
    constexpr float lines = 9;
    ImGui::BeginChild("matches", {0, lines * ImGui::GetTextLineHeightWithSpacing()}, false,
                      ImGuiWindowFlags_NavFlattened);
    const float width = ImGui::GetContentRegionAvail().x;
    std::string chosen;
    if (card.folder.size() > 1)
    {
        if (ImGui::Selectable("../  (the folder above)"))
            chosen = card.folder.substr(0, card.folder.find_last_of('/')) + "/";
        log_item(c.log, "open.above", "");
    }
    for (std::size_t i = 0; i < card.matches.size(); ++i)
    {
        const std::string& match = card.matches[i];
        if (ImGui::Selectable(shortened(match, width).c_str())) chosen = match;
        log_item(c.log, fmt::format("open.match.{}", i), match);
    }
    ImGui::EndChild();
    if (!chosen.empty()) choose_match(c, chosen);
}

void draw_path_question(const Context& c, bool focus)
{
    const RecordingCard& card = c.card;
    draw_paragraph(
        "Drop a recording of your game's frame times on this window, or type its path: a file of PresentMon, "
        "CapFrameX, MangoHud, FRAPS or an engine's profiler, or any column of frame times. A replay file (F7) is "
        "run, and a set-up (settings as text, Ctrl+C) replaces your settings.",
        c.theme.quiet);
    ImGui::Spacing();
    draw_path_field(c, focus);
    if (!card.refusal.empty())
    {
        draw_paragraph(card.refusal, draw::legible(c.theme.alarm, c.theme.panel, c.theme.ink));
        log_item(c.log, "open.refusal", card.refusal);
    }
    draw_matches(c);
}

void draw_reading_note(const Context& c)
{
    const float turn      = static_cast<float>(std::fmod(ImGui::GetTime() * 5.0, 6.283185));
    const ImVec2 at       = ImGui::GetCursorScreenPos();
    const float r         = 9 * c.scale;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.PathArcTo({at.x + r, at.y + r}, r - 2 * c.scale, turn, turn + 4.2F, 24);
    draw_list.PathStroke(to_imu32(c.theme.accent), 0, 2.4F * c.scale);
    ImGui::Dummy({2 * r + 6 * c.scale, 2 * r});
    ImGui::SameLine();
    ImGui::TextUnformatted("Reading the recording, and ranking all loops for it ...");
    log_item(c.log, "open.reading", c.card.path);
}

void draw_small_title(const Context& c, ImVec2 at, const char* text)
{
    ImGui::GetWindowDrawList()->AddText(bold_font(), ImGui::GetFontSize(), at, to_imu32(c.theme.quiet), text);
}

std::size_t first_filled_bin(const RecordingSummary& summary)
{
    const auto found = std::ranges::find_if(summary.histogram, [](const auto& bin) { return bin.count > 0; });
    return static_cast<std::size_t>(found - summary.histogram.begin());
}

void draw_histogram(const Context& c, const RecordingSummary& summary, const draw::Rect& r)
{
    draw_small_title(c, {r.x, r.y}, "Frame times, ms");
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float line      = ImGui::GetTextLineHeight();
    const draw::Rect plot{r.x, r.y + line + 8 * c.scale, r.w, r.h - 2 * line - 14 * c.scale};
    const std::size_t first = first_filled_bin(summary);
    const auto bins         = static_cast<float>(summary.histogram.size() - first);
    const float width       = plot.w / bins;
    std::int64_t max_count  = 1;
    for (const auto& bin : summary.histogram) max_count = std::max(max_count, bin.count);
    float next_label_x = plot.x; // minimum x coordinate of the next label, so that labels do not overlap
    for (std::size_t i = first; i < summary.histogram.size(); ++i)
    {
        const auto& bin    = summary.histogram[i];
        const bool last    = i + 1 == summary.histogram.size();
        const float x      = plot.x + static_cast<float>(i - first) * width;
        const float share  = static_cast<float>(bin.count) / static_cast<float>(max_count);
        const float height = bin.count > 0 ? std::max(share * plot.h, 2 * c.scale) : 0.0F;
        draw_list.AddRectFilled({x + 1 * c.scale, plot.bottom() - height}, {x + width - 1 * c.scale, plot.bottom()},
                                to_imu32(last ? c.theme.warning : c.theme.accent), 2 * c.scale,
                                ImDrawFlags_RoundCornersTop);
        const std::string label = fmt::format("{:g}{}", bin.from_ms, last ? "+" : "");
        if (x >= next_label_x && (last || x + width_of(label) < plot.right() - 30 * c.scale))
        {
            draw_text(draw_list, {x, plot.bottom() + 3 * c.scale}, c.theme.quiet, label);
            next_label_x = x + width_of(label) + 12 * c.scale;
        }
    }
    draw_list.AddLine({plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, to_imu32(c.theme.line));
}

void draw_longest_hitches(const Context& c, const RecordingSummary& summary, const draw::Rect& r)
{
    draw_small_title(c, {r.x, r.y}, "Longest hitches");
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float line      = ImGui::GetTextLineHeight() + 5 * c.scale;
    float y               = r.y + ImGui::GetTextLineHeight() + 8 * c.scale;
    if (summary.longest_hitches.empty())
        draw_text(draw_list, {r.x, y}, c.theme.ink, "None: no frame is over 2.5 times the median.");
    const float left = r.x + 92 * c.scale, right = r.right() - 74 * c.scale;
    for (const auto& hitch : summary.longest_hitches)
    {
        if (y + line > r.bottom() + 4 * c.scale) break;
        const auto share              = static_cast<float>(hitch.length_ms / summary.longest_hitches.front().length_ms);
        const std::string start_text  = fmt::format("at {:.2f} s", hitch.start_s);
        const std::string length_text = fmt::format("{:.0f} ms", hitch.length_ms);
        draw_text(draw_list, {r.x, y}, c.theme.ink, start_text);
        draw_list.AddRectFilled({left, y + 3 * c.scale}, {left + share * (right - left), y + line - 8 * c.scale},
                                to_imu32(draw::mix(c.theme.panel, c.theme.alarm, 0.8F)), 2 * c.scale);
        draw_text(draw_list, {r.right() - width_of(length_text), y}, c.theme.ink, length_text);
        y += line;
    }
}

void draw_histogram_and_hitches(const Context& c, const RecordingSummary& summary)
{
    const ImVec2 at    = ImGui::GetCursorScreenPos();
    const float width  = ImGui::GetContentRegionAvail().x;
    const float height = 168 * c.scale;
    const float gap    = 28 * c.scale;
    draw_histogram(c, summary, {at.x, at.y, (width - gap) * 0.54F, height});
    draw_longest_hitches(c, summary, {at.x + (width - gap) * 0.54F + gap, at.y, (width - gap) * 0.46F, height});
    ImGui::Dummy({width, height});
    log_item(c.log, "card.pictures", fmt::format("{} bins, {} hitches", summary.histogram.size(), summary.hitch_count));
}

void draw_ranked_loop(const Context& c, const RecordingSummary::RankedLoop& loop)
{
    const ImVec2 at       = ImGui::GetCursorScreenPos();
    const float r         = 5 * c.scale;
    const float y         = at.y + ImGui::GetTextLineHeight() / 2;
    const float right     = at.x + ImGui::GetContentRegionAvail().x;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.AddCircleFilled({at.x + r, y}, r, to_imu32(draw::loop_colour(loop.preset)), 20);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 18 * c.scale);
    draw_text_in_font(bold_font(), loop.title.c_str());
    log_item(c.log, fmt::format("card.loop.{}", static_cast<int>(loop.preset)), loop.title);
    if (!loop.mark.empty())
    {
        ImGui::SameLine(0, 8 * c.scale);
        ImGui::TextColored(to_imvec4(draw::legible(c.theme.accent, c.theme.panel, c.theme.ink)), "%s",
                           loop.mark.c_str());
    }
    // Figures that do not fit beside the title are drawn below it.
    const float figures_width = width_of(loop.figures);
    if (right - figures_width > ImGui::GetItemRectMax().x + 12 * c.scale)
        draw_text(draw_list, {right - figures_width, at.y}, c.theme.quiet, loop.figures);
    else
    {
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 18 * c.scale);
        draw_paragraph(loop.figures, c.theme.quiet);
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 18 * c.scale);
    draw_paragraph(loop.promise, c.theme.ink);
    ImGui::Dummy({0, 2 * c.scale});
}

void draw_verdict(const Context& c, const RecordingSummary& summary)
{
    std::string logged_text;
    ImGui::Dummy({0, 2 * c.scale});
    for (const std::string& sentence : summary.verdict_sentences)
    {
        const bool last = &sentence == &summary.verdict_sentences.back(); // recommends a loop, and is bold
        draw_paragraph(sentence, c.theme.ink, last ? bold_font() : nullptr);
        logged_text += (logged_text.empty() ? "" : " ") + sentence;
    }
    c.log.push_back({"card.verdict", {}, logged_text});
    if (!summary.unplayable_reason.empty())
    {
        draw_paragraph("No loop can run with this recording: " + summary.unplayable_reason,
                       draw::legible(c.theme.alarm, c.theme.panel, c.theme.ink));
        log_item(c.log, "card.why-not", summary.unplayable_reason);
    }
    ImGui::Dummy({0, 2 * c.scale});
    for (const auto& loop : summary.best_loops) draw_ranked_loop(c, loop);
}

void draw_card_buttons(const Context& c, const RecordingSummary& summary)
{
    if (summary.frame_times)
    {
        if (draw_button("Watch it",
                        "Runs the recommended loop on the stage with the recording's frame times; hitches are marked.",
                        c.log, 110 * c.scale, draw::mix(c.theme.raised, c.theme.accent, 0.55F)))
            c.card.requests.emplace_back(card_request::PlayRecording{});
        ImGui::SameLine(0, 8 * c.scale);
    }
    if (!summary.best_loops.empty())
    {
        if (draw_button("Code for my game", "Shows the recommended loop as one file without dependencies.", c.log,
                        160 * c.scale))
        {
            c.lab.settings.mode = lab::Mode::live;
            c.lab.settings.loop.choose(summary.best_loops.front().preset);
            c.lab.settings.loop.set_rate(summary.best_loops.front().rate);
            show_code_for_my_game(c);
            c.card.state = State::closed;
        }
        ImGui::SameLine(0, 8 * c.scale);
    }
    const lab::Playback* playback = c.lab.playback();
    if (summary.frame_times && !summary.is_part && playback != nullptr && !playback->ended() && !c.card.strip.empty())
    {
        if (draw_button("Draw over", "Draws this recording's frame times over those of the recording that is playing.",
                        c.log, 100 * c.scale))
            c.card.requests.emplace_back(card_request::AddOverlay{});
        ImGui::SameLine(0, 8 * c.scale);
    }
    if (draw_button("Another ...", "Asks for the path of another file.", c.log, 100 * c.scale)) request_open(c, "");
}

void draw_summary(const Context& c, const RecordingSummary& shown)
{
    draw_grey_text(shortened(shown.source_line, ImGui::GetContentRegionAvail().x));
    ImGui::Dummy({0, 4 * c.scale});
    draw_histogram_and_hitches(c, shown);
    draw_verdict(c, shown);
    ImGui::Spacing();
    draw_card_buttons(c, shown);
}

void draw_card_contents(const Context& c, bool focus)
{
    RecordingCard& card   = c.card;
    const bool shown      = card.state == State::shown;
    const auto card_title = shown ? card.summary.name : "Open a recording, a replay, a set-up or a lesson";
    draw_text_in_font(title_font(), shortened(card_title, ImGui::GetContentRegionAvail().x - 90 * c.scale).c_str());
    log_item(c.log, "card.title", card_title);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - 64 * c.scale);
    if (draw_button("Close", "Closes this card. Key: Escape.", c.log, 64 * c.scale)) card.state = State::closed;
    if (card.state == State::reading)
        draw_reading_note(c);
    else if (!shown)
        draw_path_question(c, focus);
    else
        draw_summary(c, card.summary);
}

constexpr float strip_height = 34;

constexpr float min_drag = 6; // in points; a shorter mouse movement is a click

// The height in points of the bar for a frame time, on a logarithmic scale, so that short frames stay visible.
float bar_height(float ms, const RecordingStrip& strip, const draw::Rect& r)
{
    const float median_ms = std::max(strip.median_ms, 0.001F);
    const float max_log   = std::log2(1.0F + std::max(strip.longest_frame_ms / median_ms, 2.0F));
    return r.h * std::clamp(std::log2(1.0F + ms / median_ms) / max_log, 0.04F, 1.0F);
}

void draw_frame_bars(const Context& c, const RecordingStrip& strip, const draw::Rect& r)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float width     = r.w / static_cast<float>(strip.longest_ms.size());
    for (std::size_t i = 0; i < strip.longest_ms.size(); ++i)
    {
        const float height = bar_height(strip.longest_ms[i], strip, r);
        const float x      = r.x + static_cast<float>(i) * width;
        draw_list.AddRectFilled({x, r.bottom() - height}, {x + std::max(width, 1.0F), r.bottom()},
                                to_imu32(draw::faded(c.theme.accent, 0.45F)));
    }
    for (const float hitch : strip.hitch_shares)
    {
        const float x = r.x + hitch * r.w;
        draw_list.AddRectFilled({x - 1 * c.scale, r.y}, {x + 1 * c.scale, r.bottom()}, to_imu32(c.theme.alarm));
        draw_list.AddTriangleFilled({x - 4 * c.scale, r.y}, {x + 4 * c.scale, r.y}, {x, r.y + 6 * c.scale},
                                    to_imu32(c.theme.alarm));
    }
}

// Draws the overlaid recordings as lines, with their names at the upper edge.
void draw_overlays(const Context& c, const RecordingStrip& strip, const draw::Rect& r)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float width     = r.w / static_cast<float>(strip.longest_ms.size());
    float name_x          = r.x + 4 * c.scale;
    for (std::size_t k = 0; k < c.card.overlays.size(); ++k)
    {
        const StripOverlay& overlay = c.card.overlays[k];
        const draw::Colour own      = draw::legible(draw::loop_colour(k + 1), c.theme.panel, c.theme.ink);
        for (std::size_t i = 0; i < overlay.longest_ms.size(); ++i)
            if (overlay.longest_ms[i] > 0.0F)
                draw_list.PathLineTo({r.x + (static_cast<float>(i) + 0.5F) * width,
                                      r.bottom() - bar_height(overlay.longest_ms[i], strip, r)});
        draw_list.PathStroke(to_imu32(own), 0, 1.4F * c.scale);
        const std::string name = shortened(overlay.name, r.w * 0.3F);
        draw_text(draw_list, {name_x, r.y}, own, name);
        name_x += width_of(name) + 14 * c.scale;
        log_item(c.log, fmt::format("scrubber.overlay.{}", k), overlay.name);
    }
}

// A click seeks the played recording to the mouse position. A drag selects a part, and requests its card.
void handle_strip_mouse(const Context& c, const RecordingStrip& strip, const draw::Rect& r)
{
    const auto share_at     = [&](float x) { return std::clamp((x - r.x) / std::max(r.w, 1.0F), 0.0F, 1.0F); };
    const float press_share = share_at(ImGui::GetIO().MouseClickedPos[0].x),
                mouse_share = share_at(ImGui::GetIO().MousePos.x);
    const bool is_drag      = std::abs(mouse_share - press_share) * r.w > min_drag * c.scale;
    const auto [from, to]   = std::minmax(press_share, mouse_share);
    if (is_drag && ImGui::IsItemDeactivated())
        c.card.requests.emplace_back(card_request::JudgePart{static_cast<double>(from), static_cast<double>(to)});
    if (!ImGui::IsItemActive()) return;
    if (!is_drag)
    {
        c.card.requests.emplace_back(card_request::Seek{strip.frame_at(static_cast<double>(mouse_share))});
        return;
    }
    const std::string part = fmt::format("{:.1f} to {:.1f} s", static_cast<double>(from) * strip.seconds,
                                         static_cast<double>(to) * strip.seconds);
    ImDrawList& draw_list  = *ImGui::GetWindowDrawList();
    draw_list.AddRectFilled({r.x + from * r.w, r.y}, {r.x + to * r.w, r.bottom()},
                            to_imu32(draw::faded(c.theme.ink, 0.25F)));
    draw_text(draw_list, {r.x + from * r.w + 4 * c.scale, r.y}, c.theme.ink, part);
    log_item(c.log, "scrubber.part", part);
}

void draw_play_position(const Context& c, const draw::Rect& r, double share)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float x         = r.x + static_cast<float>(share) * r.w;
    draw_list.AddRectFilled({x - 1.5F * c.scale, r.y - 3 * c.scale}, {x + 1.5F * c.scale, r.bottom() + 3 * c.scale},
                            to_imu32(c.theme.ink), 1.5F * c.scale);
}

void draw_strip(const Context& c, const lab::Playback& playback)
{
    const RecordingStrip& strip = c.card.strip;
    const float button_width    = 64 * c.scale;
    const ImVec2 at             = ImGui::GetCursorScreenPos();
    const float buttons_width   = (c.card.plays_part ? 2.0F : 1.0F) * (button_width + 8 * c.scale);
    const float width           = ImGui::GetContentRegionAvail().x - buttons_width;
    const draw::Rect r{at.x, at.y, width, strip_height * c.scale};
    ImGui::InvisibleButton("strip", {r.w, r.h});
    const double share = strip.share_of(playback.index());
    log_with_tooltip(c.log, "scrubber", fmt::format("{:.4f}", share),
                     fmt::format("{} frames in {:.1f} s, {} {} marked. Click: continue there. Drag: select a part.",
                                 playback.size(), strip.seconds, strip.hitch_shares.size(),
                                 strip.hitch_shares.size() == 1 ? "hitch" : "hitches"));
    draw_frame_bars(c, strip, r);
    draw_play_position(c, r, share);
    handle_strip_mouse(c, strip, r);
    draw_overlays(c, strip, r);
    ImGui::SameLine(0, 8 * c.scale);
    const float space = (r.h - ImGui::GetFrameHeight()) / 2;
    const float y     = ImGui::GetCursorPosY() + std::max(space, 0.0F);
    ImGui::SetCursorPosY(y);
    if (c.card.plays_part)
    {
        if (draw_button("Whole", "Runs the loops with the whole recording again.", c.log, button_width))
            c.card.requests.emplace_back(card_request::PlayWhole{});
        ImGui::SameLine(0, 8 * c.scale);
        ImGui::SetCursorPosY(y);
    }
    if (draw_button("Stop it", "Stops the recording; the loops use the frames of this PC again.", c.log, button_width))
        c.card.requests.emplace_back(card_request::StopPlayback{});
}

} // namespace

void draw_recording_card(const Context& c)
{
    const State state           = c.card.state;
    const bool focus            = state == State::asking && c.state.previous_card_state != State::asking;
    c.state.previous_card_state = state;
    if (state == State::closed) return;
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    draw_dimmed_background(c, size);
    ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({std::min(800 * c.scale, size.x - 16 * c.scale), 0});
    // The card scrolls if the program's window is too low for it.
    ImGui::SetNextWindowSizeConstraints({0, 0}, {size.x, size.y - 16 * c.scale});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {22 * c.scale, 18 * c.scale});
    if (focus || state != State::asking) ImGui::SetNextWindowFocus();
    if (ImGui::Begin("recording", nullptr, fixed_window_flags)) draw_card_contents(c, focus);
    ImGui::End();
    ImGui::PopStyleVar();
}

void draw_recording_strip(const Context& c, const draw::Rect& stage)
{
    const lab::Playback* playback = c.lab.playback();
    if (playback == nullptr || playback->ended() || c.card.strip.empty() || c.lab.settings.mode != lab::Mode::live)
        return;
    if (!c.lab.settings.view.panels || stage.h < 160 * c.scale) return;
    const float margin = 12 * c.scale;
    ImGui::SetNextWindowPos({stage.x + margin, stage.bottom() - margin}, ImGuiCond_Always, {0.0F, 1.0F});
    ImGui::SetNextWindowSize({stage.w - 2 * margin, 0});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, to_imvec4(draw::faded(c.theme.panel, 0.97F)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * c.scale, 7 * c.scale});
    constexpr int flags = fixed_window_flags | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing |
                          ImGuiWindowFlags_NoBringToFrontOnFocus;
    if (ImGui::Begin("scrubber", nullptr, flags)) draw_strip(c, *playback);
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

} // namespace demo
