import { createHash } from 'node:crypto'
import { estimateTokens } from '@convene/domain'
import type { Answer, AnswerFinish, ScriptedCall, ScriptedUsage } from './answer.ts'
import { cut } from './cut.ts'
import { type ServerRequest, textOf } from './request.ts'

/** An answer with all fields set, for the dialects to write. */
export type FullAnswer = {
  readonly id: string
  readonly createdAt: number
  readonly text: string
  readonly pieces: readonly string[]
  readonly reasoning: string
  readonly calls: readonly (Required<Omit<ScriptedCall, 'namespace'>> & Pick<ScriptedCall, 'namespace'>)[]
  readonly usage: ScriptedUsage
  readonly finish: AnswerFinish
}

const DEFAULT_PARTS = 4
const CREATED_AT = 1_767_225_600

export function fullAnswer(answer: Answer, request: ServerRequest): FullAnswer {
  const calls = (answer.calls ?? []).map((call, index) => ({
    name: call.name,
    input: call.input,
    id: call.id ?? `call_${request.number}_${index + 1}`,
    raw: call.raw ?? JSON.stringify(call.input),
    ...(call.namespace !== undefined && { namespace: call.namespace }),
  }))
  const text = answer.text ?? (calls.length || answer.finish ? '' : defaultText(request))
  return {
    id: `r${String(request.number).padStart(8, '0')}`,
    createdAt: CREATED_AT + request.number,
    text,
    pieces: cut(text, answer.parts ?? DEFAULT_PARTS),
    reasoning: answer.reasoning ?? '',
    calls,
    usage: usageOf(answer, request, text),
    finish: answer.finish ?? (calls.length ? 'tools' : 'stop'),
  }
}

/** The same request gets the same answer, and a different one a different answer. */
function defaultText(request: ServerRequest): string {
  const mark = createHash('sha256')
    .update(`${request.model}\n${textOf(request)}`)
    .digest('hex')
    .slice(0, 8)
  const topic = request.heading ? ` to "${request.heading}"` : ''
  return `${request.agent ?? 'The model'} answers${topic} (${mark}).`
}

function usageOf(answer: Answer, request: ServerRequest, text: string): ScriptedUsage {
  const reasoning = estimateTokens(answer.reasoning ?? '')
  const calls = (answer.calls ?? []).reduce((sum, call) => sum + estimateTokens(JSON.stringify(call.input)), 0)
  const output = estimateTokens(text) + reasoning + calls
  return { input: estimateTokens(textOf(request)), cached: 0, output, reasoning, ...answer.usage }
}
