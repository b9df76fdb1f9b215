#include "lab/stage/playing.hpp"

#include <span>

namespace
{

// Returns every path with its exact value, also if the value is the default.
std::string all_of(const Settings& settings)
{
    std::string text;
    for (const auto path : control_paths(settings))
        text += std::string{path} + "=" + exact_value_text(settings, *find_control(settings, path)) + "\n";
    timestep::Loop axes = make_loop(settings.lane.loop);
    timestep::for_each_knob(axes, [&](std::string_view axis, const timestep::KnobRef& k)
                            { text += std::string{axis} + "." + std::string{k.name} + "=" + std::to_string(k.get()); });
    return text;
}

std::vector<std::string> words_of(std::string_view line)
{
    std::vector<std::string> words{""};
    bool quoted = false;
    for (const char c : line)
    {
        if (c == '\'')
            quoted = !quoted;
        else if (c == ' ' && !quoted)
            words.emplace_back();
        else
            words.back() += c;
    }
    return words;
}

std::string_view path_of_flag(std::string_view flag)
{
    for (const auto rows : all_controls({}))
        for (const Control& row : rows)
            if (row.flag == flag) return row.path;
    return "";
}

// Applies a command line as the demo does: all words in order.
Settings obeyed(std::string_view line)
{
    Settings settings;
    const auto words = words_of(line);
    std::vector<LaneSetup> lanes;
    REQUIRE(words.size() % 2 == 0);
    CHECK(words[0] == "timestep_demo");
    CHECK(words[1] == "--fresh");
    for (std::size_t i = 2; i < words.size(); i += 2)
    {
        const std::string& value = words[i + 1];
        INFO("words[i] ", words[i], ", value ", value);
        if (words[i] == "--lane")
        {
            lanes.push_back(parse_lane_option(value, {}, settings.lane));
            continue;
        }
        const auto equals = value.find('=');
        const auto error = words[i] == "--set"
                               ? assign_by_path(settings, value.substr(0, equals), value.substr(equals + 1))
                               : assign_by_path(settings, path_of_flag(words[i]), value);
        REQUIRE(error.value_or("") == "");
    }
    if (!lanes.empty()) show_lane_setups(settings, lanes);
    return settings;
}

class Turner
{
public:
    explicit Turner(unsigned seed)
        : random_{seed}
    {
    }

    std::size_t below(std::size_t n) { return random_() % n; }

    /// Sets a random control to a random value in its range, as a user at the panel.
    void turn(Settings& settings)
    {
        const auto paths = control_paths(settings);
        const Control& row = *find_control(settings, paths[below(paths.size())]);
        if (row.kind == ControlKind::list) return;
        double value = std::uniform_real_distribution<double>{row.min_value, highest(row)}(random_);
        if (row.kind == ControlKind::whole_number || row.value_names != nullptr) value = std::floor(value + 0.5);
        if (row.kind == ControlKind::rate && below(3) == 0) value = 59.94;
        row.set(settings, value);
    }

    void meet(Settings& settings)
    {
        settings.lane.loop.choose_preset(static_cast<timestep::PresetId>(below(timestep::all_presets.size())));
        if (below(3) == 0) add_lane(settings);
        if (below(9) == 0) remove_lane(settings);
        if (below(9) == 0) show_ready_list(settings, static_cast<ReadyList>(below(3)));
        select_lane(settings, below(3));
        if (below(4) == 0) assign_by_path(settings, "machine.more_lag", "gc:1.5s:20ms:0.25+random:1ms..9ms+break:2s");
        if (below(4) == 0)
            settings.lane.machine = sim::machine_presets()[below(sim::machine_presets().size())].settings;
    }

    /// Returns settings after up to 40 turns of these two kinds.
    Settings settings()
    {
        Settings settings;
        for (std::size_t turns = below(40); turns > 0; --turns) below(5) == 0 ? meet(settings) : turn(settings);
        share_changes(settings, {}); // the lanes have one scene
        return settings;
    }

private:
    std::mt19937 random_;
};

} // namespace

TEST_CASE("Defaults restores what a first visit shows, from any settings and any mode")
{
    const Settings first = first_start_settings();
    Turner turner{5};
    for (int round = 0; round < 100; ++round)
    {
        CAPTURE(round);
        Settings settings;
        for (const Mode mode : {Mode::lanes, Mode::lesson, Mode::lanes})
        {
            for (int i = 0; i < 20; ++i) turner.turn(settings);
            turner.meet(settings);
            settings.mode = mode;
            Settings now = std::get<Settings>(parse_configuration_string(configuration_string(first), settings));
            CHECK(now.view.uses_light_theme == settings.view.uses_light_theme);
            now.view = {}; // theme and panels stay
            CHECK(all_of(now) == all_of(first));
        }
    }
}

