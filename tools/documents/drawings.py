# tools/documents/drawings.py -- the drawings of the guide that explain axes and signs, as SVG text without any library.
# What:   ALL maps the name of a picture of docs/guide/pictures to the function that makes its text: the same text in every call.
# How:    a sheet collects lines, polygons, arrows and words in pixels; a view projects points of space onto the sheet (parallel projection).
# Who:    pictures.py.
from math import cos, hypot, pi, sin

BLUE, RED, GREEN, GREY, DARK, PALE = "#4477aa", "#bb3333", "#228833", "#888888", "#222222", "#dde6ee"


class Sheet:
    def __init__(self, width, height):
        self.width, self.height, self.items = width, height, []

    def line(self, points, color=DARK, width=1.5, dash="", close=False, fill="none", opacity=1):
        path = " ".join("%s%.1f %.1f" % ("L" if k else "M", x, y) for k, (x, y) in enumerate(points)) + (" Z" if close else "")
        more = (' stroke-dasharray="%s"' % dash if dash else "") + (' fill-opacity="%g"' % opacity if opacity < 1 else "")
        self.items.append('<path d="%s" stroke="%s" stroke-width="%g" fill="%s"%s/>' % (path, color, width, fill, more))

    def area(self, points, fill, color=DARK, width=1, opacity=1):
        self.line(points, color, width, close=True, fill=fill, opacity=opacity)

    def circle(self, x, y, r, fill="none", color=DARK, width=1.5, dash=""):
        more = ' stroke-dasharray="%s"' % dash if dash else ""
        self.items.append('<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s" stroke="%s" stroke-width="%g"%s/>' % (x, y, r, fill, color, width, more))

    def text(self, x, y, words, color=DARK, size=13, anchor="middle", weight="normal", family="sans-serif"):
        words = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        self.items.append('<text x="%.1f" y="%.1f" fill="%s" font-size="%g" text-anchor="%s" font-weight="%s" font-family="%s">%s</text>'
                          % (x, y, color, size, anchor, weight, family, words))

    def head(self, x, y, dx, dy, color, size=8):
        """An arrow head with its tip at (x, y), pointing along (dx, dy)."""
        n = hypot(dx, dy) or 1
        dx, dy = dx / n * size, dy / n * size
        self.area([(x, y), (x - dx - dy / 2.5, y - dy + dx / 2.5), (x - dx + dy / 2.5, y - dy - dx / 2.5)], color, color, 0.5)

    def arrow(self, a, b, color=DARK, width=2, heads=1, both=False, size=8):
        self.line([a, b], color, width)
        n = hypot(b[0] - a[0], b[1] - a[1]) or 1
        for k in range(heads):
            back = 7 * k / n
            self.head(b[0] - (b[0] - a[0]) * back, b[1] - (b[1] - a[1]) * back, b[0] - a[0], b[1] - a[1], color, size)
        if both:
            self.head(a[0], a[1], a[0] - b[0], a[1] - b[1], color, size)

    def turn(self, points, color=DARK, width=2):
        """A curved arrow along points."""
        self.line(points, color, width)
        (x0, y0), (x1, y1) = points[-2:]
        self.head(x1, y1, x1 - x0, y1 - y0, color)

    def done(self):
        return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">\n<rect width="%d" height="%d" fill="#ffffff"/>\n%s\n</svg>\n'
                % (self.width, self.height, self.width, self.height, self.width, self.height, "\n".join(self.items)))


def view(x0, y0, scale, azimuth=-60.0, elevation=25.0):
    """The projection of points of space: azimuth and elevation of the eye in degrees, the origin at (x0, y0)."""
    a, e = azimuth * pi / 180, elevation * pi / 180
    right, up = (-sin(a), cos(a), 0), (-sin(e) * cos(a), -sin(e) * sin(a), cos(e))

    def at(p):
        return (x0 + scale * sum(r * c for r, c in zip(right, p)), y0 - scale * sum(u * c for u, c in zip(up, p)))

    return at


def plus(a, b, s=1.0):
    return tuple(x + s * y for x, y in zip(a, b))


