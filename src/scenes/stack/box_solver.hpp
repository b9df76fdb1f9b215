// scenes/stack/box_solver.hpp -- rigid boxes in the plane with contacts and friction, solved by sequential impulses
// It uses only + - * / and sqrt, so its results are bit-identical on every machine. Games can copy it and vectors.hpp.
// Sources: impulses and warm starting: E. Catto, "Iterative Dynamics with Temporal Coherence" (GDC 2005); correction of
// overlaps: J. Baumgarte (1972); substeps: M. Macklin et al., "Small Steps in Physics Simulation" (SCA 2019).
#pragma once

#include "sim/physics/vectors.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>
#include <vector>

namespace scenes
{

struct RigidBox
{
    sim::Vec2 centre{}; ///< position of the centre in metres, y upwards
    sim::Vec2 v{}; ///< velocity in m/s
    sim::Vec2 direction{1.0, 0.0}; ///< unit vector along the box's own x axis
    double angular_velocity = 0.0; ///< angular velocity in rad/s, counterclockwise
    sim::Vec2 half_size{0.25, 0.25}; ///< half of the width and of the height in metres
    double inverse_mass = 0.0; ///< in 1/kg; 0 for a box that never moves
    double inverse_inertia = 0.0; ///< in 1/(kg m^2)

    static constexpr std::tuple hashed_fields{&RigidBox::centre, &RigidBox::v, &RigidBox::direction,
                                              &RigidBox::angular_velocity};
    static constexpr std::tuple interpolated_fields{&RigidBox::centre, &RigidBox::direction};

    /// Axis 0 is `direction`; axis 1 is axis 0 rotated by 90 degrees counterclockwise.
    sim::Vec2 axis(int i) const { return i == 0 ? direction : sim::Vec2{-direction.y, direction.x}; }
    double half_size_along_axis(int i) const { return i == 0 ? half_size.x : half_size.y; }
    /// Half the length of the box's projection onto the unit vector `n`.
    double half_size_along(sim::Vec2 n) const
    {
        return half_size.x * std::abs(sim::dot(n, axis(0))) + half_size.y * std::abs(sim::dot(n, axis(1)));
    }
    sim::Vec2 velocity_at(sim::Vec2 arm) const
    {
        return {v.x - angular_velocity * arm.y, v.y + angular_velocity * arm.x};
    }
    void apply_impulse(sim::Vec2 impulse, sim::Vec2 arm)
    {
        v += inverse_mass * impulse;
        angular_velocity += inverse_inertia * sim::cross(arm, impulse);
    }
};

/// Makes a box at rest. `centre` and `half_size` (half of width and height) are in m, `mass` is in kg.
inline RigidBox make_box(sim::Vec2 centre, sim::Vec2 half_size, double mass)
{
    return {.centre = centre,
            .half_size = half_size,
            .inverse_mass = 1.0 / mass,
            .inverse_inertia = 3.0 / (mass * sim::dot(half_size, half_size))};
}

/// A point at which two boxes touch. With warm starting, the next substep starts with the contact's impulses.
struct BoxContact
{
    /// Bits 20-30: first box; 8-19: second box (indices below 2048); 0-5: the faces and the corner, see add_contacts().
    int contact_id = 0;
    sim::Vec2 point{}; ///< position in metres
    sim::Vec2 normal{}; ///< unit vector from the first box to the second
    double depth = 0.0; ///< overlap of the boxes in metres
    double normal_impulse = 0.0; ///< in N s; at least 0
    double tangent_impulse = 0.0; ///< in N s, along the normal rotated by 90 degrees counterclockwise

    static constexpr int first_box_shift = 20, second_box_shift = 8; // in `contact_id`
    static constexpr std::tuple hashed_fields{&BoxContact::contact_id, &BoxContact::normal_impulse,
                                              &BoxContact::tangent_impulse};

    std::size_t first_box_index() const { return static_cast<std::size_t>(contact_id >> first_box_shift); }
    std::size_t second_box_index() const { return static_cast<std::size_t>(contact_id >> second_box_shift & 0xfff); }
};

struct BoxSolver
{
    double gravity = 9.81; ///< acceleration downwards in m/s^2
    double friction = 0.6; ///< coefficient of friction
    int iterations = 10; ///< number of passes over all contacts in a substep
    int substeps = 1; ///< number of equal parts of a step; each finds and solves the contacts
    bool uses_warm_start = true; ///< true: start with the impulses of the previous substep
    double correction_fraction = 0.2; ///< part of the depth beyond `slop` that a substep removes
    double slop = 0.005; ///< overlap in metres that is not corrected, so that resting contacts last

