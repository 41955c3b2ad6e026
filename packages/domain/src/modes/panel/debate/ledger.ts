import { aliasesOf, anonymous } from '../../../anonymity/anonymity.ts'
import { withoutUnknown } from '../../../answer/citations.ts'
import { type Fact, fact } from '../../../event/event.ts'
import { panelistName } from '../setup/seats.ts'
import { changeOfPositions } from './change.ts'
import { optionHeld } from './options.ts'
import { bare, readPosition, samePosition } from './reading.ts'
import { type DebateContext, type Grounds, type Held, held, type Move } from './state.ts'
import type { StatedAt } from './stated-at.ts'

/** A text's statement of its author's position, as a line of the ledger. Empty if there is none. */
export function positionFacts(context: DebateContext, text: string, at: StatedAt): readonly Fact[] {
  const stated = readPosition(text)
  if (!stated) return []
  const { position, confidence, changed: said } = stated
  const before = context.panel.debate.ledger.findLast(({ agent }) => agent === at.place.agent)
  const changed = before !== undefined && (said ? said.yes : !samePosition(before.position, position))
  const because = changed ? said?.because || (at.reason ?? '') : ''
  const now = { agent: at.place.agent ?? '', key: bare(position), because, before }
  const change = changed ? changeOfPositions(context, now, (line) => keyOf(context, line)) : {}
  const cause = withoutUnknown(because, context.session.messages.size)
  const data = { round: at.round, position, confidence, changed, because: cause, ...change }
  return [fact('position', { ...data, ...(at.message && { message: at.message }) }, at.place)]
}

/** Positions with the same key are the same: by option, or by wording. */
const keyOf = ({ panel }: DebateContext, line: Held): string =>
  bare(optionHeld(panel.debate.options, line)?.text ?? line.position)

/** The current positions, as panelists and the Moderator read them. Without confidences, which make models give in. */
export function positionsText(context: DebateContext, reader = ''): string {
  const aliases = aliasesOf(context.run)
  const rows = held(context).map((line) => ({ line, who: line.agent === reader ? 'You' : (aliases[line.agent] ?? '') }))
  return rows
    .toSorted((one, other) => (aliases[one.line.agent] ?? '').localeCompare(aliases[other.line.agent] ?? ''))
    .map(({ line, who }) => `- ${who}: ${anonymous(context.run, line.agent, line.position)}`)
    .join('\n')
}

const sureness = ({ confidence }: Held): string => (confidence === null ? '' : ` (confidence ${confidence})`)

/** Every stated position, with names: for the Head. */
export function ledgerText({ run, panel }: DebateContext): string {
  return panel.debate.ledger
    .map((line) => {
      const who = panelistName(run, line.agent)
      const where = line.message ? ` [${line.message}]` : ''
      const option = line.option === null ? '' : `${line.option}. `
      return `- Round ${line.round}, ${who}${sureness(line)}${where}: ${option}${line.position}${changeText(line)}`
    })
    .join('\n')
}

const moves: { readonly [move in Move]: string } = {
  majority: ', to what most held',
  minority: ', to what fewer held',
  new: ', to something new',
}

const grounds: { readonly [grounds in Grounds]: string } = {
  new: '',
  evidence: '',
  known: 'citing only what was known before',
  own: 'citing only its own words',
  unknown: 'citing a message that does not exist',
  none: 'without a reason',
}

function changeText({ changed, because, flagged, move, grounds: kind }: Held): string {
  if (!changed) return ''
  const to = move ? moves[move] : ''
  const reason = because === '' ? '' : `, because ${because}`
  const worth = kind ? grounds[kind] : flagged ? grounds.none : ''
  const flag = flagged ? `; flagged: ${flagText({ move, worth })}` : ''
  return ` (changed${to}${reason}${flag})`
}

const flagText = ({ move, worth }: { readonly move: Move | null; readonly worth: string }): string =>
  move === 'new' ? 'nobody had argued for it' : `moved ${worth || 'without a new reason'}`
