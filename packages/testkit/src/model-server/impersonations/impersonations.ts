import { estimateTokens } from '@convene/domain'
import type { Answer } from '../answer.ts'
import type { Fault, Reply } from '../reply.ts'
import { type ServerRequest, textOf } from '../request.ts'
import { requestProblem } from '../requests/problem.ts'
import type { Answering } from '../rules.ts'
import { write } from '../transmission.ts'
import { refusal } from './refusal.ts'
import { outputLimitOf, settingsOf } from './request-settings.ts'

const THINKS = 1_000
const WINDOW = 4_096

const isAnswer = (reply: Reply): reply is Answer => !('kind' in reply)

/** A reasoning model: its thoughts count against the limit, and it refuses a temperature. */
export const reasoningModel =
  (says: Answering): Answering =>
  async (request) => {
    if (settingsOf(request).temperature !== undefined)
      return refusal("Unsupported parameter: 'temperature' is not supported with this model.")
    const answer = await says(request)
    return isAnswer(answer) ? thoughtful(answer, outputLimitOf(request)) : answer
  }

/** Without enough room for its thoughts it says nothing, but is paid for them. */
function thoughtful(answer: Answer, limit: number): Answer {
  const reasoning = answer.reasoning ?? 'Let me think about that.'
  if (limit <= THINKS)
    return { text: '', reasoning, finish: 'length', usage: { ...answer.usage, output: limit, reasoning: limit } }
  const said = estimateTokens(answer.text ?? '')
  return { ...answer, reasoning, usage: { output: THINKS + said, reasoning: THINKS, ...answer.usage } }
}

/** A model that refuses everything the published API does not allow. */
export const strictModel =
  (says: Answering): Answering =>
  (request) => {
    const problem = requestProblem(request)
    return problem === undefined ? says(request) : refusal(problem)
  }

/** A small model on this machine: no tools, no structured output, and input that does not fit is cut silently. */
export const smallModel =
  (says: Answering, window = WINDOW): Answering =>
  async (request) => {
    if (request.tools.length > 0) return refusal(`${request.model} does not support tools`)
    if (settingsOf(request).format !== undefined) return refusal(`${request.model} does not support structured output`)
    const kept = cutTo(request, window)
    const answer = await says(kept)
    const input = Math.min(window, estimateTokens(textOf(kept)))
    return isAnswer(answer) ? { ...answer, usage: { input, ...answer.usage } } : answer
  }

/** The instructions go first, then the oldest messages. */
function cutTo(request: ServerRequest, window: number): ServerRequest {
  if (estimateTokens(textOf(request)) <= window) return request
  const messages = [...request.messages]
  while (messages.length > 1 && estimateTokens(textOf({ ...request, system: '', messages })) > window) messages.shift()
  return { ...request, system: '', messages }
}

/** A model that decorates everything, begins with a compliment and ends with an offer. */
export const chattyModel =
  (says: Answering): Answering =>
  async (request) => {
    const answer = await says(request)
    if (!isAnswer(answer) || !answer.text) return answer
    const decorated = answer.text.replaceAll(/^([A-Z][A-Z_ ]{2,}):/gm, '**$1:**')
    return {
      ...answer,
      text: `Great question! Let me work through this step by step.\n\n${decorated}\n\nWould you like me to go deeper?`,
    }
  }

/** A gateway that starts with 200 and fails in the middle of the answer. */
export const failingGateway =
  (says: Answering, afterFrames = 3): Answering =>
  async (request) => {
    const answer = await says(request)
    return isAnswer(answer) ? brokenOff(answer, afterFrames) : answer
  }

const brokenOff = (answer: Answer, afterFrames: number): Fault => ({
  kind: 'fault',
  name: 'gateway',
  send: (wire) => {
    const error = wire.dialect.errorFrame('server_error', 502, wire.request.model)
    const frames = [...wire.frames(answer).slice(0, afterFrames), error]
    return wire.streaming(frames.map((frame) => write(wire.encode(frame))))
  },
})
