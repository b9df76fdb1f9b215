// The pixels of a box. The coverage follows from the signed distance to a rounded box, so each edge is smooth at every
// size.
in vec2 at;
flat in vec4 box_form; // half extents, rounding radius, outline width
flat in vec4 box_colour;
flat in float box_soft;

out vec4 pixel;

void main()
{
    vec2 beyond = abs(at) - box_form.xy;
    float distance = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - box_form.z;
    if (box_form.w > 0.0) distance = abs(distance) - box_form.w * 0.5;
    float coverage = clamp(0.5 - distance / (1.0 + box_soft), 0.0, 1.0);
    pixel = vec4(box_colour.rgb, box_colour.a * coverage);
}
