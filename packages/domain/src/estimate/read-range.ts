import { jsonIn } from '../answer/json.ts'
import { ownLines, undecorated } from '../answer/lines.ts'
import { fieldsIn, valueIn } from '../answer/marks.ts'
import { readShare } from '../answer/number.ts'
import type { Quantity, ValueRange } from '../event/estimate-facts.ts'
import { amountAt, amountIn, type Unread } from './read-amount.ts'

/** Why an answer holds no estimate. `order`: its three numbers do not go up. */
export type WhyUnread = Unread | 'order'

const LONGEST = 20_000

/** The estimate in an answer: marked lines, a table, JSON, or a sentence with one range or one percentage. */
export function readRange(answer: string, quantity: Quantity): ValueRange | WhyUnread {
  const text = withPowers(answer.slice(0, LONGEST)).normalize('NFKC')
  return quantity.kind === 'chance' ? readChance(text) : readQuantiles(text, quantity)
}

/** `10⁶` as `10^6`: it would become `106`. */
const withPowers = (text: string): string =>
  text.replaceAll(/(?<=\d)[⁺⁻]?[⁰¹²³⁴-⁹]{1,3}/gu, (raised) => `^${raised.normalize('NFKC').replace('−', '-')}`)

const CHANCE_WORDS = ['PROBABILITY', 'CHANCE', 'LIKELIHOOD', 'P']

function readChance(text: string): ValueRange | WhyUnread {
  const rows = tableRows(text).flatMap(([name = '', ...values]) =>
    values.length > 0 ? [`${bare(name)}: ${values[0]}`] : [],
  )
  const marked = [[text, ...rows].join('\n')].flatMap((all) =>
    CHANCE_WORDS.flatMap((word) => valueIn(all, word, { words: CHANCE_WORDS }) ?? []),
  )
  const said = marked[0] ?? onlyPercent(text)
  const share = said === undefined ? undefined : readShare(said.replace(/^(\d{1,4}) in (\d)/u, '$1 of $2'), 100)
  return share === undefined ? 'none' : { low: share, middle: share, high: share }
}

const PERCENT = /(?<![\d.,–-])\d{1,3}(?:[.,]\d{1,4})?\s?(?:%|percent|per cent)/giu

/** The percentage of a text that has only one. */
function onlyPercent(text: string): string | undefined {
  const plain = ownLines(text).join('\n')
  const found = new Set([...plain.matchAll(PERCENT)].map(([one]) => one.replace(/\s/gu, '').toLowerCase()))
  const isRange = /\d\s?%?\s?(?:-|–|—|to)\s?\d{1,3}\s?(?:%|percent)/iu.test(plain)
  return found.size === 1 && !isRange ? [...found][0] : undefined
}

const PLACES = ['low', 'middle', 'high'] as const
type At = (typeof PLACES)[number]

/** The names of the three numbers, as models write them. */
const LABELS: readonly (readonly [At, string])[] = [
  ['low', '[pq]?_?10(?:th)?|low(?:er|est)?(?: (?:bound|end))?|optimistic|best case|min(?:imum)?'],
  ['middle', '[pq]?_?50(?:th)?|middle|median|mid|most likely|likely|expected'],
  [
    'high',
    '[pq]?_?90(?:th)?|high(?:er|est)?(?: (?:bound|end))?|upper(?: (?:bound|end))?|pessimistic|worst case|max(?:imum)?',
  ],
]
const MORE = '(?:\\s?(?:%|percent(?:ile)?|quantile|th|estimate|value|confidence|chance))*'
const labelled = LABELS.map(([at, words]) => [at, new RegExp(`^(?:the )?(?:${words})${MORE}$`, 'iu')] as const)
const LABEL = new RegExp(
  `(?<![\\p{L}\\d.,_$€£-])["'*_\`(]{0,3}(?<label>(?:${LABELS.map(([, words]) => words).join('|')})${MORE})(?:\\s?\\((?:10|50|90)\\s?(?:%|th percentile)\\))?["'*_\`)]{0,3}\\s{0,3}(?:[:：=→]|is(?!\\p{L})|[–—-]\\s)["'*_\`\\s]{0,4}(?<value>[^\\n;|]{1,80})`,
  'giu',
)

