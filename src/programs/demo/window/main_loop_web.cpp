// The main loop in a browser, and the functions that the HTML page calls.
#include "base/message.hpp"
#include "base/number.hpp"
#include "lab/metrics/verdict_text.hpp"
#include "lab/settings/configuration_string.hpp"
#include "lab/stage/lesson_driver.hpp"
#include "programs/demo/window/demo.hpp"
#include "programs/demo/window/demo_files.hpp"
#include "programs/demo/window/main_loop.hpp"

#include <SDL.h>
#include <emscripten.h>
#include <fmt/core.h>
#include <imgui.h>

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

// Sends text that the user has copied in the window to the HTML page (docs/browser.md).
EM_JS(void, send_clipboard_text, (const char* text), {
    if (Module['timestepCopy']) Module['timestepCopy'](UTF8ToString(text));
});

// Says whether a text field of the window has the focus, and so wants a screen keyboard.
EM_JS(void, follow_typing, (int is_typing), {
    if (Module['timestepTyping']) Module['timestepTyping'](is_typing != 0);
});

EM_JS(int, matches_media_query, (const char* query), { return +matchMedia(UTF8ToString(query)).matches; });

EM_JS(int, starts_quietly, (), { return Module['timestepQuietStart'] ? 1 : 0; });

EM_JS(int, has_user_interacted, (), { return navigator.userActivation ? +navigator.userActivation.hasBeenActive : 1; });

namespace demo
{

namespace
{

std::string lane_text(const lab::Lab& lab, std::size_t lane_index)
{
    const lab::Lane& lane = lab.lane(lane_index); // one of the loops that the window shows
    if (lane.samples().empty()) return fmt::format("{}\n", lab.experiment.lanes[lane_index].setup().name);
    const lab::LaneVerdict& verdict = lane.judgement().verdict;
    return fmt::format("{}: {}\n", lab.experiment.lanes[lane_index].setup().name,
                       lab.experiment.judges(verdict) ? verdict_text(verdict) : "NOT JUDGED");
}

std::string lesson_text(const lab::LessonDriver& stage)
{
    const lab::Lesson& lesson = stage.lesson();
    std::string text = fmt::format("Lesson: {}\n{}\n", lesson.title, lesson.question);
    for (std::size_t i = 0; i < lesson.answers.size(); ++i)
    {
        const bool is_right = stage.verdict() != nullptr && i == lesson.right_answer_index;
        text += fmt::format("{}: {}{}{}\n", i + 1, lesson.answers[i], stage.guess() == i ? " (your guess)" : "",
                            is_right ? " (right)" : "");
    }
    if (stage.verdict() != nullptr) text += stage.verdict()->explanation.text + "\n";
    return text;
}

// The window's state for screen readers, with one fact per line. `notice` may be empty.
std::string screen_reader_text(const lab::Lab& lab, std::string_view notice)
{
    std::string text;
    for (std::size_t i = 0; i < lab.shown_lane_count(); ++i) text += lane_text(lab, i);
    const sim::LagSettings& lag = lab.session.settings.lane.machine.lag;
    if (lag.is_enabled) text += fmt::format("Frame delay: {}\n", base::rounded_duration_text(lag.delay));
    if (lab.stage_clock().is_paused) text += "Paused\n";
    if (const auto* stage = lab.experiment.driver_as<lab::LessonDriver>()) text += lesson_text(*stage);
    if (!notice.empty()) text += fmt::format("{}\n", notice);
    return text;
}

std::unique_ptr<Demo> running_demo;
std::string last_copied_text; // contents of SDL's clipboard after the last frame
bool is_typing = false; // in the last frame

// Sends newly copied text to the HTML page, which writes it to the browser's clipboard, because SDL cannot do so.
void forward_new_clipboard_text()
{
    const std::unique_ptr<char, void (*)(void*)> text{SDL_GetClipboardText(), &SDL_free};
    if (!text || last_copied_text == text.get()) return;
    last_copied_text = text.get();
    send_clipboard_text(last_copied_text.c_str());
}

// The browser calls this function before it displays a frame, at most once per refresh of the display.
void run_page_frame()
{
    int exit_code = 0;
    try
    {
        if (running_demo->run_next_frame())
        {
            forward_new_clipboard_text();
            const bool wants_text = ImGui::GetIO().WantTextInput;
            if (std::exchange(is_typing, wants_text) != wants_text) follow_typing(wants_text);
            return;
        }
    }
    catch (const std::exception& e)
    {
        base::print_error("timestep_demo", e.what());
        exit_code = 2;
    }
    running_demo.reset();
    base::flush_stdout();
    emscripten_force_exit(exit_code);
}

// Presses the key of a control character.
void type_character(std::string_view character)
{
    constexpr std::array keys{std::pair{'\b', SDL_SCANCODE_BACKSPACE}, std::pair{'\n', SDL_SCANCODE_RETURN},
                              std::pair{'\x1b', SDL_SCANCODE_ESCAPE}};
    const auto* const key = std::ranges::find(keys, character.front(), &std::pair<char, SDL_Scancode>::first);
    if (key == keys.end())
    {
        SDL_Event event{.type = SDL_TEXTINPUT};
        character.copy(event.text.text, sizeof event.text.text - 1);
        SDL_PushEvent(&event);
        return;
    }
    for (const Uint32 type : {SDL_KEYDOWN, SDL_KEYUP})
    {
        SDL_Event event{.type = type};
        event.key.keysym.scancode = key->second;
        event.key.keysym.sym = SDL_GetKeyFromScancode(key->second);
        SDL_PushEvent(&event);
    }
}

// The HTML page may read the result until the next call, even after the demo has ended.
const char* store_string_for_page(std::string text)
{
    static std::string& stored = *new std::string;
    stored = std::move(text);
    return stored.c_str();
}

} // namespace

void run_demo(const Options& options)
{
    SDL_SetHint(SDL_HINT_EMSCRIPTEN_KEYBOARD_ELEMENT, "#canvas"); // ignores keys outside the canvas
    running_demo = std::make_unique<Demo>(options);
    emscripten_set_main_loop(run_page_frame, 0, false);
}

bool is_audio_allowed() { return has_user_interacted() != 0; }

bool browser_prefers_light_theme() { return matches_media_query("(prefers-color-scheme: light)") != 0; }

bool page_starts_quietly() { return starts_quietly() != 0; }

bool browser_prefers_reduced_motion() { return matches_media_query("(prefers-reduced-motion: reduce)") != 0; }

} // namespace demo

