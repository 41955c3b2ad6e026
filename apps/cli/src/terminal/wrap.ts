import { glued, unbroken, unglued } from './no-break-space.ts'
import type { Paint } from './style.ts'
import { cellsOf, graphemes, widthOf } from './width.ts'

/** A piece of text with one style. */
export type Span = { readonly text: string; readonly paint?: Paint }

/** What the first row and the following rows begin with. */
export type Margins = { readonly first: string; readonly rest: string }

type Atom = { readonly text: string; readonly width: number; readonly paint: Paint | undefined }

/** Wraps spans to `width` cells: at spaces and next to wide characters, or inside a word if needed. */
export function wrap(spans: readonly Span[], width: number, margins: Margins = { first: '', rest: '' }): string[] {
  const rows: string[] = []
  const roomBeside = (margin: string) => Math.max(1, width - widthOf(margin))
  const roomInRest = roomBeside(margins.rest)
  let [margin, room] = [margins.first, roomBeside(margins.first)]
  const close = (atoms: readonly Atom[]) => {
    rows.push(margin + painted(atoms))
    margin = margins.rest
    room = roomInRest
  }
  let row: Atom[] = []
  // A running count: a row may hold any number of zero-width characters.
  let taken = 0
  let breakAt = 0
  for (const atom of atomsOf(spans)) {
    if (mayBreak(row.at(-1), atom)) breakAt = row.length
    const isFull = taken + atom.width > room
    if (isFull && atom.text !== ' ' && row.length > 0) {
      const cut = breakAt > 0 ? breakAt : row.length
      const rest = row.slice(cut)
      close(row.slice(0, cut))
      row = rest
      taken = widthOfAll(rest)
      breakAt = 0
    }
    const opensRow = row.length === 0 && rows.length > 0
    if (opensRow && atom.text === ' ') continue
    row.push(atom)
    taken += atom.width
  }
  close(row)
  return rows
}

/** Wraps facts joined by ` · `: a number stays with its unit. */
export const wrapParts = (parts: readonly string[], width: number, margins: Margins, paint: Paint): string[] =>
  wrap([{ text: parts.map(unbroken).join(' · '), paint }], width, margins)

const widthOfAll = (atoms: readonly Atom[]): number => atoms.reduce((sum, { width }) => sum + width, 0)

/** After a space and next to a wide character, unless punctuation would begin the row. */
function mayBreak(before: Atom | undefined, after: Atom): boolean {
  if (!before || after.text === ' ') return false
  return before.text === ' ' || ((before.width === 2 || after.width === 2) && !isClosing(after.text))
}

/** Punctuation that may not begin a row. */
const isClosing = (text: string): boolean => /^[\p{Pe}\p{Pf}.,:;!?、。，．！？：；]/u.test(text)

const atomsOf = (spans: readonly Span[]): readonly Atom[] =>
  spans.flatMap(({ text, paint }) =>
    graphemes(glued(text.replaceAll('\t', '  '))).map((grapheme) => ({
      text: grapheme,
      width: cellsOf(grapheme),
      paint,
    })),
  )

function painted(atoms: readonly Atom[]): string {
  const end = atoms.findLastIndex(({ text }) => text !== ' ') + 1
  let line = ''
  for (let from = 0; from < end; ) {
    const { paint } = atoms[from] as Atom
    let to = from
    while (to < end && atoms[to]?.paint === paint) to++
    const text = unglued(
      atoms
        .slice(from, to)
        .map((atom) => atom.text)
        .join(''),
    )
    line += paint ? paint(text) : text
    from = to
  }
  return line
}
