import type { ContextLine } from '../effect/request.ts'
import { imageTokens } from '../image/image.ts'
import { append } from '../list/list.ts'
import { withEntry } from '../shared/record.ts'
import type { Session } from '../state/session.ts'
import type { Task, TaskCall } from '../state/task.ts'
import { visible } from '../text/visible.ts'
import { estimateTokens } from '../usage/usage.ts'
import { achievedBy } from './loop-guard.ts'

/** The task with one more line in its conversation. All text that a model reads goes through here. */
export function say(task: Task, said: ContextLine): Task {
  const line = readable(said)
  return { ...task, lines: append(task.lines, line), size: task.size + lineTokens(line) }
}

/** A model's own words go back to it unchanged: providers compare them. */
function readable(line: ContextLine): ContextLine {
  if (line.role === 'assistant') return line
  return line.role === 'tool' ? { ...line, output: visible(line.output) } : { ...line, text: visible(line.text) }
}

/** The single estimate of what a line costs to read. */
export function lineTokens(line: ContextLine): number {
  if (line.role === 'assistant')
    return estimateTokens(line.text) + (line.calls.length > 0 ? estimateTokens(JSON.stringify(line.calls)) : 0)
  return estimateTokens(line.role === 'tool' ? line.output : line.text) + tokensOfImages(line)
}

/** What a line's images cost to look at. */
export const tokensOfImages = (line: ContextLine): number =>
  line.role === 'assistant' ? 0 : (line.images ?? []).reduce((sum, image) => sum + imageTokens(image), 0)

/** The results of all calls in the last reply, in call order. */
export function withResults(task: Task): Task {
  const { made, isFruitful } = achievedBy(task)
  const fruitless = isFruitful ? 0 : task.fruitless + 1
  return { ...task.calls.map(resultLine).reduce(say, task), calls: [], made, fruitless }
}

function resultLine(call: TaskCall): ContextLine {
  if (call.at.stage !== 'done')
    return { role: 'tool', call: call.id, tool: call.tool, ok: false, output: 'The task ended before this call did.' }
  const { stage: _, ...done } = call.at
  return { role: 'tool', call: call.id, tool: call.tool, ...done }
}

/**
 * The conversations kept when tasks end: an agent's own under its slug, and a subagent's under its task, to be resumed
 * later. A call without a result would make providers refuse every later request.
 */
export function rememberedLines(session: Session, ending: readonly Task[]): Session['conversations'] {
  const kept = ending.filter(({ conversation, via }) => conversation === 'own' || via === 'task')
  return kept
    .map(withResults)
    .reduce(
      (all, { id, agent, via, lines, size, dated }) =>
        withEntry(all, via === 'task' ? id : agent, { lines, size, ...(dated !== undefined && { dated }) }),
      session.conversations,
    )
}