    /// Advances the boxes by `h` seconds. Replaces `contacts`, which must contain the contacts of the previous step.
    void step(std::vector<RigidBox>& boxes, std::vector<BoxContact>& contacts, double h) const
    {
        for (int i = 0; i < substeps; ++i) substep(boxes, contacts, h / substeps);
    }

    /// Moves and turns a box for `h` seconds. Turns without sine and cosine: changes the direction and normalises it.
    static void move(RigidBox& box, double h)
    {
        box.centre += h * box.v;
        const sim::Vec2 turned = box.direction + h * box.angular_velocity * box.axis(1);
        box.direction = (1.0 / sim::length(turned)) * turned;
    }

private:
    // A contact of two boxes, with the values that stay constant during a substep.
    struct ContactConstraint
    {
        BoxContact& contact;
        RigidBox& a;
        RigidBox& b;
        sim::Vec2 arm_a, arm_b; // vectors from the centres of the boxes to the contact
        double correction_speed;
        double normal_inverse_mass = inverse_mass_along(contact.normal);
        double tangent_inverse_mass = inverse_mass_along(tangent());

        // Inverse effective mass in 1/kg along the unit vector `n`: the change of the separating speed per impulse.
        double inverse_mass_along(sim::Vec2 n) const
        {
            const double lever_arm_a = sim::cross(arm_a, n);
            const double lever_arm_b = sim::cross(arm_b, n);
            return a.inverse_mass + b.inverse_mass + a.inverse_inertia * lever_arm_a * lever_arm_a +
                   b.inverse_inertia * lever_arm_b * lever_arm_b;
        }
        void apply_to_boxes(sim::Vec2 impulse) const
        {
            a.apply_impulse(-1.0 * impulse, arm_a);
            b.apply_impulse(impulse, arm_b);
        }
        sim::Vec2 tangent() const { return {-contact.normal.y, contact.normal.x}; }
        // Changes the relative speed along `n` to `target_speed` (m/s); limits the accumulated impulse (N s).
        void apply_limited_impulse(double& accumulated_impulse, sim::Vec2 n, double inverse_mass, double target_speed,
                                   double min_impulse, double max_impulse) const
        {
            const double speed_change = target_speed - sim::dot(b.velocity_at(arm_b) - a.velocity_at(arm_a), n);
            const double old_impulse = accumulated_impulse;
            accumulated_impulse = std::clamp(old_impulse + speed_change / inverse_mass, min_impulse, max_impulse);
            apply_to_boxes((accumulated_impulse - old_impulse) * n);
        }
        // Solves friction first, so that the normal impulse, which prevents penetration, is exact at the end.
        void solve(double friction) const
        {
            const double max_friction_impulse = friction * contact.normal_impulse;
            apply_limited_impulse(contact.tangent_impulse, tangent(), tangent_inverse_mass, 0.0, -max_friction_impulse,
                                  max_friction_impulse);
            apply_limited_impulse(contact.normal_impulse, contact.normal, normal_inverse_mass, correction_speed, 0.0,
                                  std::numeric_limits<double>::infinity());
        }
    };

    void substep(std::vector<RigidBox>& boxes, std::vector<BoxContact>& contacts, double h) const
    {
        for (RigidBox& box : boxes)
            if (box.inverse_mass > 0.0) box.v.y -= h * gravity;

        const std::vector<BoxContact> old_contacts = contacts;
        contacts.clear();
        for (std::size_t a = 0; a < boxes.size(); ++a)
            for (std::size_t b = a + 1; b < boxes.size(); ++b)
                if (boxes[a].inverse_mass + boxes[b].inverse_mass > 0.0) detect_contacts_of_pair(boxes, a, b, contacts);
        if (uses_warm_start) warm_start_contacts(old_contacts, contacts);

        std::vector<ContactConstraint> constraints;
        constraints.reserve(contacts.size());
        for (BoxContact& contact : contacts)
        {
            RigidBox& a = boxes[contact.first_box_index()];
            RigidBox& b = boxes[contact.second_box_index()];
            constraints.push_back({contact, a, b, contact.point - a.centre, contact.point - b.centre,
                                   correction_fraction / h * std::max(contact.depth - slop, 0.0)});
            constraints.back().apply_to_boxes(contact.normal_impulse * contact.normal +
                                              contact.tangent_impulse * constraints.back().tangent());
        }

        for (int i = 0; i < iterations; ++i)
            for (const ContactConstraint& constraint : constraints) constraint.solve(friction);
        for (RigidBox& box : boxes) move(box, h);
    }

