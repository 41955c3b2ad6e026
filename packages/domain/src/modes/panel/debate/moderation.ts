import { isProhibited, PROHIBITED } from '../../../limits/prohibited.ts'
import { limitSentence } from '../../../run/limit-text.ts'
import type { Run } from '../../../state/session.ts'
import { estimateTokens } from '../../../usage/usage.ts'
import { protocolLines } from './reading.ts'
import { type DebateContext, type Turn, turnLimit } from './state.ts'

/** What happens to a contribution, and by which rule. */
export type ModeratorRuling = {
  readonly action: 'approved' | 'blocked' | 'redirected' | 'force_converge'
  readonly rule: string
  readonly reason: string
  /** What is put on the board, if not the whole contribution. */
  readonly cut?: string
}

/** A contribution to check: its last reply, and everything else said in its turn. */
export type Contribution = {
  readonly text: string
  readonly aside: readonly string[]
  readonly tokens: number
  readonly calls: number
  readonly turn: Turn
}

/** The checks in order. A text that matches a prohibited pattern is blocked, whatever limit is reached. */
export function judgeContribution(context: DebateContext, contribution: Contribution): ModeratorRuling {
  const prohibited = prohibitedIn(context.run, [contribution.text, ...contribution.aside])
  if (prohibited) return prohibited
  return (
    turnsOver(context, contribution) ??
    timeOver(context) ??
    tooLong(context, contribution) ??
    spent(context, contribution)
  )
}

/** Checks each pattern against everything that was said. */
export function prohibitedIn({ limits }: Pick<Run, 'limits'>, said: readonly string[]): ModeratorRuling | undefined {
  if (!isProhibited(limits, said)) return undefined
  const reason = 'It matches a prohibited pattern and was not shown to anyone.'
  return { action: 'blocked', rule: PROHIBITED, reason }
}

function turnsOver(context: DebateContext, { turn }: Contribution): ModeratorRuling | undefined {
  const cap = turnLimit(context)
  if (cap === null || turn.turn < cap) return undefined
  return {
    action: 'force_converge',
    rule: 'max_turns',
    reason: limitSentence({ limit: { which: 'turns', cap } }),
  }
}

function timeOver({ run }: DebateContext): ModeratorRuling | undefined {
  if (run.limit?.which !== 'time') return undefined
  return { action: 'force_converge', rule: 'max_duration', reason: limitSentence(run) }
}

/** A shorter version is requested once. If it is still too long it is cut, but never its position. */
function tooLong({ run }: DebateContext, { text, tokens, turn }: Contribution): ModeratorRuling | undefined {
  const cap = run.limits.maxTokensPerTurn
  if (cap === null || tokens <= cap) return undefined
  const reason = `It has about ${tokens} tokens. The limit per turn is ${cap}.`
  // If a limit ends the debate, nobody is asked again, and the contribution would be lost.
  if (turn.state !== 'speaking again' && !run.limit) return { action: 'redirected', rule: 'tokens_per_turn', reason }
  return { action: 'approved', rule: 'tokens_per_turn', reason: `${reason} It was cut.`, cut: cutAt(text, cap) }
}

function cutAt(text: string, tokens: number): string {
  const kept = protocolLines(text).join('\n')
  const room = Math.max(0, tokens * 4 - kept.length)
  return [`${text.slice(0, room).trimEnd()} […]`, `*(cut at ${tokens} tokens)*`, kept]
    .filter((part) => part !== '')
    .join('\n\n')
}

function spent({ run }: DebateContext, { calls, turn }: Contribution): ModeratorRuling {
  const perTurn = run.limits.maxToolCallsPerTurn
  const bySpend = run.limit && ['tokens', 'cost', 'calls'].includes(run.limit.which) && ruleOf[run.limit.which]
  if (bySpend) return { action: 'force_converge', rule: bySpend, reason: limitSentence(run) }
  if (perTurn !== null && calls > perTurn && turn.state !== 'speaking again' && !run.limit)
    return {
      action: 'redirected',
      rule: 'tool_calls_per_turn',
      reason: `It requested ${calls} tool calls. The limit per turn is ${perTurn}.`,
    }
  if (run.limit?.which === 'tool_calls')
    return { action: 'force_converge', rule: 'total_tool_calls', reason: limitSentence(run) }
  return { action: 'approved', rule: 'none', reason: '' }
}

/** The rule name of each run limit. */
export const ruleOf: { readonly [which: string]: string } = {
  turns: 'max_turns',
  calls: 'total_calls',
  time: 'max_duration',
  tokens: 'total_tokens',
  tool_calls: 'total_tool_calls',
  cost: 'cost',
}

/**
 * A contribution's tokens: the provider's count or ours, whichever is larger, because a server may report anything.
 * `rate`: how many tokens the model needs for each one we estimate, if learned.
 */
export const tokensSaid = (text: string, counted: number | null | undefined, rate = 1): number =>
  Math.max(counted ?? 0, Math.ceil(estimateTokens(text) * Math.min(1, rate)))
