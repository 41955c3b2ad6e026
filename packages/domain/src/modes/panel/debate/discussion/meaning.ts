import { record, type Step } from '../../../../effect/effect.ts'
import { type EventPlace, type Fact, fact } from '../../../../event/event.ts'
import type { TaskReport } from '../../../../mode/mode.ts'
import { grouping } from '../answers.ts'
import { askGroups, groupHeldPositions } from '../group.ts'
import { optionHeld } from '../options.ts'
import { bare } from '../reading.ts'
import { type DebateContext, type DebateRooms, type Held, held, type Turn, turnsTaken } from '../state.ts'
import { discussionPlace, isSecondAttempt, isUnread } from './checks.ts'

/** What a position means: the group it belongs to, or its own words. */
export const meaningOf = (panel: DebateRooms, line: Held): string =>
  bare(optionHeld(panel.debate.options, line)?.text ?? line.position)

/** Whether a turn changed its author's position, and not only the wording. */
export function hasMoved({ panel }: Pick<DebateContext, 'panel'>, { message, changed }: Turn): boolean {
  const line = panel.debate.ledger.find((one) => one.message !== null && one.message === message)
  const before = line && lineBefore(panel, line)
  return changed && !(before && isUnsaid(line) && meaningOf(panel, before) === meaningOf(panel, line))
}

const lineBefore = ({ debate: { ledger } }: DebateRooms, line: Held): Held | undefined =>
  ledger.slice(0, ledger.indexOf(line)).findLast(({ agent }) => agent === line.agent)

/** It differs from its holder's earlier position, and no reason is given: it may mean the same. */
const isUnsaid = ({ changed, because }: Held): boolean => changed && because === ''

/** The positions held now, and earlier ones that may mean the same. */
function linesToGroup(context: DebateContext): readonly Held[] {
  return held(context).flatMap((line) => {
    const before = isUnsaid(line) ? lineBefore(context.panel, line) : undefined
    return before ? [before, line] : [line]
  })
}

/**
 * Asks which positions mean the same, if that could end the debate: `isOneMind`, they may all be the same, or someone
 * may have reworded theirs. Once per turn, and again after an unreadable answer.
 */
export function groupFirst(context: DebateContext, isOneMind: boolean): Step | undefined {
  const { run, panel } = context
  const lines = linesToGroup(context).filter(({ abstains, message }) => !abstains && message !== null)
  const isKnown = lines.every((line) => optionHeld(panel.debate.options, line) !== undefined)
  const isSame = new Set(lines.map(({ position }) => bare(position))).size < 2
  if (panel.opening.rehearsal || isKnown || isSame || !(isOneMind || lines.some(isUnsaid))) return undefined
  const name = `groups${turnsTaken(panel)}`
  const isOver = panel.debate.unreadChecks?.includes(`${run.number}/${name}-again`)
  if (isOver) return undefined
  const asks = askGroups(context, lines, { place: discussionPlace(context, name), again: isUnread(context, name) })
  return asks.length > 0 ? record(...asks) : undefined
}

/** Whether a report answers that question, rather than drawing the ballot's options. */
export const isGrouping = ({ session }: DebateContext, { task }: TaskReport): boolean =>
  session.tasks[task]?.place.startsWith('groups') ?? false

export function absorbGroups(context: DebateContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const facts = groupHeldPositions(context, report.ok ? report.report : '', linesToGroup(context), place)
  if (facts.length > 0) return facts
  const isLast = isSecondAttempt(report.task)
  const rest = isLast ? 'positions in different words count as different' : 'it is asked again'
  const message = `The Head did not say which positions mean the same: ${rest}.`
  return [fact('warning', { code: 'grouping_unread', message, ...(isLast && { unread: grouping.name }) }, place)]
}
