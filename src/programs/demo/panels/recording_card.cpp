// Draws the dialog about an opened recording, and the plot of the played recording's frame times below the stage.
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
    const std::string prefix = common_prefix(card.completions);
    if (prefix.size() <= static_cast<std::size_t>(data->BufTextLen)) return 0;
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, prefix.c_str());
    return 0;
}

void draw_path_field(const Context& c, bool takes_focus)
{
    RecordingCard& card = c.card;
    auto& typed         = c.state.typed_path;
    std::strncpy(typed.data(), card.path.c_str(), typed.size() - 1);
    if (takes_focus) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - 84 * c.scale);
    const bool enter_pressed = ImGui::InputTextWithHint(
        "##path", "path of a recording, a replay or a lesson; Tab completes", typed.data(), typed.size(),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion, insert_common_prefix, &card);
    log_item(c.log, "open.path", card.path);
    if (card.path != typed.data())
    {
        card.path = typed.data();
        card.refusal_text.clear();
        c.card.requests.emplace_back(card_request::ListPathCompletions{});
    }
    ImGui::SameLine(0, 8 * c.scale);
    const bool open_pressed =
        draw_button("Open", "Opens the file. If it is a recording, runs and ranks all loops with its frame times.",
                    c.log, 76 * c.scale);
    if ((enter_pressed || open_pressed) && !card.path.empty()) request_open(c, card.path);
}

void open_completion(const Context& c, const std::string& path)
{
    c.card.path = path;
    if (path.ends_with('/'))
        c.card.requests.emplace_back(card_request::ListPathCompletions{});
    else
        request_open(c, path);
}

void draw_completions(const Context& c)
{
    const RecordingCard& card = c.card;
    draw_paragraph("Folder " + card.searched_folder, c.theme.quiet);
    log_item(c.log, "open.folder", card.searched_folder);
    constexpr float visible_line_count = 9;
    ImGui::BeginChild("matches", {0, visible_line_count * ImGui::GetTextLineHeightWithSpacing()}, false,
                      ImGuiWindowFlags_NavFlattened);
    const float width = ImGui::GetContentRegionAvail().x;
    std::string chosen;
    if (card.searched_folder.size() > 1)
    {
        if (ImGui::Selectable("../  (the folder above)"))
            chosen = card.searched_folder.substr(0, card.searched_folder.find_last_of('/')) + "/";
        log_item(c.log, "open.above", "");
    }
    for (std::size_t i = 0; i < card.completions.size(); ++i)
    {
        const std::string& match = card.completions[i];
        if (ImGui::Selectable(ellipsized(match, width).c_str())) chosen = match;
        log_item(c.log, fmt::format("open.match.{}", i), match);
    }
    ImGui::EndChild();
    if (!chosen.empty()) open_completion(c, chosen);
}

void draw_path_prompt(const Context& c, bool takes_focus)
{
    const RecordingCard& card = c.card;
    draw_paragraph(
        "Drop a recording of your game's frame times on this window, or type its path: a file of PresentMon, "
        "CapFrameX, MangoHud, FRAPS or an engine's profiler, or any column of frame times. You can also open a replay "
        "(recorded with F7), or a set-up (settings as text, copied with Ctrl+C), which replaces your settings.",
        c.theme.quiet);
    ImGui::Spacing();
    draw_path_field(c, takes_focus);
    if (!card.refusal_text.empty())
    {
        draw_paragraph(card.refusal_text, draw::legible(c.theme.alarm, c.theme.panel, c.theme.ink));
        log_item(c.log, "open.refusal", card.refusal_text);
    }
    draw_completions(c);
}

void draw_reading_progress(const Context& c)
{
    const float start_angle = static_cast<float>(std::fmod(ImGui::GetTime() * 5.0, 6.283185));
    const ImVec2 cursor     = ImGui::GetCursorScreenPos();
    const float radius      = 9 * c.scale;
    ImDrawList& draw_list   = *ImGui::GetWindowDrawList();
    draw_list.PathArcTo({cursor.x + radius, cursor.y + radius}, radius - 2 * c.scale, start_angle, start_angle + 4.2F,
                        24);
    draw_list.PathStroke(to_imu32(c.theme.accent), 0, 2.4F * c.scale);
    ImGui::Dummy({2 * radius + 6 * c.scale, 2 * radius});
    ImGui::SameLine();
    ImGui::TextUnformatted("Reading the recording, and ranking all loops for it ...");
    log_item(c.log, "open.reading", c.card.path);
}