    // Copies the impulses of old contacts to new contacts with the same ID.
    static void warm_start_contacts(const std::vector<BoxContact>& old_contacts, std::vector<BoxContact>& contacts)
    {
        for (BoxContact& contact : contacts)
        {
            const auto old_contact = std::ranges::find(old_contacts, contact.contact_id, &BoxContact::contact_id);
            if (old_contact == old_contacts.end()) continue;
            contact.normal_impulse = old_contact->normal_impulse;
            contact.tangent_impulse = old_contact->tangent_impulse;
        }
    }

    // Separating-axis test: tries the two axes of each box. The contact normal is the axis with the smallest overlap.
    static void detect_contacts_of_pair(const std::vector<RigidBox>& boxes, std::size_t a, std::size_t b,
                                        std::vector<BoxContact>& contacts)
    {
        double largest_gap = 0.0;
        int best_axis_index = -1;
        for (int i = 0; i < 4; ++i)
        {
            const RigidBox& reference_box = boxes[i < 2 ? a : b];
            const RigidBox& incident_box = boxes[i < 2 ? b : a];
            const sim::Vec2 axis = reference_box.axis(i % 2);
            const double gap = std::abs(sim::dot(incident_box.centre - reference_box.centre, axis)) -
                               reference_box.half_size_along_axis(i % 2) - incident_box.half_size_along(axis);
            if (!(gap < 0.0)) return; // also true for NaN
            constexpr double hysteresis = 1e-3; // keeps the axis from alternating between two almost equal overlaps
            if (best_axis_index < 0 || gap > largest_gap + hysteresis)
            {
                largest_gap = gap;
                best_axis_index = i;
            }
        }
        add_contacts(boxes, a, b, best_axis_index, contacts);
    }

    // The contact face belongs to box `a` if `axis_index` is 0 or 1, and to box `b` if it is 2 or 3.
    static void add_contacts(const std::vector<RigidBox>& boxes, std::size_t a, std::size_t b, int axis_index,
                             std::vector<BoxContact>& contacts)
    {
        const RigidBox& reference_box = boxes[axis_index < 2 ? a : b];
        const RigidBox& incident_box = boxes[axis_index < 2 ? b : a];
        const int reference_face = axis_index % 2;
        const double reference_side =
            sim::dot(incident_box.centre - reference_box.centre, reference_box.axis(reference_face)) < 0.0 ? -1.0 : 1.0;
        const sim::Vec2 n = reference_side * reference_box.axis(reference_face);
        const sim::Vec2 tangent = reference_box.axis(1 - reference_face);
        const int incident_face =
            std::abs(sim::dot(n, incident_box.axis(0))) > std::abs(sim::dot(n, incident_box.axis(1))) ? 0 : 1;
        const double incident_side = sim::dot(n, incident_box.axis(incident_face)) > 0.0 ? -1.0 : 1.0;
        const sim::Vec2 edge_middle = incident_box.centre + incident_side *
                                                                incident_box.half_size_along_axis(incident_face) *
                                                                incident_box.axis(incident_face);
        const sim::Vec2 half_edge =
            incident_box.half_size_along_axis(1 - incident_face) * incident_box.axis(1 - incident_face);
        const double half_width = reference_box.half_size_along_axis(1 - reference_face);
        for (const int end_index : {0, 1})
        {
            const sim::Vec2 corner = end_index == 0 ? edge_middle - half_edge : edge_middle + half_edge;
            const double corner_offset = sim::dot(corner - reference_box.centre, tangent);
            const double half_edge_along_tangent = sim::dot(half_edge, tangent);
            const double excess = corner_offset - std::clamp(corner_offset, -half_width, half_width);
            const sim::Vec2 point =
                corner - (half_edge_along_tangent != 0.0 ? excess / half_edge_along_tangent : 0.0) * half_edge;
            const double depth =
                reference_box.half_size_along_axis(reference_face) - sim::dot(point - reference_box.centre, n);
            if (depth < 0.0) continue;
            const int faces_and_corner = axis_index + (reference_side > 0.0 ? 4 : 0) + 8 * incident_face +
                                         (incident_side > 0.0 ? 16 : 0) + 32 * end_index;
            const std::size_t box_bits = a << BoxContact::first_box_shift | b << BoxContact::second_box_shift;
            contacts.push_back({.contact_id = static_cast<int>(box_bits) + faces_and_corner,
                                .point = point,
                                .normal = axis_index < 2 ? n : -1.0 * n,
                                .depth = depth});
        }
    }
};

} // namespace scenes