def triad(s, at, origin, axes, length, names, color):
    for axis, name in zip(axes, names):
        tip = plus(origin, axis, length)
        s.arrow(at(origin), at(tip), color, 2)
        x, y = at(plus(origin, axis, length * 1.18))
        s.text(x, y + 4, name, color, 13, weight="bold")


def block(s, at, low, high, color=PALE):
    """The three faces of a box that an eye at negative azimuth sees: x high, y low, z high."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    s.area([at(p) for p in ((x0, y0, z0), (x1, y0, z0), (x1, y0, z1), (x0, y0, z1))], color)
    s.area([at(p) for p in ((x0, y0, z1), (x1, y0, z1), (x1, y1, z1), (x0, y1, z1))], "#eef3f7")
    s.area([at(p) for p in ((x1, y0, z0), (x1, y1, z0), (x1, y1, z1), (x1, y0, z1))], "#c9d6e2")


def circle_about(at, center, u, v, radius, first, last, n=24):
    """Points of an arc in the plane of u and v, angles in degrees from u to v."""
    angles = [(first + (last - first) * k / n) * pi / 180 for k in range(n + 1)]
    return [at(plus(plus(center, u, radius * cos(t)), v, radius * sin(t))) for t in angles]


X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def frames():
    s = Sheet(700, 260)
    at = view(70, 180, 90)
    triad(s, at, (0, 0, 0), (X, Y, Z), 0.9, "xyz", GREY)
    s.text(20, 218, "ground: drawing coordinates", GREY, anchor="start")
    c, q = cos(0.4), sin(0.4)
    axes = ((c, 0, q), (0, 1, 0), (-q, 0, c))
    o = (3.0, 1.2, 0.3)

    def local(p):
        return at(plus(plus(plus(o, axes[0], p[0]), axes[1], p[1]), axes[2], p[2]))

    block(s, local, (-0.3, -0.35, -0.25), (1.9, 0.35, 0.25))
    s.arrow(at((0, 0, 0)), at(o), BLUE, 1.5)
    x, y = at(plus((0, 0, 0), o, 0.5))
    s.text(x, y + 20, "at", BLUE, weight="bold")
    triad(s, at, o, axes, 0.85, ("x'", "y'", "z'"), RED)
    center, point = local((0.75, 0, 0)), local((1.9, 0, 0))
    s.circle(*center, 5, "#ffffff", GREEN, 2.5)
    s.text(center[0] + 6, center[1] + 22, "center", GREEN, weight="bold")
    s.circle(*point, 4, BLUE, BLUE)
    s.text(point[0] + 40, point[1] - 44, "body:point { 1.9, 0, 0 }", BLUE, weight="bold")
    s.line([(point[0] + 3, point[1] - 6), (point[0] + 26, point[1] - 38)], BLUE, 1)
    s.text(400, 250, "red: the body's own axes (orientation); center and inertia are given in them", DARK, 12)
    return s.done()


def points():
    s = Sheet(680, 260)
    at = view(190, 150, 105)
    a, b, c, d = (-0.9, -0.3, 0), (0.6, -0.6, 0), (0.3, 0.9, 0), (0, 0, 1.0)
    for face, color in (((a, c, d), "#eef3f7"), ((a, b, d), PALE), ((b, c, d), "#c9d6e2")):
        s.area([at(p) for p in face], color, BLUE, 1.5, opacity=0.85)
    far, foot = (2.6, 0.7, 0.9), (2.2, 0.9, -0.3)
    s.area([at(p) for p in (d, far, foot)], "#f3e1ea", "#aa3377", 1.5, opacity=0.85)
    s.line([at(b), at((1.0, -1.6, -0.2))], GREEN, 4)
    for p in (a, b, c, d, far, foot, (1.0, -1.6, -0.2)):
        s.circle(*at(p), 5, "#ffffff", DARK, 2)
    x, y = at(d)
    s.text(x, y - 14, "shared point: a ball joint without an equation", DARK, 13)
    s.text(*plus(at(a), (6, 34)), "body of four points", BLUE, anchor="middle", weight="bold")
    s.text(*plus(at(far), (14, 6)), "plate of three points", "#aa3377", anchor="start", weight="bold")
    s.text(*plus(at((1.0, -1.6, -0.2)), (14, 6)), "link of two points", GREEN, anchor="start", weight="bold")
    return s.done()


def penalty():
    s = Sheet(680, 200)
    for x0, opened in ((60, 0), (370, 26)):
        s.area([(x0, 70), (x0 + 90, 70), (x0 + 90, 110), (x0, 110)], PALE)
        s.area([(x0 + 90 + opened, 70), (x0 + 200 + opened, 70), (x0 + 200 + opened, 110), (x0 + 90 + opened, 110)], "#f3e1ea")
        s.circle(x0 + 90, 90, 6, "#ffffff", BLUE, 2)
        s.circle(x0 + 90 + opened, 90, 6, "#ffffff", "#aa3377", 2)
    s.text(160, 140, "exact: force by a multiplier, gap 0")
    zig = [(460 + 26 * k / 8, 90 + (5 if k % 2 else -5) * (0 < k < 8)) for k in range(9)]
    s.line(zig, GREEN, 2)
    s.arrow((597, 90), (650, 90), RED, 2.5)
    s.text(625, 80, "F", RED, 15, weight="bold")
    s.line([(460, 60), (460, 40)], GREY, 1)
    s.line([(486, 60), (486, 40)], GREY, 1)
    s.text(473, 34, "gap = F/penalty", GREEN, weight="bold")
    s.text(500, 140, "compliant: energy penalty/2 gap²")
    s.text(340, 180, "1000 N and 1e8 N/m open a joint by 0.01 mm", GREY, 12)
    return s.done()


def beam():
    s = Sheet(760, 420)
    at = view(90, 130, 92, -58, 19)
    block(s, at, (0, -0.35, -0.45), (4.0, 0.35, 0.45))
    s.line([at((0, 0, 0)), at((4, 0, 0))], GREY, 1.2, "7 4")
    s.text(*plus(at((0.1, -0.35, -0.45)), (-2, 22)), "first end", GREY, 13)
    end = (4, 0, 0)
    for axis, name, force in ((X, "d1", "N"), (Y, "d2", "V2"), (Z, "d3", "V3")):
        reach = 1.9 if axis == X else 1.45
        s.arrow(at(end), at(plus(end, axis, reach)), RED, 2.5)
        s.arrow(at(end), at(plus(end, axis, 0.75)), BLUE, 3)
        x, y = at(plus(end, axis, 0.75))
        shift = {"d1": (2, 20), "d2": (14, 14), "d3": (-16, 4)}[name]
        s.text(x + shift[0], y + shift[1], name, BLUE, 15, weight="bold")
        x, y = at(plus(end, axis, reach))
        s.text(x + (12 if axis != Z else 0), y + (5 if axis != Z else -8), force, RED, 15, weight="bold")
    s.turn(circle_about(at, (5.3, 0, 0), Y, Z, 0.35, -120, 150), GREEN, 2.2)
    s.text(*plus(at((5.3, 0, 0.35)), (18, -8)), "T", GREEN, 15, weight="bold")
    s.text(560, 40, "on the cut with the outer normal d1", DARK, 13)
    for x0, name, side, axis in ((60, "M2 > 0", "the side of +d2 is stretched", "d2"), (420, "M3 > 0", "the side of +d3 is stretched", "d3")):
        outer = [(x0 + 20 + 220 * k / 20, 345 + 32 * (2 * k / 20 - 1) ** 2 - 22) for k in range(21)]
        inner = [(x, y + 26) for x, y in reversed(outer)]
        s.area(outer + inner, PALE)
        s.line(outer, RED, 3)
        s.arrow((x0 + 130, 336), (x0 + 130, 292), BLUE, 2.5)
        s.text(x0 + 146, 302, axis, BLUE, 14, weight="bold")
        s.arrow((x0 + 130, 336), (x0 + 175, 336), BLUE, 2.5)
        s.text(x0 + 186, 341, "d1", BLUE, 14, weight="bold")
        s.turn([(x0 + 248 + 22 * sin(t), 368 - 22 * cos(t)) for t in [0.1 + 2.6 * k / 16 for k in range(17)]], GREEN)
        s.turn([(x0 + 12 - 22 * sin(t), 368 - 22 * cos(t)) for t in [0.1 + 2.6 * k / 16 for k in range(17)]], GREEN)
        s.text(x0 + 130, 408, name + ": " + side, GREEN, 13, weight="bold")
    return s.done()


def axes_of_section(s, x, y, length=62):
    s.arrow((x, y), (x + length, y), BLUE, 1.2, size=6)
    s.arrow((x, y), (x, y - length), BLUE, 1.2, size=6)
    s.text(x + length + 8, y + 4, "y", BLUE, 12, weight="bold")
    s.text(x, y - length - 5, "z", BLUE, 12, weight="bold")


def sections():
    s = Sheet(800, 420)
    places = [(85 + 160 * (k % 5), 110 + 200 * (k // 5)) for k in range(10)]

    def outline(k, points, holes=()):
        x0, y0 = places[k]
        path = " ".join("M" + " L".join("%.1f %.1f" % (x0 + y, y0 - z) for y, z in ring) + " Z" for ring in (points, *holes))
        s.items.append('<path d="%s" fill="%s" fill-rule="evenodd" stroke="%s" stroke-width="1.2"/>' % (path, PALE, DARK))

    def box(w, h):
        return [(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)]

    def ring(r):
        return [(r * cos(2 * pi * k / 40), r * sin(2 * pi * k / 40)) for k in range(40)]

    outline(0, box(50, 84))
    outline(1, ring(40))
    outline(2, ring(42), [ring(32)])
    outline(3, box(64, 84), [box(48, 64)])
    i = [(-34, -44), (34, -44), (34, -34), (4, -34), (4, 34), (34, 34), (34, 44), (-34, 44), (-34, 34), (-4, 34), (-4, -34), (-34, -34)]
    outline(4, i)
    c = [(-18, -44), (42, -44), (42, -34), (-10, -34), (-10, 34), (42, 34), (42, 44), (-18, 44)]
    outline(5, c)
    t = [(-5, -60), (5, -60), (5, 18), (40, 18), (40, 28), (-40, 28), (-40, 18), (-5, 18)]
    outline(6, t)
    a = [(-18, -24), (46, -24), (46, -14), (-8, -14), (-8, 60), (-18, 60)]
    outline(7, a)
    outline(8, [(-40, -34), (36, -40), (44, 10), (4, 48), (-30, 30)])
    names = ["rectangle", "circle", "tube", "hollow_box", "i_section", "channel_section", "t_section", "angle_section", "polygon_section", "general_section"]
    for k, (x, y) in enumerate(places):
        if k == 9:
            s.text(x, y - 6, "A, ∫y², ∫z², ∫yz,", DARK, 12)
            s.text(x, y + 12, "J, shear centre", DARK, 12)
        else:
            axes_of_section(s, x, y)
        if k == 5:  # the shear centre of a channel lies outside, on the side of the web
            s.circle(x - 40, y, 3.5, RED, RED)
            s.text(x - 40, y + 18, "shear centre", RED, 10)
        s.text(x, y + 84, names[k], DARK, 13, weight="bold")
    x, y = places[0]
    s.arrow((x - 25, y + 56), (x + 25, y + 56), GREEN, 1.2, both=True, size=6)
    s.text(x, y + 69, "width", GREEN, 11)
    s.arrow((x - 38, y + 42), (x - 38, y - 42), GREEN, 1.2, both=True, size=6)
    s.text(x - 44, y - 50, "height", GREEN, 11)
    s.text(400, 412, "y along d2, z along d3, seen against d1; the dot of the axes is the centroid", GREY, 12)
    return s.done()


def shell():
    s = Sheet(800, 350)
    at = view(70, 235, 140, -58, 28)

    def surface(u, v, lift=0.0):
        return (2.6 * u, 1.6 * v, 0.75 * sin(pi * u * 0.8) + lift)

    n = 12
    for i in range(6):
        for j in range(4):
            cell = [surface((i + a) / 6, (j + b) / 4) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
            s.area([at(p) for p in cell], "#e7eef5" if (i + j) % 2 else "#dbe5ef", "#9fb3c6", 0.7)
    edges = {"v_first": [surface(k / n, 0) for k in range(n + 1)], "v_last": [surface(k / n, 1) for k in range(n + 1)],
             "u_first": [surface(0, k / n) for k in range(n + 1)], "u_last": [surface(1, k / n) for k in range(n + 1)]}
    shift = {"v_first": (0, 26), "v_last": (0, -14), "u_first": (-34, 6), "u_last": (38, 8)}
    for name, line in edges.items():
        s.line([at(p) for p in line], BLUE, 2.5)
        s.text(*plus(at(line[n // 2]), shift[name]), name, BLUE, 14, weight="bold")
    o = surface(0, 0)
    s.arrow(at(o), at(surface(0.17, 0)), RED, 3)
    s.text(*plus(at(surface(0.17, 0)), (10, 16)), "u", RED, 15, weight="bold")
    s.arrow(at(o), at(surface(0, 0.3)), RED, 3)
    s.text(*plus(at(surface(0, 0.3)), (-12, 4)), "v", RED, 15, weight="bold")
    m = surface(0.5, 0.5)
    s.arrow(at(m), at(plus(m, (0.06, 0, 0.75))), GREEN, 2.5)
    s.text(*plus(at(plus(m, (0.06, 0, 0.75))), (10, -4)), "normal X,u × X,v: the upper side (director)", GREEN, 13, anchor="start", weight="bold")
    # an element with its resultants
    at = view(520, 235, 150, -58, 32)
    block(s, at, (0, 0, 0), (1, 1, 0.16))
    ends = {"N11": ((1, 0.5, 0.08), X), "N22": ((0.3, 1, 0.08), Y)}
    for name, (p, axis) in ends.items():
        s.arrow(at(p), at(plus(p, axis, 0.6)), RED, 2.5)
        s.text(*plus(at(plus(p, axis, 0.74)), (2, 6)), name, RED, 13, weight="bold")
    s.arrow(at((1.06, 0.15, 0.08)), at((1.06, 0.75, 0.08)), "#aa3377", 2)
    s.text(*plus(at((1.06, 0.15, 0.08)), (16, 14)), "N12", "#aa3377", 13, weight="bold")
    s.arrow(at((1, 0.8, 0.1)), at((1, 0.8, 0.55)), BLUE, 2)
    s.text(*plus(at((1, 0.8, 0.55)), (14, 0)), "Q1", BLUE, 13, weight="bold")
    s.turn(circle_about(at, (1.12, 0.32, 0.08), X, Z, 0.26, 200, -60), GREEN, 2)
    s.text(*plus(at((1.12, 0.32, 0.34)), (-4, -6)), "M11", GREEN, 13, weight="bold")
    s.text(*plus(at((0.45, -0.05, 0)), (-6, 26)), "axis 1 along u or `along`", DARK, 12, anchor="end")
    s.text(620, 338, "M11 > 0 stretches the upper side along axis 1", GREEN, 12)
    return s.done()


def wheel():
    s = Sheet(760, 330)
    cx, cy, radius, tube = 200, 170, 110, 30
    s.line([(20, 274), (400, 274)], DARK, 2.5)
    s.circle(cx, cy, radius, PALE, DARK, 2)
    s.circle(cx, cy, radius - 2 * tube, "#eef3f7", GREY, 1.2, "5 4")
    s.circle(cx, cy, 5, DARK, DARK)
    s.text(cx + 12, cy - 8, "hub, axis", DARK, 13, anchor="start")
    s.arrow((cx, cy), (cx - 78, cy - 78), BLUE, 1.6)
    s.text(cx - 58, cy - 36, "radius", BLUE, 13, weight="bold")
    s.arrow((cx, 280), (cx, 232), RED, 3)
    s.text(cx - 12, 262, "force = stiffness · depth", RED, 13, anchor="end", weight="bold")
    s.text(60, 294, "plane", DARK, 13)
    s.area([(264, 274), (291, 232), (331, 232), (358, 274)], "#e6e6e6")
    s.text(330, 222, "obstacle: a convex profile", DARK, 13, anchor="start")
    s.arrow((305, 243), (266, 216), RED, 2.5)
    s.text(200, 318, "seen along the axis", GREY, 12)
    x0 = 610
    for y in (cy - radius + tube, cy + radius - tube):
        s.circle(x0, y, tube, PALE, DARK, 2)
    s.area([(x0 - 4, cy - radius + 2 * tube), (x0 + 4, cy - radius + 2 * tube), (x0 + 4, cy + radius - 2 * tube), (x0 - 4, cy + radius - 2 * tube)], "#eef3f7", GREY)
    s.line([(x0 - 70, cy), (x0 + 70, cy)], GREY, 1.2, "9 4 2 4")
    s.text(x0 + 74, cy + 4, "axis", GREY, 13, anchor="start")
    s.arrow((x0, cy + radius - tube), (x0 + 21, cy + radius - tube - 21), BLUE, 1.6)
    s.text(x0 + 34, cy + radius - tube - 18, "tube", BLUE, 13, anchor="start", weight="bold")
    s.arrow((x0 - 52, cy), (x0 - 52, cy - radius), BLUE, 1.6)
    s.text(x0 - 60, cy - 50, "radius", BLUE, 13, anchor="end", weight="bold")
    s.line([(x0 - 90, 274), (x0 + 90, 274)], DARK, 2.5)
    s.text(x0, 318, "cut along the axis: a torus, its hole filled", GREY, 12)
    return s.done()


def control():
    s = Sheet(760, 260)
    s.area([(280, 40), (480, 40), (480, 110), (280, 110)], PALE, BLUE, 1.5)
    s.text(380, 70, "model", DARK, 16, weight="bold")
    s.text(380, 92, "steps of dt", GREY, 12)
    s.area([(280, 170), (480, 170), (480, 240), (280, 240)], "#f3e1ea", "#aa3377", 1.5)
    s.text(380, 198, "controller", DARK, 16, weight="bold")
    s.text(380, 220, "states, delay, limits", GREY, 12)
    s.line([(480, 75), (610, 75), (610, 205)], DARK, 2)
    s.arrow((610, 205), (482, 205), DARK, 2)
    s.text(622, 134, "signals: angle, rate,", DARK, 13, anchor="start")
    s.text(622, 152, "position, reaction …", DARK, 13, anchor="start")
    s.line([(280, 205), (150, 205), (150, 75)], DARK, 2)
    s.arrow((150, 75), (278, 75), DARK, 2)
    s.text(138, 134, "inputs, held", DARK, 13, anchor="end")
    s.text(138, 152, "between samples", DARK, 13, anchor="end")
    s.turn([(350 + 50 * cos(t), 38 - 24 * sin(t)) for t in [0.25 + 2.6 * k / 20 for k in range(21)]], GREEN, 2)
    s.text(752, 22, "a force that follows signals is solved within the step", GREEN, 13, anchor="end")
    return s.done()


def error():
    s = Sheet(760, 170)
    rows = [("where", "sinew: error: crane.lua:41, joint 'elbow' (revolute)", BLUE), ("what", "  The joint contradicts joint 'clamp': both fix rotation about y.", RED),
            ("why", "  2 of 6 equations depend on others; mismatch 0.031 rad.", DARK), ("what to do", "  Free one axis, or move frame 'b' by 1.8 deg.", GREEN)]
    s.area([(130, 12), (740, 12), (740, 156), (130, 156)], "#f6f8fa", GREY)
    for k, (name, words, color) in enumerate(rows):
        y = 44 + 32 * k
        s.text(112, y, name, color, 14, anchor="end", weight="bold")
        s.items.append('<text x="146" y="%d" fill="%s" font-size="13.5" font-family="monospace" xml:space="preserve">%s</text>' % (y, color, words))
    return s.done()


ALL = {function.__name__: function for function in (frames, points, penalty, beam, sections, shell, wheel, control, error)}
