import { runRecordOf } from '../../decision/run-record.ts'
import type { Fact } from '../../event/event.ts'
import { findLast, toArray } from '../../list/list.ts'
import { isFor } from '../../mode/answers.ts'
import { assign } from '../../mode/assign.ts'
import { isRehearsal } from '../../mode/conclude.ts'
import type { Mode } from '../../mode/mode.ts'
import { messageBy } from '../../prompt/ask.ts'
import type { Session } from '../../state/session.ts'
import { seatsOf } from '../../team/team.ts'
import { quoted } from '../../text/quoted.ts'
import { plainTraits } from '../../trait/traits.ts'
import { absorbWith } from './absorb.ts'
import { panelAnswers } from './answers.ts'
import { courses } from './courses.ts'
import { evolve } from './evolve.ts'
import { limitsExpected, protocolAtStart } from './frame.ts'
import { limitsByProtocol, minutesAtStart, turnMinutes, usualLimits } from './limits.ts'
import { nextWith } from './next.ts'
import { transcriptParts } from './prompts.ts'
import type { Protocols } from './protocol.ts'
import { refusePanel } from './refuse-panel.ts'
import { roles } from './roles.ts'
import { declaredPanelSettings, onlyVotesText, panelSeats, turnsAtStart } from './settings.ts'
import { blank, headOf, type Panel, turnsTaken } from './state.ts'
import { status } from './status.ts'
import { transitions } from './table.ts'
import { userTurn } from './user-turn.ts'

/** A debate that resists politeness: blind at first, then anonymous, moderated, voted on in secret, on the record. */
export const panelWith = (protocols: Protocols): Mode<Panel> => ({
  name: 'panel',
  summary:
    'a head convenes panelists who vote blind and debate what splits them, or discuss under a moderator; the report includes the minority view',
  traits: {
    ...plainTraits,
    anonymous: true,
    // Reports and arguments are part of the discussion.
    results: ['synthesis', 'answer'],
    options: ['protocol', 'escalate', 'vote', 'userSeat'],
  },
  transitions,
  closing: 'reserve',
  countsTurns: true,
  answers: panelAnswers,
  settings: declaredPanelSettings,
  seats: panelSeats,
  turnMinutes: (run, seat) => ({ limit: 'limits.maxTurnDuration', minutes: turnMinutes(run, seat) }),
  limits: ({ members }) => usualLimits(members.length),
  course: (run, pace, goal) => courses[protocolAtStart(run, goal)](run, pace),
  limitsExpected,
  noticeAtStart: (run) => (protocolAtStart(run, run.goal) === 'decide' ? onlyVotesText(run) : undefined),
  limitsBy: ({ members }) => limitsByProtocol(members.length),
  limitsAtStart: (run) => ({ ...minutesAtStart(run), maxTurns: turnsAtStart(run) }),
  turns: (_run, panel) => ({ taken: turnsTaken(panel), most: panel.maxTurns }),
  refuse: refusePanel,
  blank: (team, settings, tags) => {
    const known = runRecordOf({ team, settings }, tags)
    return { ...blank, ...(isRehearsal({ team, settings }) && { rehearsal: true }), ...(known && { known }), tags }
  },
  evolve,
  absorb: absorbWith(protocols),
  next: nextWith(protocols),
  userTurn,
  followUp,
  hears: (session, task) => task.agent === (session.run && headOf(session.run)?.slug),
  status: (session, data) => (session.run ? status({ session, run: session.run, panel: data }) : ''),
})

const FOLLOW_UP = { ...roles.head, lends: ['read', 'glob', 'grep', 'list', 'search'], iterations: 10 }

/** The Head answers, knowing the whole discussion and with access to the workspace, or the agent the user names. */
function followUp(session: Session): readonly Fact[] {
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
      heading: 'Follow-up',
      description: `${description}${isHead ? unread(session, seat.slug) : knownBy(session, seat.slug)}`,
      takes,
      ...own,
    })
  })
}

/** What the Head has not read: if it wrote no report, it gets the discussion with the first question. */
function unread(session: Session, head: string): string {
  const { run } = session
  const panel = run?.data as Panel | null
  const report = panel?.report ? messageBy(session, panel.report) : undefined
  if (!run || !panel || panel.board.length === 0 || report?.author === head) return ''
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
  const panel = run?.data as Panel | null
  if (!run || !panel || session.conversations[agent] !== undefined) return ''
  const own = toArray(session.messages).filter(
    ({ author, kind, at }) => author === agent && OWN.includes(kind) && at >= run.since,
  )
  const said = own.map(({ id, text }) => `### [${id}]\n\n${quoted(text)}`)
  while (said.join('\n\n').length > LONGEST_OWN) said.shift()
  const report = panel.report ? messageBy(session, panel.report)?.text : undefined
  return [
    ...(said.length > 0 ? [`## What you said in the panel\n\n${said.join('\n\n')}`] : []),
    ...(report === undefined ? [] : [`## Report of the panel\n\n${quoted(report)}`]),
  ]
    .map((part) => `\n\n${part}`)
    .join('')
}
