import { record, type Step } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import { assign } from '../mode/assign.ts'
import { UNATTENDED } from '../mode/gate.ts'
import { placeOf, type Scene } from '../mode/scene.ts'
import type { TaskId } from '../shared/ids.ts'
import { seatOf } from '../state/session.ts'
import { refuseDelegation } from '../state/targets.ts'
import type { Call } from '../state/task.ts'
import { type InnerTool, isTeamTool } from '../team/inner-tools.ts'
import { quoted } from '../text/quoted.ts'
import { fieldOf, listIn, textIn } from './call-input.ts'
import { finish } from './finish-task.ts'
import { admitTeamCall, startTeamCall } from './next-team-call.ts'
import { refused } from './refuse-call.ts'
import { offeredTools } from './tools.ts'

/** In one run, however deep: counted by code, since each of them costs calls of its own. */
const MOST_SPAWNED = 60
/** Questions to the person in one run. */
const MOST_QUESTIONS = 20

/** A call that the session does itself: looked at here, since nothing outside must be asked. */
export function admitInner(scene: Scene, call: Call, tool: InnerTool): Step {
  switch (tool) {
    case 'reportOut':
      return finish(scene, { kind: 'answered', text: textIn(call, 'report'), complete: true })
    case 'question':
      return ask(scene, call)
    case 'task':
    case 'delegateWork':
      return handOver(scene, call, tool)
    case 'decide':
    case 'vote':
    case 'handoff':
      return admitTeamCall(scene, call, tool)
  }
}

/** What the session does, now that the rules allow it. */
export const startInner = (scene: Scene, call: Call): Step =>
  isTeamTool(call.tool) ? startTeamCall(scene, call, call.tool) : startTask(scene, call)

/** The work goes to another agent, in a task of its own; the call waits for its report, or goes on. */
function startTask(scene: Scene, call: Call): Step {
  const { run, task } = scene
  const seat = seatOf(run, textIn(call, 'agentName'))
  if (!seat) return refused(scene, call, `No agent ${textIn(call, 'agentName')} can be found.`)
  const via = call.tool === 'task' ? 'task' : 'delegateWork'
  const description = via === 'task' ? quoted(textIn(call, 'prompt')) : delegated(call)
  const resumes = textIn(call, 'resume') as TaskId
  return record(
    ...assign(run, {
      place: `${task.place}/${call.id}`,
      seat,
      heading: 'Task',
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

const delegated = (call: Call): string =>
  `${quoted(textIn(call, 'workDescription'))}\n\n## Report expectations\n\n${quoted(textIn(call, 'reportExpectations'))}`

function handOver(scene: Scene, call: Call, tool: 'task' | 'delegateWork'): Step {
  const { session, run, task, seat } = scene
  const to = textIn(call, 'agentName')
  const resume = textIn(call, 'resume')
  const allowed = allowedNames(scene, tool)
  if (!allowed.includes(to))
    return refused(
      scene,
      call,
      `delegation_error: ${seat.name} cannot hand work to "${to}". Possible: ${allowed.join(', ')}.`,
    )
  if (run.spawned >= MOST_SPAWNED)
    return refused(
      scene,
      call,
      `delegation_error: Work was handed on ${MOST_SPAWNED} times in this run, and is handed on no more. Do this part yourself.`,
    )
  const refusal = tool === 'delegateWork' ? refuseDelegation(run, task.chain, to) : undefined
  if (refusal) return refused(scene, call, `${refusal.code}: ${refusal.message}`)
  // Only a subagent's conversation is kept under a task: an agent's own, under its slug, is nobody else's to resume.
  if (resume && !(resume.includes('/') && session.conversations[resume]))
    return refused(scene, call, `There is no finished task ${resume} to resume.`)
  const resources = [{ permission: tool, target: to }]
  return record(
    fact('tool.called', { call: call.id, tool: call.tool, input: call.input, resources }, placeOf(run, task)),
  )
}

function allowedNames(scene: Scene, tool: string): readonly string[] {
  const spec = offeredTools(scene).find(({ name }) => name === tool)
  const properties = spec?.input.properties as { agentName?: { enum?: readonly string[] } } | undefined
  return properties?.agentName?.enum ?? []
}

/** Only a person answers; where there is none, code says so, and the agent goes on by itself. */
function ask(scene: Scene, call: Call): Step {
  const { run, task } = scene
  const place = placeOf(run, task)
  if (!run.settings.interactive)
    return record(fact('tool.finished', { call: call.id, ok: true, output: UNATTENDED, ms: 0 }, place))
  if (run.asked >= MOST_QUESTIONS)
    return refused(scene, call, `The person was asked ${MOST_QUESTIONS} times in this run. ${UNATTENDED}`)
  const data = {
    id: `${task.id}/${call.id}/question`,
    question: textIn(call, 'question'),
    options: [...listIn(call, 'options')],
    call: call.id,
  }
  return record(fact('question.asked', data, place))
}
