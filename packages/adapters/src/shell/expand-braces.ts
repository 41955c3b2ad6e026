import { TooLarge, type Unit } from './syntax.ts'

const maxWords = 5_000

type Units = readonly Unit[]

/** The words that bash makes of one word with braces. Throws TooLarge. */
export function expandBraces(units: Units): readonly Units[] {
  return expand(units, 0)
}

function expand(units: Units, depth: number): readonly Units[] {
  if (depth > 50) throw new TooLarge('braces nested too deeply')
  for (let open = 0; open < units.length; open++) {
    if (!isPlain(units[open], '{')) continue
    const group = readGroup(units, open)
    if (!group) continue
    const before = units.slice(0, open)
    const after = expand(units.slice(group.end + 1), depth + 1)
    const middle = group.choices.flatMap((choice) => (group.isSequence ? [choice] : expand(choice, depth + 1)))
    if (middle.length * after.length > maxWords) throw new TooLarge('braces that make too many words')
    return middle.flatMap((choice) => after.map((rest) => [...before, ...choice, ...rest]))
  }
  return [units]
}

const isPlain = (unit: Unit | undefined, text: string): boolean => unit?.kind === 'plain' && unit.text === text

type Group = { readonly choices: readonly Units[]; readonly end: number; readonly isSequence: boolean }

function readGroup(units: Units, open: number): Group | undefined {
  const choices: Unit[][] = [[]]
  for (let at = open + 1, depth = 0; at < units.length; at++) {
    const unit = units[at] as Unit
    if (isPlain(unit, '}') && depth-- === 0) return closeGroup(choices, at)
    if (isPlain(unit, '{')) depth++
    if (isPlain(unit, ',') && depth === 0) choices.push([])
    else choices.at(-1)?.push(unit)
  }
  return undefined
}

function closeGroup(choices: readonly Units[], end: number): Group | undefined {
  if (choices.length > 1) return { choices, end, isSequence: false }
  const sequence = readSequence(choices[0] ?? [])
  return sequence && { choices: sequence, end, isSequence: true }
}

/** `1..9`, `a..f`, `1..9..2`. */
function readSequence(units: Units): readonly Units[] | undefined {
  if (units.some(({ kind }) => kind !== 'plain')) return undefined
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