TEST_CASE("random settings are read back exactly from a command line, from a line of text, and from a link")
{
    for (unsigned seed = 0; seed < 300; ++seed)
    {
        CAPTURE(seed);
        Settings settings = Turner{seed}.settings();
        if (settings.mode == Mode::replay) settings.mode = Mode::lanes; // no text names the replay file
        select_lane(settings, 0); // the texts select none
        const std::string command = demo_command_line(settings);
        CAPTURE(command);
        CHECK(all_of(obeyed(command)) == all_of(settings));

        const std::string line = configuration_string(settings);
        CHECK(line.find('\n') == line.npos);
        Settings expected = settings; // without the settings of the window
        expected.is_paused = false;
        expected.replay_time_s = 0.0;
        CHECK(all_of(require_value<Settings>(parse_configuration_string(" " + line + "\n", settings))) ==
              all_of(expected));

        CHECK(all_of(require_value<Settings>(parse_configuration_string(command, settings))) == all_of(expected));

        const std::string fragment = percent_encoded_configuration(settings);
        CHECK(fragment.find_first_of(" \"'<>&#+") == fragment.npos);
        const std::string link = "https://example.org/lab/?embed=1#" + fragment + "\n";
        CHECK(is_configuration_link(link));
        CHECK(all_of(require_value<Settings>(parse_configuration_string(link, settings))) == all_of(expected));
    }
}

TEST_CASE("a command line has only the settings that differ from the defaults, with exact rates")
{
    Settings settings = settings_from("loop=variable delay=40ms display-hz=59.94 scene.stiffness=900");
    CHECK(demo_command_line(settings) == "timestep_demo --fresh --loop variable --delay 40ms --display-hz 59.94 "
                                         "--set scene.stiffness=900");
    CHECK_FALSE(assign_by_path(settings, "machine.refresh_hz", "200/3").has_value());
    CHECK(obeyed(demo_command_line(settings)).lane.machine.refresh_rate == timestep::Rate{200, 3});
}

TEST_CASE(
    "a list of lanes is text: loops and PCs by name, other differences as assignments; wrong text changes nothing")
{
    Settings settings = settings_with({{"machine.delay_ms", "40ms"}, {"loop.hz", "30"}});
    const std::string text = "variable;fixed,name=my%20loop%2C%20slow,machine=old-pc-25;godot,loop.hz=50/1";
    CHECK(assign_by_path(settings, "stage.lanes", text).value_or("") == "");
    const std::vector<StageLane> lanes = lanes_of(settings);
    REQUIRE(lanes.size() == 3);
    CHECK(lanes[0].config.machine.lag.delay == 40ms);
    CHECK(lanes[0].config.loop.rate == timestep::hz(30));
    CHECK(lanes[1].config.machine == sim::find_machine_preset("old-pc-25")->settings);
    CHECK(lanes[2].config.loop.rate == timestep::hz(50));
    CHECK(lane_names(settings) == std::vector<std::string>{"variable, step rate 30, frame delay 40ms", "my loop, slow",
                                                           "godot, step rate 50, frame delay 40ms"});
    const Settings again = require_value<Settings>(parse_configuration_string(configuration_string(settings)));
    for (std::size_t i = 0; i < 3; ++i)
    {
        CHECK(lanes_of(again)[i].config == lanes[i].config);
        CHECK(lanes_of(again)[i].name == lanes[i].name);
    }
    const auto error = [&](std::string_view wrong)
    { return assign_by_path(settings, "stage.lanes", wrong).value_or(""); };
    CHECK(error("fixed;fixd") == "loop: unknown loop 'fixd'; did you mean 'fixed'?");
    CHECK(error("fixed;,") == "write LOOP or KEY=VALUE,..., as in interpolated,hz=50");
    CHECK(error("fixed;fixed;fixed;fixed;fixed;fixed;fixed") == "the stage has 1 to 6 lanes, not 7");
    CHECK(error("fixed;scene=orbit") == "the lanes of the stage have one scene");
    CHECK(error("program=touch%20x").starts_with("unknown setting 'program'"));
    CHECK(lanes_of(settings) == lanes);
}

