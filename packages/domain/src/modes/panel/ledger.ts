import { aliasesOf, anonymous } from '../../anonymity/anonymity.ts'
import { type Fact, fact, type Place } from '../../event/event.ts'
import type { MessageId } from '../../shared/ids.ts'
import { seatOf } from '../../state/session.ts'
import { readPosition, samePosition } from './protocol.ts'
import { type Held, held, type PanelContext } from './state.ts'

/** What a text says about its author's position, as a line of the ledger; undefined if it states none. */
export function positionFacts(
  { panel }: PanelContext,
  text: string,
  at: { readonly place: Place; readonly round: number; readonly message?: MessageId; readonly reason?: string },
): readonly Fact[] {
  const stated = readPosition(text)
  if (!stated) return []
  const { position, confidence, changed: said } = stated
  const before = panel.ledger.findLast(({ agent }) => agent === at.place.agent)
  const changed = before !== undefined && (said ? said.yes : !samePosition(before.position, position))
  const because = changed ? said?.because || (at.reason ?? '') : ''
  const flagged = changed && because === ''
  const data = { round: at.round, position, confidence, changed, because }
  return [
    fact('position', { ...data, ...(flagged && { flagged }), ...(at.message && { message: at.message }) }, at.place),
  ]
}

/** The positions held now, as panelists and the Moderator read them. */
export function positionsText(context: PanelContext, reader = ''): string {
  const aliases = aliasesOf(context.run)
  const rows = held(context).map((line) => ({ line, who: line.agent === reader ? 'You' : (aliases[line.agent] ?? '') }))
  return rows
    .toSorted((one, other) => (aliases[one.line.agent] ?? '').localeCompare(aliases[other.line.agent] ?? ''))
    .map(({ line, who }) => `- ${who}${sureness(line)}: ${anonymous(context.run, line.agent, line.position)}`)
    .join('\n')
}

const sureness = ({ confidence }: Held): string => (confidence === null ? '' : ` (confidence ${confidence})`)

/** Every position that was stated, with names: for the Head. */
export function ledgerText({ run, panel }: PanelContext): string {
  return panel.ledger
    .map((line) => {
      const who = seatOf(run, line.agent)?.name ?? line.agent
      const where = line.message ? ` [${line.message}]` : ''
      return `- Round ${line.round}, ${who}${sureness(line)}${where}: ${line.position}${changeText(line)}`
    })
    .join('\n')
}

function changeText({ changed, because, flagged }: Held): string {
  if (!changed) return ''
  return flagged ? ' (changed, without a reason: flagged as capitulation)' : ` (changed, because ${because})`
}
