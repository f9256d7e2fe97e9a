/* scene/materials.ts -- shaders: one shading for everything that has a surface, and thin lines. Colours of items, and
 * whether they are seen, come from a texture with a texel per item: selecting, hiding and colouring write no geometry.
 * Light is worked out in linear colours: sky and ground, a lamp beside the camera, a weak one opposite.
 */
import {
  CustomBlending,
  DataTexture,
  DoubleSide,
  EqualStencilFunc,
  IncrementStencilOp,
  LinearFilter,
  NearestFilter,
  OneFactor,
  RGBAFormat,
  ShaderMaterial,
  UnsignedByteType,
  Vector2,
  Vector3,
  Vector4,
  ZeroFactor,
} from "three";
import { colorMap, mapSize, parseColor, signedMap } from "./colors";
import type { SceneTheme } from "./types";

export const itemsAcross = 1024;

/** Steps of gloss that stand for 1. */
const usualGloss = "5.0";

/** Opacity and gloss of an item in a byte; 0 is hidden. */
function packed(look: Look): number {
  const opacity = Math.max(1, Math.round(15 * Math.min(1, look.opacity ?? 1)));
  return 16 * opacity + Math.min(15, Math.round(5 * (look.gloss ?? 1)));
}

/** What an item looks like. */
export interface Look {
  color: string;
  opacity?: number;
  gloss?: number;
}

/** Meaning of `uMode`. */
export const modes = { item: 0, speed: 1, displacement: 2, field: 3 } as const;

const items = /* glsl */ `
uniform highp sampler2D uItems;
uniform float uHover;
uniform float uSelected;
uniform vec3 uHighlight;
vec4 itemColor(float item) {
  int i = int(item + 0.5);
  return texelFetch(uItems, ivec2(i % ${itemsAcross}, i / ${itemsAcross}), 0);
}
// the last number of a texel: 16 steps of opacity, 0: hidden, then 16 of gloss
vec2 lookOf(float packed) {
  float a = floor(packed * 255.0 + 0.5);
  return vec2(floor(a / 16.0) / 15.0, mod(a, 16.0) / ${usualGloss});
}
vec4 nowhere() { return vec4(2.0, 2.0, 2.0, 1.0); }
`;

const surfaceOut = /* glsl */ `
varying vec3 vPosition;
varying vec3 vNormal;
varying float vValue;
flat varying float vPiece; // value of a whole piece
flat varying vec2 vKind;   // x: 0 colour of the item, 1 no value, 2 value, 3 value of the piece; y: 1 hover, 2 selected
flat varying vec3 vColor;
flat varying vec3 vLook;   // opacity, gloss, item
flat varying float vRound; // 1 turns and is round about its x axis, 2 a sphere: it has stripes that show how it turns
varying vec3 vLocal;
float markOf(float item) {
  return item == uSelected ? 2.0 : item == uHover ? 1.0 : 0.0;
}
`;

/* aFirst.w: -1 no value, 0 fixed in a row, 1 stretched between two. Speed: velocity at the origin and spin, or velocity
   at one end and the change to the other. Displacement likewise with the rotation vector. Field: the value. */
const solidVertex = /* glsl */ `
${items}
${surfaceOut}
uniform int uMode;
uniform float uFactor;
attribute float aItem;
attribute vec4 aFirst;
attribute vec3 aSecond;
attribute float aRound;
vec3 turned(vec3 v, float factor, vec3 r) {
  float size = length(v);
  if (size < 1e-7) {
    return r;
  }
  vec3 k = v / size;
  float c = cos(factor * size);
  float s = sin(factor * size);
  return r * c + cross(k, r) * s + k * dot(k, r) * (1.0 - c);
}
void main() {
  vec4 color = itemColor(aItem);
  if (color.a < 0.03) {
    gl_Position = nowhere();
    return;
  }
  mat3 m = mat3(instanceMatrix);
  vec3 arm = m * position;
  vec3 size = max(vec3(dot(m[0], m[0]), dot(m[1], m[1]), dot(m[2], m[2])), vec3(1e-30));
  vec4 view = modelViewMatrix * vec4(arm + instanceMatrix[3].xyz, 1.0);
  vNormal = mat3(viewMatrix) * (m * (normal / size));
  vPosition = view.xyz;
  vColor = color.rgb;
  vLook = vec3(lookOf(color.a), aItem);
  vRound = aRound;
  vLocal = position;
  vKind = vec2(uMode == 0 ? 0.0 : aFirst.w < -0.5 ? 1.0 : 2.0, markOf(aItem));
  vValue = 0.0;
  vPiece = 0.0;
  if (uMode == ${modes.field}) {
    vValue = aFirst.x;
  } else if (aFirst.w > 0.5) {
    vValue = length(aFirst.xyz + position.x * aSecond);
  } else if (uMode == ${modes.speed}) {
    vValue = length(aFirst.xyz + cross(aSecond, arm));
  } else if (uMode == ${modes.displacement}) {
    vValue = length(aFirst.xyz + turned(aSecond, 1.0 - uFactor, arm) - turned(aSecond, -uFactor, arm));
  }
  gl_Position = projectionMatrix * view;
}
`;