TEST_CASE("lanes are named after what differs, and equal lanes by numbers")
{
    const auto names = [](std::string_view lanes) { return lane_names(with_lanes(lanes)); };
    using Names = std::vector<std::string>;
    CHECK(names("variable") == Names{"variable"});
    CHECK(names("fixed;variable") == Names{"fixed", "variable"});
    CHECK(names("fixed;fixed") == Names{"fixed", "fixed-2"});
    CHECK(names("machine=old-pc-25;machine=spiral") == Names{"old PC 25 fps", "spiral"});
    CHECK(names("fixed,machine=old-pc-25;variable,machine=spiral") ==
          Names{"fixed, old PC 25 fps", "variable, spiral"});
    CHECK(names("hz=60;hz=30") == Names{"step rate 60", "step rate 30"});
    CHECK(names("accumulator;godot,hz=30") == Names{"accumulator, step rate 60", "godot, step rate 30"});
}

TEST_CASE("a change goes to the lanes that share it: a scene to all, a loop to none, a PC of the list as one value")
{
    Settings settings = with_lanes("fixed;variable;godot");
    const auto change = [&](const Turns& turns)
    {
        const std::vector<StageLane> before = lanes_of(settings);
        turn(settings, turns);
        share_changes(settings, before);
    };
    change({{"machine.delay_ms", "20ms"}, {"loop.hz", "50"}, {"scene.name", "orbit"}, {"loop.filter", "clamp"}});
    for (const StageLane& lane : settings.stage.others)
    {
        CHECK(lane.config.machine.lag.delay == 20ms);
        CHECK(lane.config.loop.rate == timestep::hz(50));
        CHECK(lane.config.scene == settings.lane.scene);
        CHECK(lane.config.loop.component(ComponentKind::filter) != settings.lane.loop.component(ComponentKind::filter));
    }
    change({{"loop.preset", "interpolated"}});
    CHECK(settings.stage.others[0].config.loop.preset == id_of(*timestep::find_preset("variable")));
    turn(settings, "stage.one_lane", "on");
    change({{"machine.delay_ms", "30ms"}, {"scene.name", "chaos"}});
    CHECK(settings.stage.others[0].config.machine.lag.delay == 20ms);
    CHECK(settings.stage.others[0].config.scene == settings.lane.scene);
    turn(settings, "stage.one_lane", "off");
    change({{"machine.delay_ms", "40ms"}}); // the lanes differ in it
    CHECK(settings.stage.others[0].config.machine.lag.delay == 20ms);
    const auto choose_pc = [&](std::string_view name)
    {
        const std::vector<StageLane> before = lanes_of(settings);
        settings.lane.machine = sim::find_machine_preset(name)->settings;
        share_changes(settings, before);
    };
    choose_pc("spiral");
    CHECK(settings.stage.others[0].config.machine.lag.delay == 20ms);
    show_ready_list(settings, ReadyList::five_loops);
    choose_pc("old-pc-25");
    for (const StageLane& lane : settings.stage.others) CHECK(lane.config.machine == settings.lane.machine);
}

TEST_CASE("the shown plots are a list of names, or none")
{
    Settings settings;
    CHECK(assign_by_path(settings, "view.plots", "energy,steps") == std::nullopt);
    CHECK(settings.view.plots_mask == 0b1010U);
    CHECK(assign_by_path(settings, "view.plots", "none") == std::nullopt);
    CHECK(settings.view.plots_mask == 0U);
    CHECK(demo_command_line(settings) == "timestep_demo --fresh --plots none");
    CHECK(assign_by_path(settings, "view.plots", "enrgy").value_or("").find("did you mean 'energy'?") !=
          std::string::npos);
    CHECK(settings.view.plots_mask == 0U);
}

TEST_CASE("applying a text twice equals applying it once, whatever the window shows")
{
    for (unsigned seed = 0; seed < 300; ++seed)
    {
        CAPTURE(seed);
        Turner hand{seed};
        const auto turned = [&]
        {
            Settings settings = hand.settings();
            settings.mode = static_cast<Mode>(hand.below(2)); // lanes or lesson
            select_lane(settings, 0);
            return settings;
        };
        const Settings settings = turned();
        const Settings wanted = turned();
        const auto text = differences_from_baseline(wanted, settings);
        const auto applied = [](Settings to, std::span<const Assignment> changes)
        {
            for (const Assignment& change : changes)
                CHECK(assign_by_path(to, change.key, change.value) == std::nullopt);
            return to;
        };
        const Settings once = applied(settings, text);
        CHECK(all_of(once) == all_of(wanted));
        CHECK(applied(once, text) == once);
        for (const Assignment& change : text)
        {
            INFO("change.key ", change.key, ", change.value ", change.value);
            Settings one = settings;
            if (assign_by_path(one, change.key, change.value)) continue; // another scene or loop has this control
            CHECK(applied(one, {&change, 1}) == one);
        }
    }
}

