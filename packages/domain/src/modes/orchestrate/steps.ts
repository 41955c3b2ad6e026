import type { Fact } from '../../event/event.ts'
import { isFor } from '../../mode/answers.ts'
import { type Assignment, assign } from '../../mode/assign.ts'
import { minutesFor } from '../../mode/patience.ts'
import { assert } from '../../shared/assert.ts'
import type { MessageId } from '../../shared/ids.ts'
import { type Run, type Session, seatOf } from '../../state/session.ts'
import type { Seat } from '../../team/team.ts'
import { assignments } from './answers.ts'
import { synthesizeAsk } from './prompts.ts'
import { orchestrateSettings } from './settings.ts'
import type { Pass } from './state.ts'

/** Whether the lead is to assign again what reaches nobody. Once: after that, the others begin. */
export const wantsCorrection = ({ plans, assignments: given, dropped }: Pass): boolean =>
  plans === 1 && given.length > 0 && dropped.length > 0

/** After this many plans without an assignment, the lead gives up. */
export const MOST_PLANS = 3

/** Who plans and synthesizes: the lead, or the first member if a team has none. */
export function planningSeat({ team }: Run): Seat {
  const lead = team.lead ?? team.members[0]
  assert(lead, 'a run has at least one member')
  return lead
}

/** The places of a pass's tasks, and what the pass is about. */
export type PassContext = { readonly run: Run; readonly goal: string; readonly here: (place: string) => string }

/** What the lead is asked, and how its conversation continues. */
export type PlanAsk = Pick<Assignment, 'description' | 'conversation' | 'shows'>

/** Asks the lead for a plan, with the user's new messages. */
export function askForPlan(session: Session, { run, here }: PassContext, pass: Pass, ask: PlanAsk): readonly Fact[] {
  const seat = planningSeat(run)
  const place = here(`plan${pass.plans + 1}/${seat.slug}`)
  return assign(run, {
    place,
    seat,
    kind: 'plan',
    ...ask,
    answer: assignments,
    takes: saidTo(session, seat, seat),
  })
}

/** How long a member may take for its task. */
export function memberMinutes(
  run: Pick<Run, 'settings'>,
  seat: Pick<Seat, 'model'>,
  learned?: Session['learned'],
): number {
  const usual = orchestrateSettings.memberTimeout.default
  return minutesFor(run, seat, { minutes: Number(run.settings.mode.memberTimeout ?? usual), usual }, learned)
}

/** Gives every assignment to its member, all at once. */
export function handOut(session: Session, { run, goal, here }: PassContext, pass: Pass): readonly Fact[] {
  return pass.assignments.flatMap(({ member, task }) => {
    const seat = seatOf(run, member)
    if (!seat) return []
    const takes = saidTo(session, seat, planningSeat(run))
    return assign(run, {
      place: here(`work/${seat.slug}`),
      seat,
      kind: 'work',
      description: task,
      request: goal,
      allowance: { minutes: memberMinutes(run, seat, session.learned) },
      takes,
    })
  })
}

/** Asks the lead to combine the reports into one result. */
export function askForSynthesis(
  { run, goal, here }: PassContext,
  pass: Pass,
  takes: readonly MessageId[] = [],
): readonly Fact[] {
  const seat = planningSeat(run)
  const shows = run.team.members.flatMap(({ slug }) => {
    const report = pass.reports.find(({ agent }) => agent === slug)
    return report?.message ? [report.message] : []
  })
  return assign(run, {
    place: here(`synthesis${pass.syntheses > 0 ? pass.syntheses + 1 : ''}/${seat.slug}`),
    seat,
    kind: 'synthesize',
    description: synthesizeAsk(run, goal, pass),
    shows,
    takes,
  })
}

/** What the user has said to this seat, or to no one in particular if this seat is the listener. */
export const saidTo = (session: Session, seat: Seat, listener: Seat): readonly MessageId[] =>
  session.queue.filter((id) => isFor(session, id, seat, [listener]))