// Functions for the web page; see "The interface between the web page and the demo window" in docs/browser.md.
extern "C"
{
    // The set-up (all settings of the user) as one line of text.
    EMSCRIPTEN_KEEPALIVE const char* timestep_set_up_line()
    {
        using namespace demo;
        return store_string_for_page(
            running_demo ? lab::configuration_string(running_demo->lab().session.own_settings()) : "");
    }

    EMSCRIPTEN_KEEPALIVE const char* timestep_open_set_up(const char* line)
    {
        using namespace demo;
        return store_string_for_page(running_demo ? running_demo->lab().open_configuration(line).value_or("")
                                                  : "the program has ended");
    }

    EMSCRIPTEN_KEEPALIVE void timestep_open(const char* path)
    {
        if (demo::running_demo) demo::running_demo->start_opening_file(path);
    }

    EMSCRIPTEN_KEEPALIVE void timestep_keep_settings()
    {
        if (demo::running_demo) demo::running_demo->keep_settings();
    }

    // The system's colours have changed while the page is open.
    EMSCRIPTEN_KEEPALIVE void timestep_use_light_theme(int is_light)
    {
        if (demo::running_demo) demo::running_demo->lab().session.settings.view.uses_light_theme = is_light != 0;
    }

    // Sets the program's clipboard; the next Ctrl+V pastes it.
    EMSCRIPTEN_KEEPALIVE void timestep_paste(const char* text)
    {
        if (!demo::running_demo) return;
        demo::last_copied_text = text;
        SDL_SetClipboardText(text);
    }

    // To be called after timestep_loop_output(): the frames that have waited for this answer run now.
    EMSCRIPTEN_KEEPALIVE void timestep_advance_loops()
    {
        if (!demo::running_demo) return;
        lab::Experiment& experiment = demo::running_demo->lab().experiment;
        if (experiment.time_source() == lab::TimeSource::virtual_pcs)
            experiment.lanes.advance_to(experiment.lanes.wall_time());
    }

    // Types the text, in which \b, \n and \x1b are the keys Backspace, Enter and Escape.
    EMSCRIPTEN_KEEPALIVE void timestep_type(const char* text)
    {
        for (std::string_view rest{text}; !rest.empty();)
        {
            std::size_t size = 1;
            while (size < rest.size() && (static_cast<unsigned char>(rest[size]) & 0xC0U) == 0x80U) ++size; // UTF-8
            demo::type_character(rest.substr(0, size));
            rest.remove_prefix(size);
        }
    }

    // The window's state in words, for screen readers.
    EMSCRIPTEN_KEEPALIVE const char* timestep_text()
    {
        using namespace demo;
        return store_string_for_page(running_demo ? screen_reader_text(running_demo->lab(), running_demo->notice())
                                                  : "");
    }

    EMSCRIPTEN_KEEPALIVE const char* timestep_widgets()
    {
        using namespace demo;
        return store_string_for_page(
            running_demo ? widgets_csv(running_demo->widget_log(), running_demo->frame_number()) : "");
    }
}
