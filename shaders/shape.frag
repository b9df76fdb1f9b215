// Coverage from the signed distance to a rounded box, so every edge is smooth at every size.
in vec2 at;
flat in vec4 shape_place;
flat in vec4 shape_form;
flat in vec4 shape_colour;
flat in float shape_soft;

out vec4 pixel;

void main()
{
    vec2 beyond = abs(at) - shape_place.zw;
    float distance = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - shape_form.z;
    if (shape_form.w > 0.0) distance = abs(distance) - shape_form.w * 0.5;
    float coverage = clamp(0.5 - distance / (1.0 + shape_soft), 0.0, 1.0);
    pixel = vec4(shape_colour.rgb, shape_colour.a * coverage);
}