const bare = (text: string): string =>
  undecorated(text)
    .replaceAll(/[*_`"']/gu, '')
    .trim()
const placeOf = (label: string): At | undefined =>
  labelled.find(([, words]) => words.test(bare(label).replace(/[:：]$/u, '')))?.[0]

/** A label alone on its line, as a heading: its value is below. */
const HEADING = new RegExp(
  `^\\s{0,3}(?:#{1,6}\\s{1,3}[*_]{0,3}|[*_]{2,3})((?:${LABELS.map(([, words]) => words).join('|')})${MORE})[*_]{0,3}[:：]?[*_]{0,3}[ \\t]{0,3}\\n\\s{0,4}(?=\\S)`,
  'gimu',
)

type Said = { readonly [at in At]?: string }

function readQuantiles(text: string, quantity: Quantity): ValueRange | WhyUnread {
  const found = [fromJson(text), fromTable(text), fromLabels(text)].find(
    (said) => said && PLACES.every((at) => said[at]),
  )
  return found ? rangeOf(found, quantity) : (onlySpan(text, quantity) ?? 'none')
}

/** Three texts as a range. A number without a unit has that of the others. */
function rangeOf(said: Said, quantity: Quantity): ValueRange | WhyUnread {
  const units = PLACES.map((at) => amountAt(said[at] ?? '')?.unit ?? '').filter((unit) => unit !== '')
  const [low, middle, high] = PLACES.map((at) => amountIn(said[at] ?? '', quantity, units.at(-1)))
  if (typeof low !== 'number' || typeof middle !== 'number' || typeof high !== 'number')
    return whyUnread([low, middle, high])
  return low <= middle && middle <= high ? { low, middle, high } : 'order'
}

/** What to say first about several amounts that cannot be used. */
const whyUnread = (read: readonly (number | Unread | undefined)[]): Unread =>
  (['unit', 'size'] as const).find((why) => read.includes(why)) ?? 'none'

/** The last of each: earlier ones may be the model thinking aloud. */
function fromLabels(text: string): Said {
  const plain = ownLines(text)
    .join('\n')
    .replaceAll(HEADING, '$1: ')
    .replaceAll(/[,，]\s+(?=["'*_`(]{0,3}(?:[pq]_?)?(?:50|90)|,\s+(?:and )?(?:median|middle|high|upper))/giu, '\n')
  const said: { [at in At]?: string } = {}
  for (const { groups } of plain.matchAll(LABEL)) {
    const at = placeOf(groups?.label ?? '')
    if (at && amountAt(groups?.value ?? '')) said[at] = groups?.value
  }
  return said
}

/** A row for each number, or a heading row with their names above a row with their values. */
function fromTable(text: string): Said {
  const said: { [at in At]?: string } = {}
  let heads: readonly (At | undefined)[] = []
  for (const cells of tableRows(text)) {
    const named = cells.map(placeOf)
    const [at] = named
    if (named.filter((one) => one !== undefined).length > 1) heads = named
    else if (at && cells[1] !== undefined) said[at] = cells[1]
    else Object.assign(said, below(heads, cells))
  }
  return said
}

/** The amounts of a row, by the names above them. */
const below = (heads: readonly (At | undefined)[], cells: readonly string[]): Said =>
  Object.fromEntries(
    heads.flatMap((head, place) => (head && amountAt(cells[place] ?? '') ? [[head, cells[place]]] : [])),
  )

const tableRows = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => /^\s{0,8}\|.*\|\s*$/u.test(line) && !/^[\s|:-]+$/u.test(line))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => bare(cell)),
    )

/** The keys of an object, which may be in a list of such objects or inside another. */
function fromJson(text: string): Said | undefined {
  const found = jsonIn(text, (value): value is object => within(value, WRAPPERS) !== undefined)
  const own = found && within(found.value, WRAPPERS)
  if (!own) return undefined
  const [unit = ''] = fieldsIn(JSON.stringify(found.value), { words: ['UNIT', 'UNITS'] }).map(({ value }) => value)
  const pairs = Object.entries(own).flatMap(([key, value]) => {
    const at = placeOf(key)
    return at && (typeof value === 'number' || typeof value === 'string') ? [[at, `${value} ${unit}`] as const] : []
  })
  return Object.fromEntries(pairs)
}

const WRAPPERS = 2

function within(value: unknown, depth: number): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const has = PLACES.every((at) => Object.keys(value).some((key) => placeOf(key) === at))
  if (has) return value
  return depth === 0
    ? undefined
    : Object.values(value)
        .map((one) => within(one, depth - 1))
        .find((one) => one !== undefined)
}

const SPAN =
  /(?<![\p{L}\d.,])(?<sign>[$€£¥]\s?)?(?<from>\d[\d.,]{0,12}k?)\s?(?:\p{L}{1,10}\s)?(?:-|–|—|to|and)\s?(?<to>[$€£¥]?\d[\d.,]{0,12}k?\s?\p{L}{0,12})/giu

/** `3-5 days`, if a text has no other range: nine of ten cases are between the two, and the middle is theirs. */
function onlySpan(text: string, quantity: Quantity): ValueRange | WhyUnread | undefined {
  const plain = ownLines(text)
    .join('\n')
    .replaceAll(/\d{4}-\d{2}-\d{2}/gu, '')
  const found = [...plain.matchAll(SPAN)]
  const { from, to, sign = '' } = found[0]?.groups ?? {}
  if (found.length !== 1 || from === undefined || to === undefined) return undefined
  const unit = amountAt(to)?.unit || amountAt(`${sign}${from}`)?.unit || ''
  const [low, high] = [amountIn(`${sign}${from}`, quantity, unit), amountIn(to, quantity, unit)]
  if (typeof low !== 'number' || typeof high !== 'number') {
    const why = whyUnread([low, high])
    return why === 'none' ? undefined : why
  }
  if (low > high) return 'order'
  return { low, middle: low > 0 ? Math.sqrt(low * high) : (low + high) / 2, high }
}
