import type { PromptResponse } from '@agentclientprotocol/sdk'
import { AGENT_STEP, type Json, type ModelRequest, type Usage } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import type { KnownAgent } from '@convene/models'
import type { AcpConversation, TurnPart } from './conversation.ts'
import { agentFailure } from './failures.ts'
import type { KeptState } from './lines.ts'
import { stepInput } from './step.ts'

/** An agent that keeps asking when nobody may answer is stopped. */
const MOST_DENIED = 10
const NOTHING: Usage = { input: 0, cached: 0, output: 0 }
/** An empty answer would be retried, and the work done twice. */
const SILENT = '(ended its turn without a reply)'

type Turn = {
  readonly conversation: AcpConversation
  readonly agent: KnownAgent
  readonly request: ModelRequest
  /** Whether the rules and the user can be asked about a step here. */
  readonly mayAsk: boolean
  /** What to send. The first one is sent at once, unless a turn is open: then after it. */
  readonly prompts: readonly string[]
}

/** Reads a turn to its end, or up to the step that the agent asks for or the team tool that it calls. */
export async function* readTurn(turn: Turn, signal: AbortSignal): AsyncGenerator<ModelPart> {
  const { conversation } = turn
  const waiting = [...turn.prompts]
  const progress: Progress = { said: false, denied: 0, isOver: false }
  const say = () => {
    const text = waiting.shift()
    if (text !== undefined) conversation.prompt(text)
    return text !== undefined
  }
  if (!conversation.isOpen) say()
  while (!progress.isOver) {
    const part = await conversation.next(signal)
    if (!part) return
    if (part.type !== 'end' || !say()) yield* partsFor(turn, part, progress)
  }
}

function* partsFor(turn: Turn, part: TurnPart, progress: Progress): Generator<ModelPart> {
  const isCut = part.type === 'call' || (part.type === 'ask' && turn.mayAsk)
  progress.isOver = part.type === 'broken' || part.type === 'end' || isCut
  switch (part.type) {
    case 'broken':
      return yield { ...agentFailure(part.error, turn.agent, true), ...turn.conversation.spending.take() }
    case 'end':
      return yield* ended(turn, part.response, progress)
    case 'call':
      return yield* cutAt(turn, part.key, { tool: part.tool, input: part.input })
    case 'ask': {
      const call = { tool: AGENT_STEP, input: stepInput(turn.agent.name, part.step) }
      return yield* turn.mayAsk ? cutAt(turn, part.key, call) : denied(turn, part, progress)
    }
    default:
      progress.said ||= part.type === 'text' && part.text.trim() !== ''
      yield part
  }
}

type Progress = { said: boolean; denied: number; isOver: boolean }
type Ask = Extract<TurnPart, { type: 'ask' }>

/** A step or a call is part of a turn, whose tokens are counted at its end. */
function* cutAt(turn: Turn, key: string, call: { readonly tool: string; readonly input: Json }): Generator<ModelPart> {
  yield { type: 'call', ...call }
  const { usage, costUsd = 0 } = turn.conversation.spending.take()
  yield { type: 'finish', finish: 'tools', usage: usage ?? NOTHING, costUsd, provider: kept(turn, key) }
}

function* denied(
  { conversation, agent: { label } }: Turn,
  { key, step }: Ask,
  progress: Progress,
): Generator<ModelPart> {
  conversation.answer(key, { ok: false, output: '' })
  progress.denied += 1
  yield { type: 'reasoning', text: `\n▸ Not allowed here: ${step.title}\n` }
  if (progress.denied <= MOST_DENIED) return
  progress.isOver = true
  void conversation.cancel()
  const message = `${label} kept asking for steps that it may not do here, and was stopped. Give it a task in which it may use tools.`
  yield { type: 'failed', code: 'refused', retryable: false, message, ...conversation.spending.take() }
}

function* ended(turn: Turn, response: PromptResponse, { said }: Progress): Generator<ModelPart> {
  const { conversation, agent } = turn
  const { spending } = conversation
  const message = `${agent.label} refused.`
  if (response.stopReason === 'refusal')
    return yield { type: 'failed', code: 'refused', retryable: false, message, ...spending.take() }
  if (!said) yield { type: 'text', text: SILENT }
  const isCut = response.stopReason === 'max_tokens' || response.stopReason === 'max_turn_requests'
  yield { type: 'finish', finish: isCut ? 'length' : 'stop', ...spending.take(), provider: kept(turn) }
}

function kept({ conversation, agent, request }: Turn, ask?: string): Json {
  const { costUsd } = conversation.spending
  const state: KeptState = {
    agent: agent.name,
    of: request.session,
    session: conversation.id,
    ...(ask !== undefined && { ask }),
    ...(costUsd !== undefined && { costUsd }),
  }
  return state as unknown as Json
}
