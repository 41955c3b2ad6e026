import { decisionBlocks } from './read-decisions.ts'

/** A file's new text, and what of the change it does not contain. */
export type Edited = { readonly text: string; readonly unsaved: readonly string[] }

type Block = ReturnType<typeof decisionBlocks>[number] & { readonly from: number; readonly to: number }
/** Lines `from` to `to` become these. */
type Change = { readonly from: number; readonly to: number; readonly lines: readonly string[] }

/**
 * decisions.md with the user's changes, in place. `known` is the part of the file that the team has, `context` what the
 * user made of it. Dated decisions are added where the newest are, other text at the end. No other line changes, no
 * matter how long the file is.
 */
export function editDecisions(before: string, known: string, context: string): Edited {
  const there = placed(before)
  const added = additionIn(known, context)
  const { fresh, gone } = added === undefined ? differences(known, context) : { fresh: blocksIn(added), gone: [] }
  const unsaved: string[] = []
  const changes: Change[] = []
  const inserted = [...fresh]
  for (const text of gone) {
    const place = there.find((block) => block.text === text)
    const next = inserted.findIndex((other) => other.split('\n')[0] === text.split('\n')[0])
    const [replacement] = next === -1 ? [] : inserted.splice(next, 1)
    if (place) changes.push(replaced(place, replacement))
    else unsaved.push(`The team has only the beginning of "${headOf(text)}", so it was not changed. Edit it by hand.`)
  }
  const dated = inserted.filter((text) => decisionBlocks(text)[0]?.date !== undefined)
  const other = inserted.filter((text) => !dated.includes(text))
  if (dated.length > 0) changes.push(insertion(newestIn(there), dated))
  if (other.length > 0) changes.push(insertion(there.at(-1)?.to ?? 0, other))
  return { text: applied(before, changes), unsaved }
}

/** What was added before or after everything else, if that is all that changed. */
export function additionIn(known: string, context: string): string | undefined {
  if (known === '') return context
  if (context.startsWith(`${known}\n`)) return context.slice(known.length).trim()
  return context.endsWith(`\n${known}`) ? context.slice(0, -known.length).trim() : undefined
}

const blocksIn = (text: string): readonly string[] =>
  decisionBlocks(text)
    .map((block) => block.text)
    .filter((said) => said !== '')

function differences(known: string, context: string) {
  const [had, wanted] = [blocksIn(known), blocksIn(context)]
  return { fresh: wanted.filter((text) => !had.includes(text)), gone: had.filter((text) => !wanted.includes(text)) }
}

/** The blocks with their lines. */
function placed(text: string): readonly Block[] {
  let line = 0
  return decisionBlocks(text).map((block) => {
    const from = line
    line += block.raw.split('\n').length
    return { ...block, from, to: line }
  })
}

/** The blank lines and the rule after a block stay if something takes its place. */
const replaced = ({ from, to, text }: Block, replacement: string | undefined): Change =>
  replacement === undefined
    ? { from, to, lines: [] }
    : { from, to: from + text.split('\n').length, lines: replacement.split('\n') }

/** The line where the newest decision begins, or the one after it if the newest are at the end. */
function newestIn(blocks: readonly Block[]): number {
  const dated = blocks.filter(({ date }) => date !== undefined)
  const [first, last] = [dated[0], dated.at(-1)]
  if (!first || !last) return blocks.at(-1)?.to ?? 0
  return (first.date ?? '') < (last.date ?? '') ? last.to : first.from
}

const insertion = (at: number, texts: readonly string[]): Change => ({
  ...{ from: at, to: at },
  lines: texts.flatMap((text) => ['', ...text.split('\n'), '']),
})

const headOf = (text: string): string => (text.split('\n')[0] ?? '').replace(/^[#\s]+/u, '').slice(0, 80)

/** From the end, so that line numbers stay right. Untouched lines keep their own line endings. */
function applied(before: string, changes: readonly Change[]): string {
  const lines = before.split(/(?<=\r\n|\n|\r(?!\n))/u)
  if (/[\r\n]$/u.test(before) || before === '') lines.push('')
  const end = before.includes('\r\n') ? '\r\n' : '\n'
  for (const { from, to, lines: added } of changes.toSorted((a, b) => b.from - a.from)) {
    const [above, below] = [lines.slice(0, from), lines.slice(to)]
    const isInsertion = from === to
    lines.splice(
      0,
      lines.length,
      ...(isInsertion ? joined(above, added, below, end) : swapped(above, added, below, end)),
    )
  }
  return lines.join('')
}

const swapped = (above: readonly string[], added: readonly string[], below: readonly string[], end: string) => [
  ...above,
  ...added.map((line) => `${line}${end}`),
  ...below,
]

/** One blank line above and below, and none at the end of the file. */
function joined(above: readonly string[], added: readonly string[], below: readonly string[], end: string) {
  const isEnd = below.every(isBlank)
  const head = isEnd ? above.slice(0, above.findLastIndex((line) => !isBlank(line)) + 1) : above
  const last = head.at(-1)
  const text = added.filter((line, index) => line !== '' || added[index - 1] !== '')
  const from = last === undefined || isBlank(last) ? 1 : 0
  const body = text.slice(from, isEnd || isBlank(below[0] ?? '') ? -1 : undefined)
  const ended = last === undefined || /[\r\n]$/u.test(last) ? head : [...head.slice(0, -1), `${last}${end}`]
  return [...ended, ...body.map((line) => `${line}${end}`), ...(isEnd ? [] : below)]
}

const isBlank = (line: string): boolean => line.trim() === ''
