import { setTimeout } from 'node:timers/promises'
import type { CallOptions, LanguageModel, PartStream, StreamPart } from '../../language-model/language-model.ts'
import { StreamFault } from '../../transport/stream-fault.ts'
import { type A2aAgent, type A2aTask, cancelTask, endpointOf, getTask, partsText, sendMessage } from './a2a-agent.ts'

const FIRST_WAIT_MS = 250
const MOST_WAIT_MS = 2_000

/**
 * An A2A agent as a model: one task per request, polled until it has ended. It works with its own tools, so it gets
 * none of ours.
 */
export const a2aModel = (agent: A2aAgent): LanguageModel => ({
  doStream: async (call) => ({ stream: streamOf(answer(agent, call)) }),
})

async function* answer(agent: A2aAgent, call: CallOptions): AsyncGenerator<StreamPart> {
  const signal = call.abortSignal ?? new AbortController().signal
  const endpoint = await endpointOf(agent, signal)
  const sent = await sendMessage(agent, endpoint, promptText(call.prompt), signal)
  yield* said('task' in sent ? yield* finished(agent, endpoint, sent.task, signal) : sent.text)
}

/** The text of a task once it has ended. If the call is abandoned, the task is cancelled. */
async function* finished(
  agent: A2aAgent,
  endpoint: string,
  begun: A2aTask,
  signal: AbortSignal,
): AsyncGenerator<StreamPart, string> {
  let task = begun
  try {
    for (let wait = FIRST_WAIT_MS; isAtWork(task); wait = Math.min(MOST_WAIT_MS, wait * 2)) {
      // A sign of life: it has just reported that it is working.
      yield { type: 'tool-input-delta', id: 'a2a', delta: '.' }
      await setTimeout(wait, undefined, { signal })
      task = await getTask(agent, endpoint, begun.id, signal)
    }
  } finally {
    if (!hasEnded(task)) cancelTask(agent, endpoint, begun.id)
  }
  return resultOf(task)
}

const isAtWork = ({ status }: A2aTask): boolean => /^TASK_STATE_(SUBMITTED|WORKING)$/u.test(status.state)
const hasEnded = ({ status }: A2aTask): boolean =>
  /^TASK_STATE_(COMPLETED|FAILED|CANCELED|REJECTED)$/u.test(status.state)

/** A question back is its answer: the caller can ask again and say more. */
function resultOf({ status, artifacts }: A2aTask): string {
  const words = status.message ? partsText(status.message) : ''
  const made = artifacts.map(partsText).filter(Boolean).join('\n\n')
  if (status.state === 'TASK_STATE_COMPLETED') return made || words
  if (status.state === 'TASK_STATE_INPUT_REQUIRED')
    return [made, `I need to know first: ${words}`].filter(Boolean).join('\n\n')
  const state = status.state.replace('TASK_STATE_', '').toLowerCase().replaceAll('_', ' ')
  throw new StreamFault('refused', `the agent ended its task as ${state}${words && `: ${words}`}`, false)
}

/** The conversation as one text, because an agent gets a single message. */
function promptText(prompt: CallOptions['prompt']): string {
  const texts = prompt.map(({ role, content }) => {
    const text =
      typeof content === 'string' ? content : content.flatMap((part) => ('text' in part ? part.text : [])).join('\n\n')
    return { role, text }
  })
  const [last] = texts.slice(-1)
  const before = texts.slice(0, -1).filter(({ text }) => text !== '')
  return [
    ...before.map(({ role, text }) => (role === 'assistant' ? `# What you said\n\n${text}` : text)),
    ...(before.length > 0 ? ['# What is asked now'] : []),
    last?.text ?? '',
  ].join('\n\n')
}

function* said(text: string): Generator<StreamPart> {
  yield { type: 'text-start', id: 'a2a' }
  yield { type: 'text-delta', id: 'a2a', delta: text }
  yield { type: 'text-end', id: 'a2a' }
  yield { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage: UNKNOWN }
}

const UNKNOWN = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

const streamOf = (parts: AsyncGenerator<StreamPart>): PartStream => ({
  getReader: () => ({
    read: async () => {
      const { done, value } = await parts.next()
      return done ? { done: true } : { done: false, value }
    },
    cancel: async () => void (await parts.return(undefined)),
  }),
})
