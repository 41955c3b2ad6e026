import { anonymousAll } from '../../../anonymity/anonymity.ts'
import { messageBy } from '../../../prompt/ask.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { Session } from '../../../state/session.ts'
import { cleanLine } from '../../../text/clean.ts'
import { quoted } from '../../../text/quoted.ts'
import { argumentIn, IN_A_DECISION } from '../debate/argument.ts'
import { panelistName } from '../setup/seats.ts'
import type { BallotContext, CastBallot } from './state.ts'

/** One ballot in readable form. */
export function ballotText({ option, reason, veto, confidence }: CastBallot): string {
  return [
    `VOTE: ${option}`,
    ...(confidence === null ? [] : [`CONFIDENCE: ${confidence}`]),
    ...(reason === '' ? [] : [`REASON: ${reason}`]),
    ...(veto === '' ? [] : [`VETO: ${veto}`]),
  ].join('\n')
}

/** The reasons for each option, without names and in an order that says nothing about who gave them. */
export function reasonsText({ session, run, panel }: BallotContext): string {
  const options = panel.debate.options.map(({ text }) => text)
  const rows = panel.debate.options.flatMap(({ text }) => {
    const own = panel.ballot.ballots.filter(({ option }) => option === text)
    const reasons = own.flatMap(({ reason, veto }) => [
      ...(reason === '' ? [] : [`- ${text}: ${inWords(session, reason, options)}`]),
      ...(veto === '' ? [] : [`- Veto: ${veto}`]),
    ])
    return reasons.toSorted()
  })
  return anonymousAll(run, rows.join('\n'))
}

const LONGEST_REASON = 600

/** A vote without a reason refers to its argument, which the reader may not have. */
function inWords(session: Session, reason: string, options: readonly string[]): string {
  const id = /^see \[(m\d+)\]$/u.exec(reason)?.[1]
  if (id === undefined) return reason
  const text = messageBy(session, id as MessageId)?.text ?? ''
  return cleanLine(argumentIn(text, IN_A_DECISION, options)).slice(0, LONGEST_REASON)
}

/** Every ballot with its voter's name, for the Head. */
export function ballotsText({ run, panel }: BallotContext): string {
  return panel.ballot.ballots
    .map((ballot) => `### ${panelistName(run, ballot.voter)}\n\n${quoted(ballotText(ballot))}`)
    .join('\n\n')
}
