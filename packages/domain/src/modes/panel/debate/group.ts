import { anonymous } from '../../../anonymity/anonymity.ts'
import { jsonText } from '../../../answer/declared.ts'
import { record, type Step } from '../../../effect/effect.ts'
import { type EventPlace, type Fact, fact } from '../../../event/event.ts'
import { assign } from '../../../mode/assign.ts'
import type { MessageId } from '../../../shared/ids.ts'
import { quoted } from '../../../text/quoted.ts'
import { parts, section } from '../setup/prompt-parts.ts'
import { roles } from '../setup/roles.ts'
import { headOf } from '../setup/seats.ts'
import { grouping } from './answers.ts'
import { inShownOrder, optionHeld, optionsFromLedger } from './options.ts'
import { readOptions } from './read-options.ts'
import { samePosition } from './reading.ts'
import { type ClusteredOption, type DebateContext, type Held, held } from './state.ts'

const MOST_TRIES = 2

/**
 * Turns the blind round's positions into options: one cheap call says which of them mean the same. If they all use the
 * same words, or the answer is unreadable twice, they are grouped by wording.
 */
export function group(context: DebateContext): Step {
  const { run, panel } = context
  const seat = headOf(run)
  const byWords = optionsFromLedger(context)
  const tried = panel.debate.optionsAsked
  if (!seat || byWords.length < 2) return record(drawnFact(byWords, ''))
  // Grouping the whole panel's answers is a separate attempt from grouping the first two.
  if (tried >= (panel.debate.escalation ? 2 * MOST_TRIES : MOST_TRIES)) return record(UNREAD, drawnFact(byWords, ''))
  return record(...askGroups(context, held(context), { place: `options${tried + 1}`, again: tried > 0 }))
}

/** Asks the Head, in a separate conversation, which of these positions mean the same. */
export function askGroups(
  context: DebateContext,
  lines: readonly Held[],
  { place, again }: { readonly place: string; readonly again: boolean },
): readonly Fact[] {
  const seat = headOf(context.run)
  if (!seat) return []
  return assign(context.run, {
    place,
    seat,
    kind: 'options',
    description: groupBrief(context, lines, again),
    answer: grouping,
    conversation: 'fresh',
    execution: 'single',
    allowance: roles.grouping,
  })
}

/** Without names: who holds a position must not matter. */
function groupBrief(context: DebateContext, lines: readonly Held[], again: boolean): string {
  const rows = lines
    .filter(({ abstains, message }) => !abstains && message !== null)
    .map(({ agent, position, message }) => `- [${message}] ${anonymous(context.run, agent, position)}`)
  const unread = again ? 'Your last answer could not be read. ' : ''
  const ask = `${unread}These are answers to the same question, given independently. Which of them mean the same? Write one line per distinct answer as \`${grouping.form}\`, with the ids of all positions that mean it. Every position belongs to exactly one line. Answers that would lead to different actions are different. Write nothing else. ${jsonText(grouping)}`
  return parts(context.run.goal, section('Positions', quoted(rows.join('\n'))), section('What is asked', ask))
}

const UNREAD = fact('warning', {
  code: 'grouping_unread',
  unread: grouping.name,
  message:
    'The Head did not say which positions mean the same, so positions in different words count as different options.',
})

const drawnFact = (options: readonly ClusteredOption[], by: string, place: EventPlace = {}): Fact =>
  fact('options.drawn', { options: options.map(({ text, covers }) => ({ text, covers: [...covers] })), by }, place)

/** Reads the groups. Nobody's position is left out, and none counts twice; an answer that names no position says nothing. */
export function groupHeldPositions(
  context: DebateContext,
  text: string,
  all: readonly Held[],
  place: EventPlace,
): readonly Fact[] {
  const lines = all.filter(({ abstains }) => !abstains)
  const groups = membersOf(readOptions(text), lines)
  if (groups.length === 0) return []
  const left = lines.filter((line) => !groups.some(({ covers }) => isIn(line, covers)))
  return [drawnFact(inShownOrder(context, withOwn(groups, left)), place.agent ?? '', place)]
}

const isIn = ({ message }: Held, covers: readonly MessageId[]): boolean => message !== null && covers.includes(message)

/** Each group, with its positions: those in its own words, and those it covers that are in no other group. */
function membersOf(options: readonly ClusteredOption[], lines: readonly Held[]): readonly ClusteredOption[] {
  const taken = new Set<string>()
  return options.flatMap((option) => {
    const { text } = option
    const own = lines.flatMap((line) =>
      line.message && !taken.has(line.message) && optionHeld(options, { ...line, option: null }) === option
        ? [line.message]
        : [],
    )
    for (const id of own) taken.add(id)
    return own.length > 0 ? [{ text, covers: own }] : []
  })
}

/** A position outside every group joins the group with the same words, or becomes an option. */
function withOwn(groups: readonly ClusteredOption[], left: readonly Held[]): readonly ClusteredOption[] {
  const joining = (text: string) => left.filter(({ position }) => samePosition(position, text))
  const known = groups.map(({ text, covers }) => ({ text, covers: [...covers, ...idsOf(joining(text))] }))
  const alone = left.filter(({ position }) => !groups.some(({ text }) => samePosition(text, position)))
  const first = alone.filter(
    ({ position }, place) => alone.findIndex((other) => samePosition(other.position, position)) === place,
  )
  return [...known, ...first.map(({ position }) => ({ text: position, covers: idsOf(joining(position)) }))]
}

const idsOf = (lines: readonly Held[]): readonly MessageId[] => lines.flatMap(({ message }) => message ?? [])
