import { countText } from '@convene/domain'
import { kindOfGoal } from './goal.ts'
import { type Extract, placeOf } from './quote.ts'
import { queryOf, rank } from './rank.ts'
import { type Side, sidesOf, speaksFor } from './sides.ts'
import { pick, seedOf } from './stance-of.ts'
import type { Study } from './study.ts'
import { stemsOf } from './words.ts'

/** An agent's position and the reason, in words that can be checked. */
export type Position = { readonly position: string; readonly why: string }

/** What this agent's words lead to: a side of the decision, a file to settle the goal from, or neither. */
export function ownPosition(study: Study): Position {
  const sides = sidesOf(study.ask.text)
  if (sides.length > 0 && study.index.sources.length > 0) return ownSide(study, sides)
  return { position: ownFilePosition(study), why: '' }
}

/** The side that most of the agent's own lines support. The advocate takes the one with the least support. */
function ownSide(study: Study, sides: readonly Side[]): Position {
  const advocates = study.reader.stance.key === 'devils-advocate'
  const quoted = [...study.onGoal, ...study.onRole]
  const weighed = sides.map((side) => {
    const own = quoted.filter(({ text }) => speaksFor(side, text))
    return { side, own, weight: advocates ? -linesFor(study, side) : own.length }
  })
  const most = Math.max(...weighed.map(({ weight }) => weight))
  const first = weighed.filter(({ weight }) => weight === most)
  const { side, own } = pick(first, seedOf(study.ask.name))
  if (first.length > 1)
    return { position: side.name, why: `${taken(side)}: my lines favor no other side, so my name decides.` }
  if (advocates)
    return { position: side.name, why: `${taken(side)}: it has the fewest lines, and someone has to argue for it.` }
  return { position: side.name, why: `${taken(side)}: ${lines(own.length)} for it, ${places(own)}.` }
}

const taken = ({ name }: Side): string => `**I take** ${name}`
const lines = (count: number): string => (count === 1 ? '1 line speaks' : `${count} lines speak`)
const places = (own: readonly Extract[]): string => own.slice(0, 3).map(placeOf).join(', ')

/** How many lines of the workspace support a side. */
function linesFor(study: Study, side: Side): number {
  const query = side.stems.size > 0 ? new Map([...side.stems].map((stem) => [stem, 1])) : queryOf(study.terms, 1)
  const found = rank(study.index, query).slice(0, MAX_PASSAGES)
  return found.reduce((sum, { passage }) => {
    const all = study.index.sources[passage.source]?.lines.slice(passage.first, passage.end) ?? []
    return sum + all.filter((line) => stemsOf(line).some((stem) => query.has(stem)) && speaksFor(side, line)).length
  }, 0)
}

const MAX_PASSAGES = 200

function ownFilePosition(study: Study): string {
  const { ask, terms } = study
  const kind = kindOfGoal(ask.text)
  const path = ownFile(study)
  if (path === undefined) {
    const [longest] = terms.toSorted((one, other) => other.shown.length - one.shown.length)
    const about = longest ? ` about ${longest.shown}` : ''
    return kind === 'decision' ? `Not on this evidence: the files say nothing${about}` : `The files say nothing${about}`
  }
  return kind === 'question' ? `The answer starts in \`${path}\`` : `Begin in \`${path}\``
}

/**
 * The file this role would open: a typical one for the role among those quoted, else the one that matches the most
 * words.
 */
function ownFile({ onRole, onGoal, begin, reader }: Study): string | undefined {
  const own = [...onRole, ...onGoal].find(({ path }) => reader.stance.paths.test(path))
  return own?.path ?? begin?.path ?? onGoal[0]?.path
}

/** The words of the goal that a file has. */
function wordsIn({ index, terms }: Study, path: string): number {
  const source = index.sources.find((one) => one.path === path)
  if (!source) return 0
  const stems = new Set(stemsOf(source.lines.join('\n').slice(0, 100_000)))
  return terms.filter((term) => term.stems.every((stem) => stems.has(stem))).length
}

/** How much of the workspace supports a position: lines for a side, or words of the goal in the file it names. */
export type Strength = { readonly count: number; readonly text: string; readonly isSide: boolean }

export function strengthOf(study: Study, position: string): Strength {
  const side = sidesOf(study.ask.text).find(({ name }) => name === position)
  if (side) {
    const count = linesFor(study, side)
    return { count, text: `${lines(count)} for it`, isSide: true }
  }
  const count = wordsIn(study, /`([^`]+)`/.exec(position)?.[1] ?? '')
  return { count, text: `its file has ${countText(count, 'word')} of the goal`, isSide: false }
}

/** Enough to change a position: more of the goal's words in a file, or twice as many lines for a side. */
export const outweighs = (one: Strength, other: Strength): boolean =>
  one.count > other.count && (!one.isSide || one.count >= 2 * other.count)
