import { castIn, openOnes, refuseVote, unknownOption } from '../decision/accept-decision.ts'
import { refuseProposal, shortTopic } from '../decision/options.ts'
import { proposeDecision, voters } from '../decision/propose.ts'
import { record, type Step } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import { placeOf, type TaskContext } from '../mode/task-context.ts'
import { decisionBy, isUndecided } from '../state/decision.ts'
import type { TaskCall } from '../state/task.ts'
import type { TeamTool } from '../team/inner-tools.ts'
import { listInInput, textIn } from './call-input.ts'
import { refused } from './refuse-call.ts'
import { heirsOf, worksOnStep } from './tools.ts'

/** Caps on open decisions, per task and per run, so that agents cannot talk a run to death. */
const MOST_OPEN = 5
const MOST_OF_A_TASK = 3
const MOST_OF_A_RUN = 20

/** A call that concerns the team: refused with a hint, or passed on to the permission rules. */
export function admitTeamCall(context: TaskContext, call: TaskCall, tool: TeamTool): Step {
  const problem = { decide: refuseDecide, vote: refuseCast, handoff: refuseHandoff }[tool](context, call)
  if (problem) return refused(context, call, problem)
  const resources = [{ permission: tool, target: targetOf(call, tool) }]
  return record(
    fact('tool.called', { call: call.id, tool, input: call.input, resources }, placeOf(context.run, context.task)),
  )
}

/** What the call leads to once the rules allow it. */
export function startTeamCall(context: TaskContext, call: TaskCall, tool: TeamTool): Step {
  return { decide, vote, handoff }[tool](context, call)
}

/** Never the option of a vote: asks and rules are shown to people. */
const targetOf = (call: TaskCall, tool: TeamTool): string =>
  ({
    decide: () => shortTopic(textIn(call, 'topic')),
    vote: () => textIn(call, 'decision'),
    handoff: () => textIn(call, 'to'),
  })[tool]()

function refuseDecide({ session, task }: TaskContext, call: TaskCall): string | undefined {
  const all = Object.values(session.decisions)
  const own = all.filter((decision) => decision.call?.task === task.id)
  const problem = refuseProposal(textIn(call, 'topic'), listInInput(call, 'options'))
  if (problem) return `The decision was not proposed. ${problem}`
  if (own.length >= MOST_OF_A_TASK)
    return `You have raised ${MOST_OF_A_TASK} decisions in this task. Decide this one yourself.`
  if (all.length >= MOST_OF_A_RUN)
    return `The team has decided ${MOST_OF_A_RUN} times in this run. Decide this one yourself.`
  if (all.filter(isUndecided).length >= MOST_OPEN)
    return `${MOST_OPEN} decisions are open already.${openOnes(session.decisions)} Continue without this one, or propose it later.`
  return undefined
}

/** The call waits for the team's decision. */
function decide({ session, run, task }: TaskContext, call: TaskCall): Step {
  return record(
    ...proposeDecision(session, run, {
      id: `${task.place}/${call.id}`,
      topic: textIn(call, 'topic'),
      options: listInInput(call, 'options'),
      evidence: textIn(call, 'evidence'),
      eligible: voters(run),
      by: task.agent,
      ...(task.step !== null && { step: task.step }),
      call: { task: task.id, call: call.id },
    }),
  )
}

function refuseCast({ session, task }: TaskContext, call: TaskCall): string | undefined {
  const id = textIn(call, 'decision')
  const decision = decisionBy(session.decisions, id)
  if (!decision) return `There is no decision "${id.slice(0, 80)}".${openOnes(session.decisions, task.agent)}`
  const problem = refuseVote(decision, task.agent)
  if (problem) return problem.message
  const said = textIn(call, 'option')
  return castIn(decision, said) === undefined ? unknownOption(decision, said) : undefined
}

/** Checked again: the vote may have closed between the call and its permission. */
function vote(context: TaskContext, call: TaskCall): Step {
  const { session, run, task } = context
  const problem = refuseCast(context, call)
  const decision = decisionBy(session.decisions, textIn(call, 'decision'))
  const cast = decision && castIn(decision, textIn(call, 'option'))
  if (problem !== undefined || !decision || !cast) return refused(context, call, problem ?? 'There is no such vote.')
  const place = placeOf(run, task)
  const data = { decision: decision.id, voter: task.agent, ...cast, reason: textIn(call, 'reason') }
  const output = 'Your vote is in. It is secret until the vote is closed, and cannot be changed.'
  return record(
    fact('decision.voted', data, place),
    fact('tool.finished', { call: call.id, ok: true, output, ms: 0 }, place),
  )
}

function refuseHandoff(context: TaskContext, call: TaskCall): string | undefined {
  if (!worksOnStep(context)) return NO_STEP
  const to = textIn(call, 'to')
  const others = heirsOf(context, context.task.agent)
  if (others.some(({ slug }) => slug === to)) return undefined
  return `"${to.slice(0, 80)}" cannot take the step over. Possible: ${others.map(({ slug }) => slug).join(', ')}.`
}

export const NO_STEP =
  'handoff offers a step of a plan to somebody else, and you work on no step: do this task yourself, or report what is missing.'

/** Offers the step. The call waits until the other member has accepted or declined, which the plan asks it. */
function handoff({ run, task }: TaskContext, call: TaskCall): Step {
  const [to, reason] = [textIn(call, 'to'), textIn(call, 'reason')]
  const data = { step: task.step ?? '', from: task.agent, to, reason, state: 'offered' as const, call: call.id }
  return record(fact('handoff', data, placeOf(run, task)))
}
