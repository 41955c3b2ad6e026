import type { Fact } from '../../../event/event.ts'
import { findLast, toArray } from '../../../list/list.ts'
import { isFor } from '../../../mode/answers.ts'
import { assign } from '../../../mode/assign.ts'
import { messageBy } from '../../../prompt/ask.ts'
import type { Session } from '../../../state/session.ts'
import { seatsOf } from '../../../team/team.ts'
import { quoted } from '../../../text/quoted.ts'
import { transcriptParts } from '../debate/prompts.ts'
import { roles } from '../setup/roles.ts'
import { headOf } from '../setup/seats.ts'
import type { ReportRooms } from './state.ts'

const FOLLOW_UP = { ...roles.head, lends: ['read', 'glob', 'grep', 'list', 'search'], iterations: 10 }

/** The Head answers, knowing the whole discussion and with access to the workspace, or the agent the user names. */
export function headFollowUp(session: Session): readonly Fact[] {
  const { run } = session
  const head = run && headOf(run)
  if (!run || !head) return []
  const first = session.queue[0] ?? ''
  return seatsOf(run.team).flatMap((seat) => {
    const takes = session.queue.filter((id) => isFor(session, id, seat, [head]))
    if (takes.length === 0) return []
    const description = takes.map((id) => quoted(messageBy(session, id)?.text ?? '')).join('\n\n')
    const isHead = seat.slug === head.slug
    const own = isHead ? ({ execution: 'agentic', allowance: FOLLOW_UP } as const) : {}
    return assign(run, {
      place: `follow-up-${first}/${seat.slug}`,
      seat,
      kind: 'follow_up',
      description: `${description}${isHead ? unread(session, seat.slug) : knownBy(session, seat.slug)}`,
      takes,
      ...own,
    })
  })
}

/** What the Head has not read: if it wrote no report, it gets the discussion with the first question. */
function unread(session: Session, head: string): string {
  const { run } = session
  const panel = run?.data as ReportRooms | null
  const report = panel?.report.message ? messageBy(session, panel.report.message) : undefined
  if (!run || !panel || panel.debate.board.length === 0 || report?.author === head) return ''
  const knows = findLast(
    session.messages,
    ({ author, kind, at }) => author === head && kind === 'answer' && at >= run.since,
  )
  const parts = [
    ...transcriptParts({ session, run, panel }),
    ...(report ? [`## Report\n\n${quoted(report.text)}`] : []),
  ]
  return knows ? '' : `\n\n${parts.filter((part) => part !== '').join('\n\n')}`
}

const OWN = ['argument', 'final_position', 'ballot']
const LONGEST_OWN = 12_000

/** A panelist asked later has forgotten the panel: it gets its own words, as far as they fit, and the report. */
function knownBy(session: Session, agent: string): string {
  const { run } = session
  const panel = run?.data as ReportRooms | null
  if (!run || !panel || session.conversations[agent] !== undefined) return ''
  const own = toArray(session.messages).filter(
    ({ author, kind, at }) => author === agent && OWN.includes(kind) && at >= run.since,
  )
  const said = own.map(({ id, text }) => `### [${id}]\n\n${quoted(text)}`)
  while (said.join('\n\n').length > LONGEST_OWN) said.shift()
  const report = panel.report.message ? messageBy(session, panel.report.message)?.text : undefined
  return [
    ...(said.length > 0 ? [`## What you said in the panel\n\n${said.join('\n\n')}`] : []),
    ...(report === undefined ? [] : [`## Report of the panel\n\n${quoted(report)}`]),
  ]
    .map((part) => `\n\n${part}`)
    .join('')
}
