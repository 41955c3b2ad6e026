import type { LimitName, Limits } from '../limits/limits.ts'
import type { Run } from '../state/session.ts'
import { countText, dollarsText, tokensText } from '../text/amounts.ts'

const limits: Readonly<Record<LimitName, string>> = {
  turns: 'turn limit',
  calls: 'model-call limit',
  time: 'time limit',
  tokens: 'token limit',
  tool_calls: 'tool-call limit',
  cost: 'cost limit',
  iterations: 'iteration limit',
  no_progress: 'limit on calls without progress',
}

export const limitWord = (which: LimitName): string => limits[which] ?? `${which.replaceAll('_', ' ')} limit`

const rules: { readonly [rule: string]: string } = {
  max_turns: limits.turns,
  total_calls: limits.calls,
  max_duration: limits.time,
  total_tokens: limits.tokens,
  total_tool_calls: limits.tool_calls,
  cost: limits.cost,
  tokens_per_turn: 'token limit per turn',
  tool_calls_per_turn: 'tool-call limit per turn',
  turn_duration: 'time limit per turn',
}

/** The rule by which moderation acted: `total_calls` as `model-call limit`. */
export const ruleText = (rule: string): string =>
  (Object.hasOwn(rules, rule) ? rules[rule] : undefined) ?? rule.replaceAll('_', ' ')

const MINUTE = 60_000

const amounts: { readonly [which in LimitName]: (cap: number) => string } = {
  turns: (cap) => countText(cap, 'turn'),
  calls: (cap) => countText(cap, 'model call'),
  time: (cap) => countText(Math.round((cap / MINUTE) * 100) / 100, 'minute'),
  tokens: (cap) => `${tokensText(cap)} tokens`,
  tool_calls: (cap) => countText(cap, 'tool call'),
  cost: dollarsText,
  iterations: (cap) => countText(cap, 'iteration'),
  no_progress: (cap) => `${countText(cap, 'model call')} without progress`,
}

type Limited = { readonly limit: { readonly which: LimitName; readonly cap?: number } | null }

/** `the limit of 600 model calls`: the limit a run has reached, with its value if the log has it. */
export function limitText({ limit }: Limited): string {
  if (!limit) return 'a limit'
  return `the limit of ${limit.cap === undefined ? limit.which.replace('_', ' ') : amounts[limit.which](limit.cap)}`
}

/** `The limit of 600 model calls was reached.` */
export const limitSentence = (run: Limited): string =>
  `${limitText(run).replace(/^./u, (first) => first.toUpperCase())} was reached.`

/** A gate's warning: limits the run will probably reach before it is done. */
export function overText({ estimate: { over = [] }, limits }: Pick<Run, 'estimate' | 'limits'>): string {
  const caps: { readonly [which in LimitName]?: number | null } = {
    calls: limits.maxCalls,
    tokens: limits.maxTotalTokens,
    cost: limits.maxCostUsd,
    time: limits.maxDuration === null ? null : limits.maxDuration * MINUTE,
  }
  const reached = over.map((which) => amounts[which](caps[which] ?? 0))
  if (reached.length === 0) return ''
  return `This will probably exceed the limits of the run, which stops at ${reached.join(' or ')}. To allow more, stop it and start again with a higher limit.`
}

/** The caps that are set, each in a few words: `30 turns`, `600 model calls`, `12M tokens`, `240 min`. */
export function capTexts(limits: Partial<Limits>): readonly string[] {
  const caps: readonly (readonly [number | null | undefined, (cap: number) => string])[] = [
    [limits.maxTurns, (cap) => countText(cap, 'turn')],
    [limits.maxIterations, (cap) => countText(cap, 'iteration')],
    [limits.maxCalls, (cap) => countText(cap, 'model call')],
    [limits.maxTotalTokens, (cap) => `${tokensText(cap)} tokens`],
    [limits.maxCostUsd, dollarsText],
    [limits.maxDuration, (cap) => `${cap} min`],
    [limits.maxToolCalls, (cap) => countText(cap, 'tool call')],
  ]
  return caps.flatMap(([cap, text]) => (cap === null || cap === undefined ? [] : [text(cap)]))
}
