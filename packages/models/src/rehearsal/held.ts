import type { Study } from './study.ts'

/** A position as listed in a panel's prompts. */
export type HeldPosition = { readonly who: string; readonly position: string; readonly id: string }

/** The current positions, each with the message that last stated it. */
export function heldNow({ ask }: Study): readonly HeldPosition[] {
  const rows = [
    ...(ask.sections['Positions held now'] ?? '').matchAll(
      /^- (You|Panelist [A-Z])(?: \(confidence \d+(?:\.\d+)?\))?: (.{1,500})$/gm,
    ),
  ]
  return rows.map(([, who = '', position = '']) => {
    const said = ask.earlier.findLast(({ author, text }) => author === who && text.includes(position))
    return { who, position, id: said?.id ?? '' }
  })
}

/** The position this agent last stated. */
export function lastStated({ ask }: Study): string | undefined {
  const own = ask.earlier.findLast(({ author, text }) => author === '' && /^POSITION: /m.test(text))
  return /^POSITION: (.+)$/m.exec(own?.text ?? '')?.[1] ?? heldNowByMe(ask.sections['Positions held now'] ?? '')
}

const heldNowByMe = (rows: string): string | undefined => /^- You(?: \([^)]*\))?: (.+)$/m.exec(rows)?.[1]

/** The share of the goal's words found in any file. High if nothing was found, since that is plain to see. */
export function confidenceOf({ counts, begin, onGoal }: Study): number {
  if (!begin && onGoal.length === 0) return 85
  const found = counts.filter(({ files }) => files > 0).length
  return Math.round(20 + (40 * found) / Math.max(1, counts.length))
}
