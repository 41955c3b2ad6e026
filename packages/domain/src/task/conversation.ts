import { append } from '../list/list.ts'
import type { Line } from '../prompt/request.ts'
import type { Session } from '../session/state.ts'
import { estimateTokens } from '../usage/usage.ts'
import type { Call, Task } from './task.ts'

/** The task with one more line in its conversation. */
export function say(task: Task, line: Line): Task {
  const text = line.role === 'tool' ? line.output : line.text
  const calls = line.role === 'assistant' && line.calls.length > 0 ? JSON.stringify(line.calls) : ''
  return { ...task, lines: append(task.lines, line), size: task.size + estimateTokens(text) + estimateTokens(calls) }
}

/** The results of all calls of the last reply, in the order in which they were asked. */
export function withResults(task: Task): Task {
  return { ...task.calls.map(resultLine).reduce(say, task), calls: [] }
}

function resultLine(call: Call): Line {
  const done = call.at.stage === 'done' ? call.at : { ok: false, output: 'The task ended before this call did.' }
  return { role: 'tool', call: call.id, tool: call.tool, ok: done.ok, output: done.output }
}

/**
 * What is kept of tasks that end: an agent's own conversation under its slug, a subagent's under its task, so that it can
 * be resumed. A call without a result would make providers refuse every later request.
 */
export function remembered(session: Session, ending: readonly Task[]): Session['conversations'] {
  const kept = ending.filter(({ conversation, via }) => conversation === 'own' || via === 'task')
  const entries = kept
    .map(withResults)
    .map(({ id, agent, via, lines, size }) => [via === 'task' ? id : agent, { lines, size }])
  return { ...session.conversations, ...Object.fromEntries(entries) }
}
