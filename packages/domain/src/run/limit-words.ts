import type { LimitName } from '../limits/limits.ts'

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
