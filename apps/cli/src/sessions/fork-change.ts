import { type ChangeableLimit, ForkChange, ok, type Result, refuse } from '@convene/domain'
import type { Input } from '../command-line/input.ts'

const limits: readonly (readonly [string, ChangeableLimit])[] = [
  ['max-turns', 'maxTurns'],
  ['max-calls', 'maxCalls'],
  ['max-tokens', 'maxTotalTokens'],
  ['max-cost', 'maxCostUsd'],
  ['max-minutes', 'maxDuration'],
  ['max-iterations', 'maxIterations'],
]

/** The change that the options ask for, or undefined if none. Two changes would hide which one made the difference. */
export function changeIn(input: Input): Result<ForkChange | undefined> {
  const asked = [...wordsIn(input), ...limitsIn(input)]
  const [first, second] = asked
  if (!first) return ok(undefined)
  if (second)
    return refuse('bad_change', `Change one thing at a time: --${first.option} or --${second.option}, not both.`)
  if (input.text('at') !== undefined || input.flag('keep-files'))
    return refuse('bad_change', `--${first.option} starts the run over. Leave out --at and --keep-files.`)
  const pair = ['model', 'swap'].includes(first.option) && !input.text(first.option)?.includes('=')
  if (pair)
    return refuse('bad_change', `--${first.option} needs a seat and what it gets, as in ${pairs[first.option]}.`)
  const read = ForkChange.safeParse(first.change)
  if (read.success) return ok(read.data)
  return refuse('bad_change', `--${first.option}: ${read.error.issues[0]?.message ?? 'invalid'}.`)
}

const pairs: { readonly [option: string]: string } = {
  model: '--model security=openai/gpt-5',
  swap: '--swap security=architect',
}

type ChangeOption = { readonly option: string; readonly change: { readonly [field: string]: unknown } }

function wordsIn(input: Input): readonly ChangeOption[] {
  const given = (option: string, change: (value: string) => ChangeOption['change']): readonly ChangeOption[] => {
    const value = input.text(option)
    return value === undefined ? [] : [{ option, change: { type: option, ...change(value) } }]
  }
  return [
    ...given('model', (value) => ({ seat: before(value), model: behind(value) })),
    ...given('swap', (value) => ({ seat: before(value), agent: behind(value) })),
    ...given('without', (seat) => ({ seat })),
    ...given('fact', (text) => ({ text })),
    ...given('forbid', (text) => ({ text })),
  ]
}

const limitsIn = (input: Input): readonly ChangeOption[] =>
  limits.flatMap(([option, limit]) => {
    const value = input.number(option)
    return value === undefined ? [] : [{ option, change: { type: 'limit', limit, value } }]
  })

/** The parts of `SEAT=MODEL`. Models may contain an equals sign, seats may not. */
const before = (value: string): string => value.split('=', 1)[0]?.trim() ?? ''
const behind = (value: string): string => (value.includes('=') ? value.slice(value.indexOf('=') + 1).trim() : '')
