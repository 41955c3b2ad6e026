import { findLast, type ModelRequest } from '@convene/domain'
import type { Model } from '@convene/engine'
import { watched } from '../condition/watched.ts'
import { type ScriptLine, says } from './line.ts'
import { perform } from './perform.ts'

/** A request with the fields that scripts match on. */
export type ScriptedRequest = ModelRequest & {
  /** `Respond` if the last user line with a heading starts with `# Respond`. */
  readonly heading: string | undefined
  /** 1 if this agent is asked under this heading for the first time. */
  readonly turn: number
}

/** A line, its text alone, or undefined for an unscripted request. */
type Answers = (request: ScriptedRequest) => ScriptLine | string | undefined

/** A model that follows a script. It uses no real time and says the same in every run. */
export interface ScriptedModel extends Model {
  readonly requests: readonly ScriptedRequest[]
  /** Requests that were aborted or abandoned before their end. */
  readonly aborted: readonly ScriptedRequest[]
  /** How many answers are in progress. */
  open(): number
  /** Appends lines to the script. */
  add(...lines: readonly ScriptLine[]): void
  /** Resolves when the condition holds. Checked whenever a request arrives or ends. */
  until(condition: (model: ScriptedModel) => boolean): Promise<void>
  /** Throws if a line was never used, or a request was not scripted. */
  assertSpent(): void
}

/** Answers by a rule instead of a list. */
export const answers = (answer: Answers): { readonly answer: Answers } => ({ answer })

/** The lines in order, one per request, or `answers(…)`. */
export function scriptedModel(
  ...script: readonly ScriptLine[] | readonly [{ readonly answer: Answers }]
): ScriptedModel {
  const [first] = script
  const answer = first && 'answer' in first ? first.answer : undefined
  const lines = answer ? [] : [...(script as readonly ScriptLine[])]
  const requests: ScriptedRequest[] = []
  const aborted: ScriptedRequest[] = []
  const unscripted: ScriptedRequest[] = []
  const changes = watched()
  let open = 0

  const lineFor = (request: ScriptedRequest): ScriptLine => {
    const answered = answer?.(request) ?? take(lines, request.agent)
    if (answered === undefined) unscripted.push(request)
    return typeof answered === 'string' ? says(answered) : (answered ?? nobodyScripted(request))
  }
  const model: ScriptedModel = {
    requests,
    aborted,
    open: () => open,
    add: (...more) => void lines.push(...more),
    until: (condition) => changes.until(() => condition(model)),
    assertSpent: () => assertSpent(lines, unscripted),
    async *stream(request, signal) {
      const asked = { ...request, ...aboutOf(request, requests) }
      requests.push(asked)
      open++
      changes.look()
      let whole = false
      try {
        yield* perform(lineFor(asked), request, signal)
        whole = !signal.aborted
      } finally {
        open--
        if (!whole) aborted.push(asked)
        changes.look()
      }
    },
  }
  return model
}

function aboutOf(
  request: ModelRequest,
  earlier: readonly ScriptedRequest[],
): { heading: string | undefined; turn: number } {
  const line = findLast(request.lines, (one) => one.role === 'user' && /^# /m.test(one.text))
  const heading = line?.role === 'user' ? /^# (.+)$/m.exec(line.text)?.[1]?.trim() : undefined
  const same = earlier.filter((one) => one.agent === request.agent && one.heading === heading)
  return { heading, turn: same.length + 1 }
}

function take(lines: ScriptLine[], agent: string): ScriptLine | undefined {
  const index = lines.findIndex((line) => line.agent === undefined || line.agent === agent)
  return index === -1 ? undefined : lines.splice(index, 1)[0]
}

const nobodyScripted = (request: ScriptedRequest): ScriptLine => ({
  ...says(''),
  end: { kind: 'failure', code: 'not_configured', message: `Nobody scripted ${named(request)}.`, retryable: false },
})

const named = (request: ScriptedRequest): string =>
  `an answer of ${request.agent} to "${request.heading ?? 'no heading'}"`

function assertSpent(lines: readonly ScriptLine[], unscripted: readonly ScriptedRequest[]): void {
  const complaints = [
    ...lines.map(
      (line) => `Nobody asked for ${line.agent ? `${line.agent}'s ` : ''}line ${JSON.stringify(shown(line))}.`,
    ),
    ...unscripted.map((request) => `Nobody scripted ${named(request)}.`),
  ]
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
}

const shown = (line: ScriptLine): string =>
  line.text ||
  line.calls.map((call) => call.tool).join(', ') ||
  (line.end.kind === 'failure' ? line.end.code : line.end.kind)
