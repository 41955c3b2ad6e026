/** A paragraph, a list item, a heading or a row of a table, as a range of the text. */
export type TextBlock = {
  readonly from: number
  readonly to: number
  /** The heading and the line above a list that announce it. */
  readonly under: string
  readonly isRow: boolean
}

const LONGEST_LINE = 2_000
const FENCE = /^\s{0,12}(?:[-*+] )?(`{3,}|~{3,})/u
const HEADING = /^\s{0,3}#{1,6}\s/u
export const BULLET = /^\s*(?:[-*+•‣▪◦–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+/u
const TICK = /^\s*(?:\[[xX]\]|✅|✔|✓|☑|🎉|🟢|👍|💚|:white_check_mark:|:heavy_check_mark:)/u
const QUOTE = /^\s*(?:>|<!--)/u
const INDENTED = /^(?: {4}|\t)/u
const LEAD_IN = /[:：]\**\s*$|^\*\*[^*]{1,80}\*\*\s*$/u

type Reading = {
  readonly text: string
  readonly blocks: { from: number; to: number; under: string; isRow: boolean }[]
  fence: string
  heading: string
  leadIn: string
  /** Whether the next line may continue the last block. */
  isOpen: boolean
  isAfterBlank: boolean
}

type Line = { readonly from: number; readonly to: number; readonly line: string }

/** The parts of a text in which its author speaks: no code, no quotes. */
export function blocksOf(text: string): readonly TextBlock[] {
  const reading: Reading = { text, blocks: [], fence: '', heading: '', leadIn: '', isOpen: false, isAfterBlank: true }
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    const line = text.slice(from, Math.min(to, from + LONGEST_LINE))
    take(reading, { from, to, line })
    reading.isAfterBlank = line.trim() === ''
    from = to + 1
  }
  return reading.blocks
}

function take(reading: Reading, at: Line): void {
  const { line } = at
  if (isCode(reading, line) || line.trim() === '' || isQuoted(reading, line)) reading.isOpen = false
  else if (HEADING.test(line)) takeHeading(reading, at)
  else if (isTableRow(line)) takeRow(reading, at)
  else if (reading.isOpen && !BULLET.test(line) && !TICK.test(line)) goOn(reading, at)
  else takeNew(reading, at)
}

/** Whether a line is in a fence or one of its ends. */
function isCode(reading: Reading, line: string): boolean {
  const [, ticks = ''] = FENCE.exec(line) ?? []
  const wasOpen = reading.fence !== ''
  if (!wasOpen) reading.fence = ticks
  else if (ticks.startsWith(reading.fence)) reading.fence = ''
  return wasOpen || ticks !== ''
}

const isQuoted = ({ isAfterBlank }: Reading, line: string): boolean =>
  QUOTE.test(line) || (isAfterBlank && INDENTED.test(line) && !BULLET.test(line))

function takeHeading(reading: Reading, { from, to, line }: Line): void {
  reading.heading = line
  reading.leadIn = ''
  reading.isOpen = false
  reading.blocks.push({ from, to, under: '', isRow: false })
}

const isTableRow = (line: string): boolean =>
  line.trim().length > 2 && /^\s*\|/u.test(line) && line.trimEnd().endsWith('|')
const isRule = (line: string): boolean => /^[\s|:-]+$/u.test(line) && line.includes('--')

function takeRow(reading: Reading, { from, to, line }: Line): void {
  const [below = ''] = reading.text.slice(to + 1, to + 200).split('\n')
  reading.isOpen = false
  if (!isRule(line) && !isRule(below)) reading.blocks.push({ from, to, under: reading.heading, isRow: true })
}

function goOn({ blocks }: Reading, { to }: Line): void {
  const last = blocks.at(-1)
  if (last) last.to = to
}

function takeNew(reading: Reading, { from, to, line }: Line): void {
  const isItem = BULLET.test(line)
  if (!isItem) reading.leadIn = LEAD_IN.test(line) ? line : ''
  const under = isItem ? `${reading.heading}\n${reading.leadIn}` : reading.heading
  reading.isOpen = true
  reading.blocks.push({ from, to, under, isRow: false })
}
