import type { Finish, Json, Usage } from '@convene/domain'
import type { Clock, FailureCode } from '@convene/engine'

/** A call in the script. `invalid` says why its input could not be parsed. */
export type SpokenCall = { readonly tool: string; readonly input: Json; readonly invalid?: string }

/** What a scripted model does for one request. */
export type ScriptLine = {
  /** Only this agent takes the line. Undefined: the next one to ask. */
  readonly agent?: string
  readonly text: string
  readonly parts: number
  readonly reasoning: string
  readonly calls: readonly SpokenCall[]
  /** Undefined: counted from the texts. */
  readonly usage?: Usage | null
  readonly end: LineEnd
  readonly delay?: { readonly clock: Clock; readonly ms: number }
}

type LineEnd =
  | { readonly kind: 'finish'; readonly finish: Finish }
  | {
      readonly kind: 'failure'
      readonly code: FailureCode
      readonly message: string
      readonly retryable: boolean
      readonly retryAfterMs?: number
    }
  /** Says nothing more until it is aborted. */
  | { readonly kind: 'hang' }
  /** Ends without a finish. */
  | { readonly kind: 'break' }

export type Saying = {
  readonly reasoning?: string
  readonly calls?: readonly SpokenCall[]
  readonly usage?: Usage | null
  readonly finish?: Finish
  readonly parts?: number
}

/** The model says this, and may call tools. */
export function says(text: string, { finish, ...more }: Saying = {}): ScriptLine {
  const spoken = { ...silence, ...more, text }
  return { ...spoken, end: { kind: 'finish', finish: finish ?? (spoken.calls.length > 0 ? 'tools' : 'stop') } }
}

/** The model calls one tool. */
export const calls = (tool: string, input: Json, more: Saying & { readonly text?: string } = {}): ScriptLine =>
  says(more.text ?? '', { ...more, calls: [{ tool, input }] })

export type Failing = {
  readonly retryable?: boolean
  readonly retryAfterMs?: number
  readonly message?: string
  /** What it says before it fails. */
  readonly after?: string
}

/** The call fails. Whether it is retryable follows from the code unless set. */
export function fails(code: FailureCode, { retryable, retryAfterMs, message, after }: Failing = {}): ScriptLine {
  return {
    ...silence,
    text: after ?? '',
    end: {
      kind: 'failure',
      code,
      message: message ?? `The script fails with ${code}.`,
      retryable: retryable ?? transient.has(code),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
  }
}

/** The model says nothing more until it is aborted. */
export const hangs = (after = ''): ScriptLine => ({ ...silence, text: after, end: { kind: 'hang' } })

/** The stream ends in the middle, without a reason. */
export const breaksOff = (after = ''): ScriptLine => ({ ...silence, text: after, end: { kind: 'break' } })

/** The line is for this agent only: agents that are asked in parallel come in no particular order. */
export const speaker = (agent: string, line: ScriptLine): ScriptLine => ({ ...line, agent })

/** The line starts only after the clock has advanced this far. */
export const later = (clock: Clock, ms: number, line: ScriptLine): ScriptLine => ({ ...line, delay: { clock, ms } })

const silence = { text: '', parts: 1, reasoning: '', calls: [] }

const transient: ReadonlySet<FailureCode> = new Set([
  'rate_limited',
  'overloaded',
  'server_error',
  'timeout',
  'network',
  'stream_truncated',
  'protocol',
  'empty_reply',
  'circuit_open',
])
