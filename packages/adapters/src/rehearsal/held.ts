import { kindOfGoal } from './goal.ts'
import type { Study } from './study.ts'
import { stemsOf } from './words.ts'

/** A position as the prompts of a panel list it. */
export type HeldPosition = { readonly who: string; readonly position: string; readonly id: string }

/** What this agent's words lead to: a file to settle the goal from, or that there is none. */
export function ownPosition(study: Study): string {
  const { ask, terms } = study
  const kind = kindOfGoal(ask.text)
  const path = ownFile(study)
  if (path === undefined) {
    const [longest] = terms.toSorted((one, other) => other.shown.length - one.shown.length)
    const about = longest ? ` about ${longest.shown}` : ''
    return kind === 'decision' ? `Not on this evidence: the files say nothing${about}` : `The files say nothing${about}`
  }
  const words = wordsIn(study, path).slice(0, 2).join(' and ')
  if (kind === 'decision') return `Wait until what \`${path}\` says${words === '' ? '' : ` about ${words}`} is settled`
  return kind === 'question' ? `The answer starts in \`${path}\`` : `Begin in \`${path}\``
}

/** The file that this role would open: one of its own kind among those quoted, else where the words meet best. */
function ownFile({ onRole, onGoal, begin, reader }: Study): string | undefined {
  const own = [...onRole, ...onGoal].find(({ path }) => reader.stance.paths.test(path))
  return own?.path ?? begin?.path ?? onGoal[0]?.path
}

/** The words of the goal that a file has. */
function wordsIn({ index, terms }: Study, path: string): readonly string[] {
  const source = index.sources.find((one) => one.path === path)
  if (!source) return []
  const stems = new Set(stemsOf(source.lines.join('\n').slice(0, 100_000)))
  return terms.filter((term) => term.stems.every((stem) => stems.has(stem))).map(({ shown }) => shown)
}

/** The positions held now, each with the message in which it was last stated. */
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

/** The last position that this agent stated itself. */
export function lastStated({ ask }: Study): string | undefined {
  const own = ask.earlier.findLast(({ author, text }) => author === '' && /^POSITION: /m.test(text))
  return /^POSITION: (.+)$/m.exec(own?.text ?? '')?.[1] ?? heldNowByMe(ask.sections['Positions held now'] ?? '')
}

const heldNowByMe = (rows: string): string | undefined => /^- You(?: \([^)]*\))?: (.+)$/m.exec(rows)?.[1]

/** How many words of the goal stand in the file that a position names. */
export const strengthOf = (study: Study, position: string): number =>
  wordsIn(study, /`([^`]+)`/.exec(position)?.[1] ?? '').length

/** How sure: by the share of the goal's words that any file has; that no file has one is plain to see. */
export function confidenceOf({ counts, begin, onGoal }: Study): number {
  if (!begin && onGoal.length === 0) return 85
  const found = counts.filter(({ files }) => files > 0).length
  return Math.round(20 + (40 * found) / Math.max(1, counts.length))
}