void draw_small_title(const Context& c, ImVec2 top_left, const char* text)
{
    ImGui::GetWindowDrawList()->AddText(bold_font(), ImGui::GetFontSize(), top_left, to_imu32(c.theme.quiet), text);
}

void draw_histogram(const Context& c, const RecordingSummary& summary, const draw::Rect& area)
{
    draw_small_title(c, {area.x, area.y}, "Frame times, ms");
    ImDrawList& draw_list  = *ImGui::GetWindowDrawList();
    const float row_height = ImGui::GetTextLineHeight();
    const draw::Rect plot_area{area.x, area.y + row_height + 8 * c.scale, area.w,
                               area.h - 2 * row_height - 14 * c.scale};
    const auto& counts      = summary.histogram;
    const auto first_filled = std::ranges::find_if(counts, [](std::int64_t count) { return count > 0; });
    const auto first_bin    = static_cast<std::size_t>(first_filled - counts.begin());
    const float width       = plot_area.w / static_cast<float>(counts.size() - first_bin);
    std::int64_t max_count  = 1;
    for (const std::int64_t count : counts) max_count = std::max(max_count, count);
    float next_label_x = plot_area.x; // minimum x coordinate of the next label, so that labels do not overlap
    for (std::size_t i = first_bin; i < counts.size(); ++i)
    {
        const bool is_last = i + 1 == counts.size();
        const float x      = plot_area.x + static_cast<float>(i - first_bin) * width;
        const float share  = static_cast<float>(counts[i]) / static_cast<float>(max_count);
        const float height = counts[i] > 0 ? std::max(share * plot_area.h, 2 * c.scale) : 0.0F;
        draw_list.AddRectFilled(
            {x + 1 * c.scale, plot_area.bottom() - height}, {x + width - 1 * c.scale, plot_area.bottom()},
            to_imu32(is_last ? c.theme.warning : c.theme.accent), 2 * c.scale, ImDrawFlags_RoundCornersTop);
        const double start_ms   = summary.bin_ms * static_cast<double>(i);
        const std::string label = fmt::format("{:g}{}", start_ms, is_last ? "+" : "");
        if (x >= next_label_x && (is_last || x + width_of(label) < plot_area.right() - 30 * c.scale))
        {
            draw_text(draw_list, {x, plot_area.bottom() + 3 * c.scale}, c.theme.quiet, label);
            next_label_x = x + width_of(label) + 12 * c.scale;
        }
    }
    draw_list.AddLine({plot_area.x, plot_area.bottom()}, {plot_area.right(), plot_area.bottom()},
                      to_imu32(c.theme.line));
}

void draw_longest_hitches(const Context& c, const RecordingSummary& summary, const draw::Rect& area)
{
    draw_small_title(c, {area.x, area.y}, "Longest hitches");
    ImDrawList& draw_list  = *ImGui::GetWindowDrawList();
    const float row_height = ImGui::GetTextLineHeight() + 5 * c.scale;
    float y                = area.y + ImGui::GetTextLineHeight() + 8 * c.scale;
    if (summary.longest_hitches.empty())
        draw_text(draw_list, {area.x, y}, c.theme.ink,
                  "No hitches (frames over 2.5 times the\nmedian and at least 25 ms longer than it).");
    const float bar_left = area.x + 92 * c.scale, bar_right = area.right() - 74 * c.scale;
    for (const auto& hitch : summary.longest_hitches)
    {
        if (y + row_height > area.bottom() + 4 * c.scale) break;
        const auto share              = static_cast<float>(hitch.length_ms / summary.longest_hitches.front().length_ms);
        const std::string start_text  = fmt::format("at {:.2f} s", hitch.start_s);
        const std::string length_text = fmt::format("{:.0f} ms", hitch.length_ms);
        draw_text(draw_list, {area.x, y}, c.theme.ink, start_text);
        draw_list.AddRectFilled({bar_left, y + 3 * c.scale},
                                {bar_left + share * (bar_right - bar_left), y + row_height - 8 * c.scale},
                                to_imu32(draw::mix(c.theme.panel, c.theme.alarm, 0.8F)), 2 * c.scale);
        draw_text(draw_list, {area.right() - width_of(length_text), y}, c.theme.ink, length_text);
        y += row_height;
    }
}