/* aValue: value, kind (1 none, 2 smooth, 3 of the piece). */
const surfaceVertex = /* glsl */ `
${items}
${surfaceOut}
uniform int uMode;
attribute float aItem;
attribute vec2 aValue;
attribute float aRadius; // of round lines; 0: it has a shape of its own
uniform vec2 uPixel;     // size of a pixel: x per distance, and y
const float leastRadius = 1.1; // pixels
void main() {
  vec4 color = itemColor(aItem);
  if (color.a < 0.03) {
    gl_Position = nowhere();
    return;
  }
  vec4 view = modelViewMatrix * vec4(position, 1.0);
  if (aRadius > 0.0) { // thick enough to be seen
    float wanted = leastRadius * (uPixel.x * -view.z + uPixel.y);
    view = modelViewMatrix * vec4(position + normal * max(0.0, wanted - aRadius), 1.0);
  }
  vRound = 0.0;
  vLocal = vec3(0.0);
  vNormal = mat3(viewMatrix) * normal;
  vPosition = view.xyz;
  vColor = color.rgb;
  vLook = vec3(lookOf(color.a), aItem);
  vKind = vec2(uMode == 0 ? 0.0 : aValue.y, markOf(aItem));
  vValue = aValue.x;
  vPiece = aValue.x;
  gl_Position = projectionMatrix * view;
}
`;

const surfaceFragment = /* glsl */ `
uniform vec3 uHighlight;
uniform vec3 uWithout;
uniform vec3 uUp; // view axes
uniform vec2 uRange;
uniform sampler2D uMap;
varying vec3 vPosition;
varying vec3 vNormal;
varying float vValue;
flat varying float vPiece;
flat varying vec2 vKind;
flat varying vec3 vColor;
flat varying vec3 vLook;
flat varying float vRound;
varying vec3 vLocal;
// 1 on the stripes of round bodies that turn: a sector about the axis, on a sphere two great circles
float stripe() {
  float across = vRound > 1.5 ? min(abs(vLocal.x), abs(vLocal.y)) / 0.07
                              : vLocal.y > 0.0 ? abs(atan(vLocal.z, vLocal.y)) / 0.2 : 9.0;
  float soft = min(0.9, fwidth(across));
  return 1.0 - smoothstep(1.0 - soft, 1.0 + soft, across);
}
// what is not solid covers a share of the samples of a pixel; noise makes steps between their few numbers
float cover() {
  vec2 p = floor(gl_FragCoord.xy) + vec2(5.0, 3.0) * vLook.z;
  float noise = fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))) - 0.5;
  return vLook.x > 0.99 ? 1.0 : clamp(vLook.x + 0.25 * noise, 0.0, 1.0);
}
vec3 toLinear(vec3 c) { return pow(c, vec3(2.2)); }
vec3 toScreen(vec3 c) { return pow(clamp(c, 0.0, 1.0), vec3(1.0 / 2.2)); }
void main() {
  vec3 base = toLinear(vColor);
  float gloss = vLook.y;
  if (vKind.x > 1.5) {
    float value = vKind.x > 2.5 ? vPiece : vValue;
    float s = clamp((value - uRange.x) / max(uRange.y - uRange.x, 1e-30), 0.0, 1.0);
    base = toLinear(texture2D(uMap, vec2((s * ${(mapSize - 1).toFixed(1)} + 0.5) / ${mapSize.toFixed(1)}, 0.5)).rgb);
    gloss = 0.35;
  } else if (vKind.x > 0.5) {
    base = toLinear(uWithout);
    gloss = 0.35;
  }
  if (vRound > 0.5) {
    base *= mix(1.0, vKind.x > 1.5 ? 0.8 : 0.4, stripe());
  }
  vec3 v = isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(-vPosition);
  vec3 n = normalize(vNormal);
  n = dot(n, v) < 0.0 ? -n : n;
  float facing = clamp(dot(n, v), 0.0, 1.0);
  vec3 key = normalize(vec3(0.45, 0.75, 0.65));
  vec3 fill = normalize(vec3(-0.7, 0.1, 0.45));
  vec3 sky = mix(vec3(0.26, 0.25, 0.24), vec3(0.50, 0.52, 0.55), 0.5 + 0.5 * dot(n, uUp));
  vec3 light = sky + 0.58 * max(dot(n, key), 0.0) * vec3(1.0, 0.985, 0.96) + 0.16 * max(dot(n, fill), 0.0);
  // values must be read off the colours: less light and shade
  light = vKind.x > 1.5 ? mix(light, vec3(0.92), 0.5) : light;
  vec3 color = base * light;
  vec3 h = normalize(key + v);
  color += gloss * 0.16 * pow(max(dot(n, h), 0.0), 38.0);
  float rim = pow(1.0 - facing, 3.0);
  color += gloss * 0.06 * rim * sky;
  if (vKind.y > 0.5) {
    // a slight tint only, so that colours keep their meaning; a glow at the outline
    vec3 mark = toLinear(uHighlight);
    float paint = vKind.y > 1.5 ? 0.1 : 0.14;
    color = mix(color, mark * light, paint);
    color = mix(color, mark * 1.15, (vKind.y > 1.5 ? 0.9 : 0.6) * pow(1.0 - facing, 2.5));
  }
  gl_FragColor = vec4(toScreen(color), cover());
}
`;

