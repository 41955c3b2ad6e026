import type { ModelEffect } from '../effect/effect.ts'
import { isSlow } from '../mode/patience.ts'
import type { TaskContext } from '../mode/task-context.ts'
import { roomToThink } from '../mode/thinking.ts'
import type { EffectKey } from '../shared/ids.ts'
import { estimateTokens, mostCost } from '../usage/usage.ts'
import { learnedCount, tokensPerEstimate } from './token-count.ts'
import { toolTokens } from './tool-room.ts'
import { offeredTools } from './tools.ts'

/** The length limit of an answer if its agent sets none. */
const DEFAULT_OUTPUT = 8_192
const CALL_LIMIT_MS = 15 * 60_000
/** Last words are few, but a model that thinks or is slow needs minutes for the first of them. */
const CLOSING_LIMIT_MS = { usual: 60_000, slow: 10 * 60_000 }
/** Characters / 4 underestimates some texts, but a reservation must be an upper bound. */
const SAFETY = 4 / 3
/** Too few tokens for an answer. */
const LEAST_OUTPUT = 256

/** What this task's next call will read: the estimate, corrected by the provider's counts so far. */
export const inputTokens = (context: TaskContext): number =>
  learnedCount(context.task, rateOf(context), estimatedInput(context))

const rateOf = ({ session, seat }: TaskContext): number => tokensPerEstimate(session, seat.model)

/**
 * The most it can read. Because of its tools or its language, another conversation with the same model may have used
 * fewer tokens than we estimate. This one need not.
 */
const mostInput = (context: TaskContext, estimated: number): number =>
  Math.ceil(learnedCount(context.task, Math.max(1, rateOf(context)), estimated) * SAFETY)

/** Estimated from characters alone: its system prompt, its tools and its conversation. */
function estimatedInput(context: TaskContext): number {
  const { session, run, task, seat } = context
  const { agentsMd = '', skills = [] } = run.settings
  const texts = [seat.prompt, run.team.sharedContext, agentsMd, session.constraints]
  const described = skills.flatMap(({ name, description }) => [name, description])
  const system = [...texts, ...described].reduce((sum, text) => sum + estimateTokens(text), 100)
  return offeredTools(context).reduce((sum, tool) => sum + toolTokens(tool), system + task.size)
}

/**
 * The most output tokens of a call, including thinking: no more than the model can write, or than fits next to its
 * input. Twice as much after an answer that used all its room for thinking.
 */
function outputOf(context: TaskContext, input: number): { readonly output: number; readonly thinking: number } {
  const { session, run, task, seat } = context
  const usual = seat.maxTokens ?? task.allowance.usualOutput ?? DEFAULT_OUTPUT
  const answer = Math.min(usual, task.allowance.maxOutput ?? usual)
  const thinks = session.learned?.[seat.model]?.thinks
  const room = roomToThink(run, seat, task.kind, thinks)
  const wanted = (answer + room) * (task.roomier ? 2 : 1)
  const info = run.settings.models[seat.model]
  const longest = info?.output ?? Number.MAX_SAFE_INTEGER
  const beside = info?.context ? Math.max(LEAST_OUTPUT, info.context - input) : Number.MAX_SAFE_INTEGER
  const output = Math.min(wanted, longest, beside)
  return { output, thinking: Math.max(0, output - answer) }
}

/** The model call a thinking task wants now, with the upper bound it reserves. */
export function modelCall(context: TaskContext): ModelEffect {
  const { session, run, task, seat } = context
  const key = `${task.id}/say${task.replies + 1}.${task.attempt}` as EffectKey
  const under = session.started[key]
  if (under?.kind === 'model') return under
  const estimated = estimatedInput(context)
  const input = mostInput(context, estimated)
  const { output, thinking } = outputOf(context, input)
  const info = run.settings.models[seat.model]
  const { price, timeoutMs = CALL_LIMIT_MS } = info ?? {}
  const closingMs = CLOSING_LIMIT_MS[isSlow(info, session.learned?.[seat.model]?.thinks) ? 'slow' : 'usual']
  return {
    kind: 'model',
    key,
    task: task.id,
    agent: task.agent,
    attempt: task.attempt,
    model: seat.model,
    timeoutMs: task.closing ? closingMs : timeoutMs,
    reserve: {
      input,
      estimated,
      output,
      ...(thinking > 0 && { thinking }),
      costUsd: mostCost(input, output, price),
    },
    ...(task.retryAt !== null && { notBefore: task.retryAt }),
  }
}
