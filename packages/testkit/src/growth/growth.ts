/** Lower it for a reader that cuts what is longer than eight times as much. */
const SMALL = 16_000
const FACTOR = 8

const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Repetitions of one unit: alone, after a word, and before a character that does not continue them. */
const units = [' ', '\n', '\t', ' \n', '-', '*', '_', '`', '#', '=', '.', '/', '0', 'a', '[', '(', '|', '>', ':', '"']
const pairs = [
  '**a',
  '`a',
  '[a',
  '](',
  '# a\n',
  '```\n',
  '- a\n',
  '> ',
  '<!--',
  '[m1, ',
  '[m1] ',
  '| a ',
  'm1, ',
  '\u001b[',
  '&a',
]
const texts: { readonly [name: string]: (length: number) => string } = Object.fromEntries([
  // A line separator does not end a line if texts are split at line feeds, but still stops a dot.
  ...[' ', '`', '-'].map((unit) => [
    `${JSON.stringify(unit)} before a line separator`,
    (length: number) => `${filled(unit, length)}a\u2028a`,
  ]),
  ...[...units, ...pairs].flatMap((unit) => [
    [`${JSON.stringify(unit)} again and again`, (length: number) => filled(unit, length)],
    [`${JSON.stringify(unit)} in the middle`, (length: number) => `a${filled(unit, length)}a`],
  ]),
])

/** Microseconds of CPU time of this thread: other load on the machine does not count. */
function workOnce(read: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage()
  read(text)
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

/**
 * The system counts in steps of a few milliseconds: anything too small to measure counts as this much, in microseconds.
 */
const LEAST = 10_000

/** The minimum of two runs. */
const workOf = (read: (text: string) => unknown, text: string): number =>
  Math.max(LEAST, Math.min(workOnce(read, text), workOnce(read, text)))

/**
 * Quadratic time gives a factor of 64 for eight times the length, and 4 for twice. Linear time gives 8 and 2, and
 * garbage collection adds less than half of that. Short texts are read only if the long one took so long that the
 * factor can be reached at all.
 */
function isSquare(read: (text: string) => unknown, textOf: (length: number) => string, small: number): boolean {
  const long = textOf(small * FACTOR)
  if (workOnce(read, long) <= LEAST * 3 * FACTOR) return false
  // Measured again: garbage collection at the wrong moment spoils one measurement, but hardly the next as well.
  return grows(read, textOf, small) && grows(read, textOf, small)
}

function grows(read: (text: string) => unknown, textOf: (length: number) => string, small: number): boolean {
  const [least, half] = [textOf(small), textOf((small * FACTOR) / 2)].map((text) => workOf(read, text))
  const whole = workOf(read, textOf(small * FACTOR))
  return whole / (least ?? LEAST) > 3 * FACTOR && whole / (half ?? LEAST) > 3
}

/** The texts for which this reader takes quadratic time. None if all is well. */
export const squaresOf = (read: (text: string) => unknown, small = SMALL): readonly string[] =>
  Object.entries(texts).flatMap(([name, textOf]) => (isSquare(read, textOf, small) ? [name] : []))
