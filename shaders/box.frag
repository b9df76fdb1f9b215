// Coverage from the signed distance to a rounded box, so every edge is smooth at every size.
in vec2 at;
flat in vec4 box_form; // half extents, rounding radius, outline width
flat in vec4 box_colour;
flat in vec2 box_finish;

out vec4 pixel;

// A ball lit from above left: view::lit_stops, lit_highlight and lit_reach.
vec3 lit(vec3 colour)
{
    float t = length(at / box_form.z - vec2(-0.30, -0.36)) / 1.47;
    float white = t < 0.3 ? mix(0.75, 0.16, t / 0.3) : max(0.0, mix(0.16, 0.0, (t - 0.3) / 0.25));
    float black = clamp((t - 0.55) / 0.45, 0.0, 1.0) * 0.5;
    return mix(mix(colour, vec3(1.0), white), vec3(0.0), black);
}

void main()
{
    vec2 beyond = abs(at) - box_form.xy;
    float distance = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - box_form.z;
    if (box_form.w > 0.0) distance = abs(distance) - box_form.w * 0.5;
    float coverage = clamp(0.5 - distance / (1.0 + box_finish.x), 0.0, 1.0);
    vec3 ink = box_finish.y > 0.0 ? mix(box_colour.rgb, lit(box_colour.rgb), box_finish.y) : box_colour.rgb;
    pixel = vec4(ink, box_colour.a * coverage);
}