void draw_histogram_and_hitches(const Context& c, const RecordingSummary& summary)
{
    const ImVec2 cursor = ImGui::GetCursorScreenPos();
    const float width   = ImGui::GetContentRegionAvail().x;
    const float height  = 168 * c.scale;
    const float gap     = 28 * c.scale;
    draw_histogram(c, summary, {cursor.x, cursor.y, (width - gap) * 0.54F, height});
    draw_longest_hitches(c, summary, {cursor.x + (width - gap) * 0.54F + gap, cursor.y, (width - gap) * 0.46F, height});
    ImGui::Dummy({width, height});
    log_item(c.log, "card.pictures", fmt::format("{} bins, {} hitches", summary.histogram.size(), summary.hitch_count));
}

void draw_ranked_loop(const Context& c, const RecordingSummary::RankedLoop& loop)
{
    const ImVec2 cursor   = ImGui::GetCursorScreenPos();
    const float radius    = 5 * c.scale;
    const float y         = cursor.y + ImGui::GetTextLineHeight() / 2;
    const float right_x   = cursor.x + ImGui::GetContentRegionAvail().x;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.AddCircleFilled({cursor.x + radius, y}, radius, to_imu32(draw::loop_colour(loop.preset)), 20);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 18 * c.scale);
    draw_text_in_font(bold_font(), loop.title.c_str());
    log_item(c.log, fmt::format("card.loop.{}", static_cast<int>(loop.preset)), loop.title);
    if (!loop.rank_label.empty())
    {
        ImGui::SameLine(0, 8 * c.scale);
        ImGui::TextColored(to_imvec4(draw::legible(c.theme.accent, c.theme.panel, c.theme.ink)), "%s",
                           loop.rank_label.c_str());
    }
    const float figures_width = width_of(loop.statistics_line);
    if (right_x - figures_width > ImGui::GetItemRectMax().x + 12 * c.scale)
        draw_text(draw_list, {right_x - figures_width, cursor.y}, c.theme.quiet, loop.statistics_line);
    else
    {
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 18 * c.scale);
        draw_paragraph(loop.statistics_line, c.theme.quiet);
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 18 * c.scale);
    draw_paragraph(loop.advantage, c.theme.ink);
    ImGui::Dummy({0, 2 * c.scale});
}

void draw_verdict(const Context& c, const RecordingSummary& summary)
{
    std::string logged_text;
    ImGui::Dummy({0, 2 * c.scale});
    for (const std::string& sentence : summary.verdict_sentences)
    {
        const bool is_last = &sentence == &summary.verdict_sentences.back(); // recommends a loop, and is bold
        draw_paragraph(sentence, c.theme.ink, is_last ? bold_font() : nullptr);
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
                        "Runs the recommended loop on the stage with the recording's frame times, and marks hitches.",
                        c.log, 110 * c.scale, draw::mix(c.theme.raised, c.theme.accent, 0.55F)))
            c.card.requests.emplace_back(card_request::PlayWithRecommendedLoop{});
        ImGui::SameLine(0, 8 * c.scale);
    }
    if (!summary.best_loops.empty())
    {
        if (draw_button("Code for my game", "Shows the recommended loop as one file without dependencies.", c.log,
                        160 * c.scale))
        {
            c.lab.settings.mode = lab::Mode::live;
            c.lab.settings.loop.choose_preset(summary.best_loops.front().preset);
            c.lab.settings.loop.set_rate(summary.best_loops.front().rate);
            open_cpp_export_page(c);
            c.card.state = State::closed;
        }
        ImGui::SameLine(0, 8 * c.scale);
    }
    const auto& playback = c.lab.playback;
    if (summary.frame_times && !summary.is_part && playback && !playback->has_ended() && !c.card.played_strip.empty())
    {
        if (draw_button("Draw over", "Draws this recording's frame times over those of the recording that is playing.",
                        c.log, 100 * c.scale))
            c.card.requests.emplace_back(card_request::OverlayOpenedRecording{});
        ImGui::SameLine(0, 8 * c.scale);
    }
    if (draw_button("Another ...", "Asks for the path of another file.", c.log, 100 * c.scale)) request_open(c, "");
}

void draw_summary(const Context& c, const RecordingSummary& summary)
{
    draw_grey_text(ellipsized(summary.source_line, ImGui::GetContentRegionAvail().x));
    ImGui::Dummy({0, 4 * c.scale});
    draw_histogram_and_hitches(c, summary);
    draw_verdict(c, summary);
    ImGui::Spacing();
    draw_card_buttons(c, summary);
}