const edgeVertex = /* glsl */ `
${items}
uniform vec3 uEdge;
attribute float aItem;
#ifdef MATRIX
attribute mat4 aMatrix;
#endif
varying vec4 vLine;
void main() {
  vec4 color = itemColor(aItem);
  if (color.a < 0.03) {
    gl_Position = nowhere();
    return;
  }
  vLine = aItem == uSelected ? vec4(uHighlight, 1.0)
                            : vec4(mix(uEdge, color.rgb * 0.45, 0.35), aItem == uHover ? 0.85 : 0.5);
#ifdef MATRIX
  gl_Position = projectionMatrix * modelViewMatrix * aMatrix * vec4(position, 1.0);
#else
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
#endif
}
`;

const edgeFragment = /* glsl */ `
varying vec4 vLine;
void main() {
  gl_FragColor = vLine;
}
`;

/* The shadow of a lamp straight above, on the ground: where things are in plan. Stencil: once per pixel. */
const shadowVertex = /* glsl */ `
${items}
uniform vec3 uGroundUp;
uniform float uGroundHeight;
uniform vec3 uGroundCenter;
uniform float uGroundRadius;
attribute float aItem;
varying float vFade;
void main() {
  if (itemColor(aItem).a < 0.03) {
    gl_Position = nowhere();
    return;
  }
#ifdef USE_INSTANCING
  vec3 p = (instanceMatrix * vec4(position, 1.0)).xyz;
#else
  vec3 p = position;
#endif
  p -= (dot(p, uGroundUp) - uGroundHeight) * uGroundUp;
  vFade = 1.0 - smoothstep(1.5, 4.0, distance(p, uGroundCenter) / uGroundRadius);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(p, 1.0);
}
`;

const shadowFragment = /* glsl */ `
uniform vec4 uShadow;
varying float vFade;
void main() {
  gl_FragColor = vec4(uShadow.rgb, uShadow.a * vFade);
}
`;

/** Uniforms that all materials share, and the materials. */
export class Materials {
  readonly items: Uint8Array;
  private readonly texture: DataTexture;
  readonly uniforms;
  readonly solid: ShaderMaterial;
  readonly surface: ShaderMaterial;
  readonly edge: ShaderMaterial;
  readonly link: ShaderMaterial;
  readonly shadow: ShaderMaterial;

  private readonly maps: DataTexture[];

