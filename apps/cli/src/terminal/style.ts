export type Paint = (text: string) => string

/** Text styles: escape sequences on a terminal, plain text elsewhere. */
export type Style = {
  readonly bold: Paint
  readonly dim: Paint
  readonly italic: Paint
  readonly underline: Paint
  readonly red: Paint
  readonly green: Paint
  readonly yellow: Paint
  readonly cyan: Paint
  /** A colour such as `#3B82F6`, adjusted to be readable on any background. */
  readonly colour: (hex: string) => Paint
}

const asItIs: Paint = (text) => text

export const noStyle: Style = {
  bold: asItIs,
  dim: asItIs,
  italic: asItIs,
  underline: asItIs,
  red: asItIs,
  green: asItIs,
  yellow: asItIs,
  cyan: asItIs,
  colour: () => asItIs,
}

const sequence =
  (on: string, off: number): Paint =>
  (text) =>
    text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`

/** Styles for this colour depth: 24-bit if supported, otherwise 256 colours. */
export function ansiStyle(depth: 'true' | '256'): Style {
  return {
    bold: sequence('1', 22),
    dim: sequence('2', 22),
    italic: sequence('3', 23),
    underline: sequence('4', 24),
    red: sequence('31', 39),
    green: sequence('32', 39),
    yellow: sequence('33', 39),
    cyan: sequence('36', 39),
    colour: (hex) => {
      const rgb = readable(hex)
      return rgb ? sequence(depth === 'true' ? `38;2;${rgb.join(';')}` : `38;5;${nearest(rgb)}`, 39) : asItIs
    },
  }
}

type Rgb = readonly [number, number, number]

/** Shifts a colour to medium lightness, which is readable on light and dark backgrounds. */
function readable(hex: string): Rgb | undefined {
  if (!/^#[\da-f]{6}$/iu.test(hex)) return undefined
  let rgb = eachPart([1, 3, 5], (at) => Number.parseInt(hex.slice(at, at + 2), 16))
  for (let step = 0; step < 20 && lightness(rgb) < 0.2; step++) rgb = towards(rgb, 255)
  for (let step = 0; step < 20 && lightness(rgb) > 0.45; step++) rgb = towards(rgb, 0)
  return rgb
}

const eachPart = ([red, green, blue]: Rgb, change: (part: number) => number): Rgb => [
  change(red),
  change(green),
  change(blue),
]

const towards = (rgb: Rgb, end: number): Rgb => eachPart(rgb, (part) => Math.round(part + (end - part) * 0.1))

function lightness(rgb: Rgb): number {
  const [red, green, blue] = eachPart(rgb, (part) => (part / 255) ** 2.2)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const nearest = ([red, green, blue]: Rgb): number => {
  const step = (part: number) => Math.round((part / 255) * 5)
  return 16 + 36 * step(red) + 6 * step(green) + step(blue)
}