void draw_card_contents(const Context& c, bool takes_focus)
{
    RecordingCard& card      = c.card;
    const bool shows_summary = card.state == State::showing_summary;
    const auto card_title    = shows_summary ? card.summary.name : "Open a recording, a replay, a set-up or a lesson";
    draw_text_in_font(title_font(), ellipsized(card_title, ImGui::GetContentRegionAvail().x - 90 * c.scale).c_str());
    log_item(c.log, "card.title", card_title);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - 64 * c.scale);
    if (draw_button("Close", "Closes this card. Key: Escape.", c.log, 64 * c.scale)) card.state = State::closed;
    if (card.state == State::reading_file)
        draw_reading_progress(c);
    else if (!shows_summary)
        draw_path_prompt(c, takes_focus);
    else
        draw_summary(c, card.summary);
}

constexpr float strip_height = 34;

constexpr float min_drag_distance = 6; // in points; a shorter mouse movement is a click

// The height in points of the bar for a frame time, on a logarithmic scale, so that short frames stay visible.
float bar_height(float ms, const RecordingStrip& strip, const draw::Rect& area)
{
    const float median_ms = std::max(strip.median_ms, 0.001F);
    const float max_log   = std::log2(1.0F + std::max(strip.longest_frame_ms / median_ms, 2.0F));
    return area.h * std::clamp(std::log2(1.0F + ms / median_ms) / max_log, 0.04F, 1.0F);
}

void draw_frame_bars(const Context& c, const RecordingStrip& strip, const draw::Rect& area)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float width     = area.w / static_cast<float>(strip.column_longest_ms.size());
    for (std::size_t i = 0; i < strip.column_longest_ms.size(); ++i)
    {
        const float height = bar_height(strip.column_longest_ms[i], strip, area);
        const float x      = area.x + static_cast<float>(i) * width;
        draw_list.AddRectFilled({x, area.bottom() - height}, {x + std::max(width, 1.0F), area.bottom()},
                                to_imu32(draw::faded(c.theme.accent, 0.45F)));
    }
    for (const float hitch : strip.hitch_positions)
    {
        const float x = area.x + hitch * area.w;
        draw_list.AddRectFilled({x - 1 * c.scale, area.y}, {x + 1 * c.scale, area.bottom()}, to_imu32(c.theme.alarm));
        draw_list.AddTriangleFilled({x - 4 * c.scale, area.y}, {x + 4 * c.scale, area.y}, {x, area.y + 6 * c.scale},
                                    to_imu32(c.theme.alarm));
    }
}

void draw_overlays(const Context& c, const RecordingStrip& strip, const draw::Rect& area)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float width     = area.w / static_cast<float>(strip.column_longest_ms.size());
    float name_x          = area.x + 4 * c.scale;
    for (std::size_t k = 0; k < c.card.overlays.size(); ++k)
    {
        const StripOverlay& overlay       = c.card.overlays[k];
        const draw::Colour overlay_colour = draw::legible(draw::loop_colour(k + 1), c.theme.panel, c.theme.ink);
        for (std::size_t i = 0; i < overlay.column_longest_ms.size(); ++i)
            if (overlay.column_longest_ms[i] > 0.0F)
                draw_list.PathLineTo({area.x + (static_cast<float>(i) + 0.5F) * width,
                                      area.bottom() - bar_height(overlay.column_longest_ms[i], strip, area)});
        draw_list.PathStroke(to_imu32(overlay_colour), 0, 1.4F * c.scale);
        const std::string name = ellipsized(overlay.name, area.w * 0.3F);
        draw_text(draw_list, {name_x, area.y}, overlay_colour, name);
        name_x += width_of(name) + 14 * c.scale;
        log_item(c.log, fmt::format("scrubber.overlay.{}", k), overlay.name);
    }
}

// A click moves the playback to the mouse position. A drag selects a part of the recording and ranks the loops for it.
void handle_strip_mouse(const Context& c, const RecordingStrip& strip, const draw::Rect& area)
{
    const auto position_at     = [&](float x) { return std::clamp((x - area.x) / std::max(area.w, 1.0F), 0.0F, 1.0F); };
    const float press_position = position_at(ImGui::GetIO().MouseClickedPos[0].x),
                mouse_position = position_at(ImGui::GetIO().MousePos.x);
    const bool is_drag         = std::abs(mouse_position - press_position) * area.w > min_drag_distance * c.scale;
    const auto [from, to]      = std::minmax(press_position, mouse_position);
    if (is_drag && ImGui::IsItemDeactivated())
        c.card.requests.emplace_back(
            card_request::RankLoopsForPlayedPart{static_cast<double>(from), static_cast<double>(to)});
    if (!ImGui::IsItemActive()) return;
    if (!is_drag)
    {
        c.card.requests.emplace_back(card_request::Seek{strip.first_frame_at(static_cast<double>(mouse_position))});
        return;
    }
    const std::string part = fmt::format("{:.1f} to {:.1f} s", static_cast<double>(from) * strip.duration_s,
                                         static_cast<double>(to) * strip.duration_s);
    ImDrawList& draw_list  = *ImGui::GetWindowDrawList();
    draw_list.AddRectFilled({area.x + from * area.w, area.y}, {area.x + to * area.w, area.bottom()},
                            to_imu32(draw::faded(c.theme.ink, 0.25F)));
    draw_text(draw_list, {area.x + from * area.w + 4 * c.scale, area.y}, c.theme.ink, part);
    log_item(c.log, "scrubber.part", part);
}