  constructor(private readonly looks: readonly Look[]) {
    const height = Math.max(1, Math.ceil(looks.length / itemsAcross));
    this.items = new Uint8Array(4 * itemsAcross * height);
    looks.forEach((l, i) => this.items.set([...parseColor(l.color), packed(l)], 4 * i));
    this.texture = new DataTexture(this.items, itemsAcross, height, RGBAFormat, UnsignedByteType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    this.texture.needsUpdate = true;
    this.maps = [colorMap, signedMap].map((colors) => {
      const map = new DataTexture(colors, mapSize, 1, RGBAFormat, UnsignedByteType);
      map.minFilter = map.magFilter = LinearFilter;
      map.needsUpdate = true;
      return map;
    });
    this.uniforms = {
      uItems: { value: this.texture },
      uMap: { value: this.maps[0] },
      uMode: { value: 0 },
      uFactor: { value: 1 },
      uRange: { value: new Vector2(0, 1) },
      uPixel: { value: new Vector2(0, 0) },
      uHover: { value: -1 },
      uSelected: { value: -1 },
      uHighlight: { value: new Vector3() },
      uWithout: { value: new Vector3() },
      uEdge: { value: new Vector3() },
      uUp: { value: new Vector3(0, 0, 1) },
      uGroundUp: { value: new Vector3(0, 0, 1) },
      uGroundHeight: { value: 0 },
      uGroundCenter: { value: new Vector3() },
      uGroundRadius: { value: 1 },
      uShadow: { value: new Vector4(0.04, 0.06, 0.09, 0.15) },
    };
    const surface = {
      uniforms: this.uniforms,
      fragmentShader: surfaceFragment,
      side: DoubleSide,
      alphaToCoverage: true,
      // the alpha of the picture stays 1: the page behind it is white
      blending: CustomBlending,
      blendSrc: OneFactor,
      blendDst: ZeroFactor,
      blendSrcAlpha: ZeroFactor,
      blendDstAlpha: OneFactor,
    } as const;
    const behind = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
    this.solid = new ShaderMaterial({ ...surface, ...behind, vertexShader: solidVertex });
    this.surface = new ShaderMaterial({ ...surface, ...behind, vertexShader: surfaceVertex });
    const edge = {
      uniforms: this.uniforms,
      vertexShader: edgeVertex,
      fragmentShader: edgeFragment,
      transparent: true,
      depthWrite: false,
    };
    this.edge = new ShaderMaterial({ ...edge, defines: { MATRIX: 1 } });
    this.link = new ShaderMaterial(edge);
    this.shadow = new ShaderMaterial({
      uniforms: this.uniforms,
      vertexShader: shadowVertex,
      fragmentShader: shadowFragment,
      side: DoubleSide,
      transparent: true,
      depthWrite: false,
      stencilWrite: true,
      stencilRef: 0,
      stencilFunc: EqualStencilFunc,
      stencilZPass: IncrementStencilOp,
    });
  }

  /** Colours for numbers of both signs, or those that grow from the least to the largest. */
  setSigned(signed: boolean): void {
    this.uniforms.uMap.value = this.maps[signed ? 1 : 0];
  }

  setHidden(hidden: Iterable<number>): void {
    this.looks.forEach((l, i) => (this.items[4 * i + 3] = packed(l)));
    for (const i of hidden) {
      this.items[4 * i + 3] = 0;
    }
    this.texture.needsUpdate = true;
  }

  isHidden(item: number): boolean {
    return item >= 0 && this.items[4 * item + 3] === 0;
  }

  setTheme(theme: SceneTheme): void {
    setColor(this.uniforms.uHighlight.value, theme.highlight);
    setColor(this.uniforms.uWithout.value, theme.without);
    setColor(this.uniforms.uEdge.value, theme.edge);
    // on a dark ground only a strong shadow is seen
    const [r, g, b] = parseColor(theme.bottom);
    this.uniforms.uShadow.value.w = r + g + b > 380 ? 0.15 : 0.45;
  }

  dispose(): void {
    this.texture.dispose();
    this.maps.forEach((map) => map.dispose());
    for (const m of [this.solid, this.surface, this.edge, this.link, this.shadow]) {
      m.dispose();
    }
  }
}

export function setColor(out: Vector3, css: string): void {
  const [r, g, b] = parseColor(css);
  out.set(r / 255, g / 255, b / 255);
}
