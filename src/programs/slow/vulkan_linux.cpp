// A Vulkan layer that adds lag to vkQueuePresentKHR. Source: "Architecture of the Vulkan Loader Interfaces".
#include "programs/slow/shim.hpp"
#include "sim/game/shared_game_memory.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

namespace slow::vulkan
{

using Result = int; // Vulkan's type VkResult
using AnyFunction = void (*)();
using GetProcAddress = AnyFunction (*)(void* owner, const char* name);

constexpr Result success = 0;
constexpr Result initialization_failed = -3;

// The first members of each structure in a pNext chain, with the layout of VkBaseInStructure.
struct StructureHeader
{
    std::uint32_t type;
    const StructureHeader* next;
};

// Has the layout of VkLayerInstanceLink and VkLayerDeviceLink. Only a VkLayerDeviceLink has `get_device_proc`.
struct LayerLink
{
    LayerLink* next;
    GetProcAddress get_instance_proc;
    GetProcAddress get_device_proc;
};

// Has the layout of VkLayerInstanceCreateInfo and VkLayerDeviceCreateInfo. The Vulkan loader adds it to a pNext chain.
struct LayerInfo
{
    std::uint32_t type;
    const StructureHeader* next;
    int content_kind; // `link` is valid only if this is 0 (VK_LAYER_LINK_INFO)
    LayerLink* link;
};
constexpr std::uint32_t layer_instance_info_type = 47; // VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO
constexpr std::uint32_t layer_device_info_type = 48; // VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO

// Has the layout of VkPresentInfoKHR.
struct PresentInfo
{
    std::uint32_t type;
    const void* next;
    std::uint32_t semaphore_count;
    const std::uint64_t* semaphores;
    std::uint32_t swapchain_count;
    const std::uint64_t* swapchains;
    const std::uint32_t* image_indices;
    Result* results;
};

// The same layout as VkNegotiateLayerInterface in the Vulkan headers, which are not needed to build this file.
struct LayerNegotiation
{
    std::uint32_t type;
    void* next;
    std::uint32_t version;
    GetProcAddress get_instance_proc;
    GetProcAddress get_device_proc;
    GetProcAddress get_physical_device_proc;
};

using CreateInstanceFunction = Result (*)(const StructureHeader* info, const void* allocator, void** instance);
using CreateDeviceFunction = Result (*)(void* physical_device, const StructureHeader* info, const void* allocator,
                                        void** device);
using QueuePresentFunction = Result (*)(void* queue, const PresentInfo* info);

namespace
{

// The functions of the next Vulkan layer (or of the driver), for one Vulkan instance or device.
struct NextLayer
{
    std::atomic<void*> dispatch_key; // dispatch table pointer, the first word of all objects of the instance or device
    void* owner = nullptr;
    GetProcAddress get_proc_address = nullptr;
    QueuePresentFunction present = nullptr; // the next layer's vkQueuePresentKHR; null if `owner` is an instance
};
// One entry per Vulkan instance or device. If all entries are in use, creating an instance or a device fails.
std::array<NextLayer, 64> next_layers{};

void* dispatch_key_of(void* handle) { return *static_cast<void**>(handle); }

NextLayer* find_next_layer(void* handle)
{
    for (NextLayer& layer : next_layers)
        if (layer.dispatch_key == dispatch_key_of(handle)) return &layer;
    return nullptr;
}

// Stores the next layer's functions for `handle`, a new instance or device. Returns false if no entry is free.
bool store_next_layer(void* handle, GetProcAddress get_proc_address, QueuePresentFunction present)
{
    NextLayer* next_layer = find_next_layer(handle); // that of a destroyed object with the same dispatch key, or null
    for (NextLayer& candidate : next_layers)
    {
        void* expected_free = nullptr;
        if (next_layer == nullptr && candidate.dispatch_key.compare_exchange_strong(expected_free, &next_layers))
            next_layer = &candidate; // its key is a placeholder now
    }
    if (next_layer == nullptr) return false;
    next_layer->owner = handle;
    next_layer->get_proc_address = get_proc_address;
    next_layer->present = present;
    next_layer->dispatch_key = dispatch_key_of(handle); // last, because other threads find the entry by this key
    return true;
}

// Returns the first link of a list and removes it, because the next Vulkan layer expects its own link to be the first.
LayerLink* unlink_next_layer(const StructureHeader* info, std::uint32_t type)
{
    for (; info != nullptr; info = info->next)
    {
        // Valid only if `info->type` equals `type`, so the next line checks this before it uses `layer_info`.
        auto* const layer_info = reinterpret_cast<LayerInfo*>(const_cast<StructureHeader*>(info)); // NOLINT
        if (info->type != type || layer_info->content_kind != 0 || layer_info->link == nullptr) continue;
        LayerLink* const link = layer_info->link;
        layer_info->link = link->next;
        return link;
    }
    return nullptr;
}

template <class Function, class Any>
Function cast_function(Any* function)
{
    return reinterpret_cast<Function>(function); // NOLINT: Vulkan returns all functions as one type
}

Result create_instance(const StructureHeader* info, const void* allocator, void** instance)
{
    const LayerLink* const link = unlink_next_layer(info, layer_instance_info_type);
    if (link == nullptr) return initialization_failed;
    const auto create = cast_function<CreateInstanceFunction>(link->get_instance_proc(nullptr, "vkCreateInstance"));
    const Result result = create == nullptr ? initialization_failed : create(info, allocator, instance);
    if (result != success) return result;
    return store_next_layer(*instance, link->get_instance_proc, nullptr) ? success : initialization_failed;
}

Result create_device(void* physical_device, const StructureHeader* info, const void* allocator, void** device)
{
    const LayerLink* const link = unlink_next_layer(info, layer_device_info_type);
    const NextLayer* const instance = find_next_layer(physical_device);
    if (link == nullptr || instance == nullptr) return initialization_failed;
    const auto create = cast_function<CreateDeviceFunction>(link->get_instance_proc(instance->owner, "vkCreateDevice"));
    const Result result = create == nullptr ? initialization_failed : create(physical_device, info, allocator, device);
    if (result != success) return result;
    const auto present = cast_function<QueuePresentFunction>(link->get_device_proc(*device, "vkQueuePresentKHR"));
    return store_next_layer(*device, link->get_device_proc, present) ? success : initialization_failed;
}

Result queue_present(void* queue, const PresentInfo* info)
{
    const NextLayer* const next_layer = find_next_layer(queue);
    if (next_layer == nullptr || next_layer->present == nullptr) return initialization_failed;
    const ScopedPresentLag lag_after_call{sim::presenting_call_index("vkQueuePresentKHR"),
                                          info->swapchain_count == 0 ? 0 : *info->swapchains};
    return next_layer->present(queue, info);
}

AnyFunction get_device_proc(void* device, const char* name)
{
    const std::string_view function_name{name};
    if (function_name == "vkGetDeviceProcAddr") return cast_function<AnyFunction>(get_device_proc);
    const NextLayer* const next_layer = find_next_layer(device);
    if (next_layer == nullptr) return nullptr;
    if (function_name == "vkQueuePresentKHR" && next_layer->present != nullptr)
        return cast_function<AnyFunction>(queue_present);
    return next_layer->get_proc_address(device, name);
}

AnyFunction get_instance_proc(void* instance, const char* name)
{
    const std::string_view function_name{name};
    if (function_name == "vkGetInstanceProcAddr") return cast_function<AnyFunction>(get_instance_proc);
    if (function_name == "vkGetDeviceProcAddr") return cast_function<AnyFunction>(get_device_proc);
    if (function_name == "vkCreateInstance") return cast_function<AnyFunction>(create_instance);
    if (function_name == "vkCreateDevice") return cast_function<AnyFunction>(create_device);
    if (function_name == "vkQueuePresentKHR") return cast_function<AnyFunction>(queue_present);
    const NextLayer* const next_layer = instance == nullptr ? nullptr : find_next_layer(instance);
    return next_layer == nullptr ? nullptr : next_layer->get_proc_address(instance, name);
}

} // namespace

} // namespace slow::vulkan

TIMESTEP_EXPORTED slow::vulkan::Result vkNegotiateLoaderLayerInterfaceVersion(
    slow::vulkan::LayerNegotiation* negotiation);
slow::vulkan::Result vkNegotiateLoaderLayerInterfaceVersion(slow::vulkan::LayerNegotiation* negotiation)
{
    constexpr std::uint32_t version = 2;
    if (negotiation->version < version) return slow::vulkan::initialization_failed;
    negotiation->version = version;
    negotiation->get_instance_proc = slow::vulkan::get_instance_proc;
    negotiation->get_device_proc = slow::vulkan::get_device_proc;
    negotiation->get_physical_device_proc = nullptr;
    return slow::vulkan::success;
}