void draw_play_position(const Context& c, const draw::Rect& area, double position)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float x         = area.x + static_cast<float>(position) * area.w;
    draw_list.AddRectFilled({x - 1.5F * c.scale, area.y - 3 * c.scale},
                            {x + 1.5F * c.scale, area.bottom() + 3 * c.scale}, to_imu32(c.theme.ink), 1.5F * c.scale);
}

void draw_strip(const Context& c, const lab::Playback& playback)
{
    const RecordingStrip& strip = c.card.played_strip;
    const float button_width    = 64 * c.scale;
    const ImVec2 cursor         = ImGui::GetCursorScreenPos();
    const float buttons_width   = (c.card.plays_part ? 2.0F : 1.0F) * (button_width + 8 * c.scale);
    const float width           = ImGui::GetContentRegionAvail().x - buttons_width;
    const draw::Rect area{cursor.x, cursor.y, width, strip_height * c.scale};
    ImGui::InvisibleButton("strip", {area.w, area.h});
    const double position = strip.position_of(playback.next_index());
    log_with_tooltip(
        c.log, "scrubber", fmt::format("{:.4f}", position),
        fmt::format(
            "{} frames in {:.1f} s, {} {} marked. Click: continue at this frame. Drag: rank the loops for a part.",
            playback.size(), strip.duration_s, strip.hitch_positions.size(),
            strip.hitch_positions.size() == 1 ? "hitch" : "hitches"));
    draw_frame_bars(c, strip, area);
    draw_play_position(c, area, position);
    handle_strip_mouse(c, strip, area);
    draw_overlays(c, strip, area);
    ImGui::SameLine(0, 8 * c.scale);
    const float free_height = (area.h - ImGui::GetFrameHeight()) / 2;
    const float y           = ImGui::GetCursorPosY() + std::max(free_height, 0.0F);
    ImGui::SetCursorPosY(y);
    if (c.card.plays_part)
    {
        if (draw_button("Whole", "Runs the loops with the whole recording again.", c.log, button_width))
            c.card.requests.emplace_back(card_request::PlayWholeRecording{});
        ImGui::SameLine(0, 8 * c.scale);
        ImGui::SetCursorPosY(y);
    }
    if (draw_button("Stop it", "Ends the playback of the recording; the loops get the frame times of this PC again.",
                    c.log, button_width))
        c.card.requests.emplace_back(card_request::StopPlaybackAndRestoreSettings{});
}

} // namespace

void draw_recording_card(const Context& c)
{
    const State state      = c.card.state;
    const bool takes_focus = state == State::asking_for_path && c.state.previous_card_state != State::asking_for_path;
    c.state.previous_card_state = state;
    if (state == State::closed) return;
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    draw_dimmed_background(c, size);
    ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({std::min(800 * c.scale, size.x - 16 * c.scale), 0});
    // If the program's window is not tall enough for the whole card, the card scrolls.
    ImGui::SetNextWindowSizeConstraints({0, 0}, {size.x, size.y - 16 * c.scale});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {22 * c.scale, 18 * c.scale});
    if (takes_focus || state != State::asking_for_path) ImGui::SetNextWindowFocus();
    if (ImGui::Begin("recording", nullptr, fixed_window_flags)) draw_card_contents(c, takes_focus);
    ImGui::End();
    ImGui::PopStyleVar();
}

void draw_recording_strip(const Context& c, const draw::Rect& stage)
{
    const auto& playback = c.lab.playback;
    if (!playback || playback->has_ended() || c.card.played_strip.empty() || c.lab.settings.mode != lab::Mode::live)
        return;
    if (!c.lab.settings.view.shows_panels || stage.h < 160 * c.scale) return;
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