TEST_CASE("each control of each scene and each loop is read back from a link, at both ends of its range")
{
    std::set<std::string> tried;
    const auto check = [&](const Settings& settings, const Control& row, double value)
    {
        Settings changed = settings;
        row.set(changed, value);
        if (changed.mode == Mode::replay) changed.mode = Mode::lanes; // a set-up has no replay file
        INFO("row.path ", row.path, ", value ", value);
        const auto same =
            require_value<Settings>(parse_configuration_string("#" + percent_encoded_configuration(changed)));
        CHECK(configuration_string(same) == configuration_string(changed));
        if ((scopes_of(row.path) & (scope::window | scope::temporary)) != 0 || changed.mode != Mode::lanes) return;
        REQUIRE(find_control(same, row.path) != nullptr);
        CHECK(exact_value_text(same, *find_control(same, row.path)) == exact_value_text(changed, row));
    };
    const auto check_all = [&](const Settings& settings)
    {
        for (const auto path : control_paths(settings))
        {
            const Control& row = *find_control(settings, path);
            if (row.kind == ControlKind::list || !tried.insert(std::string{path}).second) continue;
            check(settings, row, row.min_value);
            check(settings, row, highest(row));
        }
    };
    for (std::size_t scene = 0; scene < scenes::all_scenes().size(); ++scene)
    {
        Settings settings;
        choose_scene(settings, scene);
        check_all(settings);
    }
    for (const timestep::Preset& loop : timestep::all_presets)
    {
        Settings settings;
        settings.lane.loop.choose_preset(id_of(loop));
        check_all(settings);
    }
    CHECK(tried.size() > common_controls_except_lists().size());
}

TEST_CASE("a wrong set-up, or a link that cannot be followed, is refused with one sentence that says what is wrong")
{
    const std::pair<std::string, std::string_view> rows[]{
        {"", "not a set-up: a set-up begins with 'timestep-lab set-up 1'"},
        {"hello", "not a set-up: a set-up begins with 'timestep-lab set-up 1'"},
        {"timestep-lab set-up", "a set-up begins with 'timestep-lab set-up VERSION'"},
        {"timestep-lab set-up 2 loop.preset=fixed", "the set-up has version 2; this program reads version 1"},
        {"timestep-lab set-up 1 fixed", "set-up: 'fixed' is not PATH=VALUE"},
        {"timestep-lab set-up 1 loop.preset=fixd", "set-up: loop.preset: unknown loop 'fixd'; did you mean 'fixed'?"},
        {"timestep-lab set-up 1 view.light=on",
         "set-up: 'view.light' is a setting of the window, which is not part of a set-up"},
        {"timestep-lab set-up 1 machine.delay_ms=600ms",
         "set-up: machine.delay_ms: frame delay must be from 0 to 500 ms, not '600ms'"},
        {"timestep-lab set-up 1 " + std::string(20'000, 'a'), "a set-up has at most 16384 characters, not 20022"},
        {"#timestep-lab%20set-up%201%2",
         "the link has the invalid escape '%2'; an escape is % and two hexadecimal digits"},
        {"demo/#timestep-lab%20set-up%201%20a%zz",
         "the link has the invalid escape '%zz'; an escape is % and two hexadecimal digits"},
        {"#timestep-lab%20set-up%202%20loop.preset=fixed", "the set-up has version 2; this program reads version 1"},
        {"#timestep-lab%20set-up%201%20loop.presett=fixed",
         "set-up: loop.presett: unknown setting 'loop.presett'; did you mean 'loop.preset'?"},
        {"#timestep-lab%20set-up%201%20" + std::string(20'000, 'a'),
         "a set-up has at most 16384 characters, not 20022"},
    };
    for (const auto& [text, why] : rows)
    {
        CAPTURE(text);
        CHECK(is_configuration_link(text) == (text.find('#') != text.npos));
        CHECK(error_in(parse_configuration_string(text)) == why);
    }
    for (const char* text : {"#", "#lesson", "see demo/#timestep-lab%20set-up%201", "timestep-lab%20set-up%201"})
        CHECK_FALSE(is_configuration_link(text));
    CHECK(percent_encoded_configuration({}) == "timestep-lab%20set-up%201");
}
