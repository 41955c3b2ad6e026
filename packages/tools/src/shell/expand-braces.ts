import { TooLarge, type WordUnit } from './syntax.ts'

const maxWords = 5_000
const maxUnits = 1_000_000
/** Longer than any sequence people write by hand. */
const maxSequence = 64

type Units = readonly WordUnit[]

/** The words that bash expands a word with braces into. Throws TooLarge. */
export function expandBraces(units: Units): readonly Units[] {
  return expand(units, 0)
}

function expand(units: Units, depth: number): readonly Units[] {
  if (depth > 50) throw new TooLarge('braces nested too deeply')
  for (const { open, commas, end } of pairsOf(units)) {
    const group = readGroup(units, [open, ...commas, end])
    if (!group) continue
    const before = units.slice(0, open)
    const after = expand(units.slice(end + 1), depth + 1)
    const middle = group.choices.flatMap((choice) => (group.isSequence ? [choice] : expand(choice, depth + 1)))
    refuseMany(middle.length * after.length, units.length)
    return middle.flatMap((choice) => after.map((rest) => [...before, ...choice, ...rest]))
  }
  return [units]
}

/** Limits words and characters: a long word with few choices grows as much as a short one with many. */
function refuseMany(words: number, length: number): void {
  if (words > maxWords || words * length > maxUnits) throw new TooLarge('braces that make too many words')
}

const isPlain = (unit: WordUnit | undefined, text: string): boolean => unit?.kind === 'plain' && unit.text === text

type Pair = { readonly open: number; readonly commas: number[]; readonly end: number }

/**
 * Every pair of braces and the commas between its choices, by opening brace. One pass: unclosed braces cost nothing.
 */
function pairsOf(units: Units): readonly Pair[] {
  const pairs: Pair[] = []
  const opened: Omit<Pair, 'end'>[] = []
  units.forEach((unit, at) => {
    if (isPlain(unit, '{')) opened.push({ open: at, commas: [] })
    else if (isPlain(unit, ',')) opened.at(-1)?.commas.push(at)
    else if (isPlain(unit, '}') && opened.length > 0) pairs.push({ ...(opened.pop() as Pair), end: at })
  })
  return pairs.sort((a, b) => a.open - b.open)
}

type Group = { readonly choices: readonly Units[]; readonly isSequence: boolean }

function readGroup(units: Units, borders: readonly number[]): Group | undefined {
  const choices = borders.slice(1).map((border, index) => units.slice((borders[index] as number) + 1, border))
  if (choices.length > 1) return { choices, isSequence: false }
  const sequence = readSequence(choices[0] ?? [])
  return sequence && { choices: sequence, isSequence: true }
}

/** `1..9`, `a..f`, `1..9..2`. */
function readSequence(units: Units): readonly Units[] | undefined {
  if (units.length > maxSequence || units.some(({ kind }) => kind !== 'plain')) return undefined
  const text = units.map((unit) => unit.text).join('')
  const match = /^(?:(-?\d+)\.\.(-?\d+)|([A-Za-z])\.\.([A-Za-z]))(?:\.\.(-?\d+))?$/.exec(text)
  if (!match) return undefined
  const [, low, high, first, last, stride] = match
  const from = low === undefined ? (first ?? '').charCodeAt(0) : Number(low)
  const to = high === undefined ? (last ?? '').charCodeAt(0) : Number(high)
  const step = Math.abs(Number(stride ?? 1)) || 1
  if (Math.abs(to - from) / step > maxWords) throw new TooLarge('braces that make too many words')
  const values = Array.from({ length: Math.floor(Math.abs(to - from) / step) + 1 }, (_, index) =>
    to >= from ? from + index * step : from - index * step,
  )
  const width = /^-?0\d|\.\.-?0\d/.test(text) ? Math.max(low?.length ?? 0, high?.length ?? 0) : 0
  return values.map((value) => [
    { text: low === undefined ? String.fromCharCode(value) : pad(value, width), kind: 'quoted' },
  ])
}

const pad = (value: number, width: number): string =>
  value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0')
