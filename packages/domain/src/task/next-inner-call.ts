import { record, type Step } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import { assign } from '../mode/assign.ts'
import { UNATTENDED } from '../mode/gate.ts'
import { placeOf, type TaskContext } from '../mode/task-context.ts'
import type { TaskId } from '../shared/ids.ts'
import { seatOf } from '../state/session.ts'
import { refuseDelegation } from '../state/targets.ts'
import type { TaskCall } from '../state/task.ts'
import { type InnerTool, isTeamTool } from '../team/inner-tools.ts'
import { quoted } from '../text/quoted.ts'
import { fieldOf, listInInput, textIn } from './call-input.ts'
import { finish } from './finish-task.ts'
import { admitTeamCall, startTeamCall } from './next-team-call.ts'
import { refused } from './refuse-call.ts'
import { offeredTools } from './tools.ts'

/** Per run, at any depth. Counted by code, since each of them costs calls. */
const MOST_SPAWNED = 60
/** Questions to the user per run. */
const MOST_QUESTIONS = 20

/** A call the session handles itself: it is inspected here, since nothing outside needs to be asked. */
export function admitInner(context: TaskContext, call: TaskCall, tool: InnerTool): Step {
  switch (tool) {
    case 'reportOut':
      return finish(context, { kind: 'answered', text: textIn(call, 'report'), complete: true })
    case 'question':
      return ask(context, call)
    case 'task':
    case 'delegateWork':
      return handOver(context, call, tool)
    case 'decide':
    case 'vote':
    case 'handoff':
      return admitTeamCall(context, call, tool)
  }
}

/** What the session does once the rules allow it. */
export const startInner = (context: TaskContext, call: TaskCall): Step =>
  isTeamTool(call.tool) ? startTeamCall(context, call, call.tool) : startTask(context, call)

/** The work goes to another agent in a separate task. The call waits for its report, or returns immediately. */
function startTask(context: TaskContext, call: TaskCall): Step {
  const { run, task } = context
  const seat = seatOf(run, textIn(call, 'agentName'))
  if (!seat) return refused(context, call, `No agent ${textIn(call, 'agentName')} can be found.`)
  const via = call.tool === 'task' ? 'task' : 'delegateWork'
  const description = via === 'task' ? quoted(textIn(call, 'prompt')) : delegated(call)
  const resumes = textIn(call, 'resume') as TaskId
  return record(
    ...assign(run, {
      place: `${task.place}/${call.id}`,
      seat,
      kind: 'work',
      description,
      conversation: 'fresh',
      child: {
        of: task,
        via,
        call: call.id,
        ...(via === 'task' && fieldOf(call, 'background') === true && { background: true }),
        ...(via === 'task' && resumes && { resumes }),
      },
    }),
  )
}

const delegated = (call: TaskCall): string =>
  `${quoted(textIn(call, 'workDescription'))}\n\n## Report expectations\n\n${quoted(textIn(call, 'reportExpectations'))}`

function handOver(context: TaskContext, call: TaskCall, tool: 'task' | 'delegateWork'): Step {
  const { session, run, task, seat } = context
  const to = textIn(call, 'agentName')
  const resume = textIn(call, 'resume')
  const allowed = allowedNames(context, tool)
  if (!allowed.includes(to))
    return refused(
      context,
      call,
      `delegation_error: ${seat.name} cannot hand work to "${to}". Possible: ${allowed.join(', ')}.`,
    )
  if (run.spawned >= MOST_SPAWNED)
    return refused(
      context,
      call,
      `delegation_error: Work was handed on ${MOST_SPAWNED} times in this run, and is handed on no more. Do this part yourself.`,
    )
  const refusal = tool === 'delegateWork' ? refuseDelegation(run, task.chain, to) : undefined
  if (refusal) return refused(context, call, `${refusal.code}: ${refusal.message}`)
  // Only a subagent's conversation is kept under a task. An agent's own, under its slug, must not be resumed by others.
  if (resume && !(resume.includes('/') && session.conversations[resume]))
    return refused(context, call, `There is no finished task ${resume} to resume.`)
  const resources = [{ permission: tool, target: to }]
  return record(
    fact('tool.called', { call: call.id, tool: call.tool, input: call.input, resources }, placeOf(run, task)),
  )
}

function allowedNames(context: TaskContext, tool: string): readonly string[] {
  const spec = offeredTools(context).find(({ name }) => name === tool)
  const properties = spec?.input.properties as { agentName?: { enum?: readonly string[] } } | undefined
  return properties?.agentName?.enum ?? []
}

/** Only the user can answer. In an unattended run, code says so, and the agent continues by itself. */
function ask(context: TaskContext, call: TaskCall): Step {
  const { run, task } = context
  const place = placeOf(run, task)
  if (!run.settings.interactive) return refused(context, call, `Nobody is there to answer, now or later. ${UNATTENDED}`)
  if (run.asked >= MOST_QUESTIONS)
    return refused(context, call, `The user was asked ${MOST_QUESTIONS} times in this run. ${UNATTENDED}`)
  const data = {
    id: `${task.id}/${call.id}/question`,
    question: textIn(call, 'question'),
    options: [...listInInput(call, 'options')],
    call: call.id,
  }
  return record(fact('question.asked', data, place))
}
