#include "scenes/scenes.hpp"

#include <array>

template struct base::CompiledOnce<scenes::AllScenes::AnyState>;
template struct base::CompiledOnce<scenes::AllScenes::AnyScene>;

namespace scenes
{

namespace
{
template <Scene... S>
constexpr auto rows_of(SceneList<S...>)
{
    return std::array{SceneRow{S::name, S::title, S::watch, S::knob_table(), S::uses_integrator, HasExact<S>,
                               has_reference<S>(), judges_reproducibility<S>(), TakesManySteps<S>,
                               default_integrator<S>()}...};
}

template <Scene... S>
std::optional<AnyScene> made(std::string_view name, SceneList<S...>)
{
    std::optional<AnyScene> found;
    ((S::name == name ? void(found = S{}) : void()), ...);
    return found;
}
} // namespace

std::span<const SceneRow> all_scenes()
{
    static const auto rows = rows_of(AllScenes{});
    return rows;
}

std::optional<AnyScene> make_scene(std::string_view name) { return made(name, AllScenes{}); }

} // namespace scenes
