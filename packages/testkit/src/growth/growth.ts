const SMALL = 16_000
const FACTOR = 8

const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Rows of one thing, alone, behind a word, and before a character that ends no row. */
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
  '| a ',
  'm1, ',
  '\u001b[',
  '&a',
]
const texts: { readonly [name: string]: (length: number) => string } = Object.fromEntries([
  // A line separator ends no line where texts are split at line feeds, and still stops a dot.
  ...[' ', '`', '-'].map((unit) => [
    `${JSON.stringify(unit)} before a line separator`,
    (length: number) => `${filled(unit, length)}a\u2028a`,
  ]),
  ...[...units, ...pairs].flatMap((unit) => [
    [`${JSON.stringify(unit)} again and again`, (length: number) => filled(unit, length)],
    [`${JSON.stringify(unit)} in the middle`, (length: number) => `a${filled(unit, length)}a`],
  ]),
])

/** Microseconds of this thread's own work, the least of a few: what else the machine does is not counted. */
function workOf(read: (text: string) => unknown, text: string): number {
  const works = Array.from({ length: 2 }, () => {
    const before = process.threadCpuUsage()
    read(text)
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  })
  return Math.min(...works)
}

/** The system counts in steps of some milliseconds: what is too little to be measured counts as this much, in microseconds. */
const LEAST = 10_000

/** A square makes 64 of eight times the length, and 4 of twice; a row is 8 and 2, and what collects garbage is less than half of that. */
function isSquare(read: (text: string) => unknown, textOf: (length: number) => string): boolean {
  const works = [SMALL, (SMALL * FACTOR) / 2, SMALL * FACTOR].map((length) =>
    Math.max(LEAST, workOf(read, textOf(length))),
  )
  const [small = LEAST, half = LEAST, whole = LEAST] = works
  return whole / small > 3 * FACTOR && whole / half > 3
}

/** The texts for which this reader takes the square of their length; none, if all is well. */
export const squaresOf = (read: (text: string) => unknown): readonly string[] =>
  Object.entries(texts).flatMap(([name, textOf]) => (isSquare(read, textOf) ? [name] : []))
