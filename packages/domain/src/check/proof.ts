import { countText } from '../text/amounts.ts'
import type { Check, CheckResult } from './check.ts'
import { passText } from './check-text.ts'
import { testCount } from './test-summary.ts'

/** What Convene saw of one check, at each moment. */
export type Seen = {
  readonly check: Check
  readonly before?: CheckResult | undefined
  readonly after?: CheckResult | undefined
  readonly final?: CheckResult | undefined
  /** Its newest result in an earlier attempt, until it has run in this one. It says nothing about the work as it is now. */
  readonly earlier?: CheckResult | undefined
  /** Other steps changed files while this one did, so nobody can say whose work the check saw. */
  readonly shared?: boolean
  /** Somebody changed the files between this check and the last one. */
  readonly moved?: boolean
}

/**
 * `proof`: it failed before and passes on the final files. `guard`: it passed before and still does. `yours`: you
 * said yes. `changed`: it passes, but what it tests was changed. `stale`: it passed on older files.
 */
export type CheckStanding = 'proof' | 'guard' | 'yours' | 'changed' | 'stale' | 'failed' | 'not_run'

export type Judged = {
  readonly check: Check
  readonly standing: CheckStanding
  readonly why: string
  /** It passed before as well. */
  readonly still?: boolean
  /** Its test was as it had been when the work was reported, and somebody changed it after that. */
  readonly later?: boolean
}

/** What a check says about the work, and why it says no more than that. */
export function judgeCheck(seen: Seen): Judged {
  const { check, after, final } = seen
  const newest = final ?? after
  const unrun = seen.earlier ? `it ${ranText(seen.earlier)} last time, and was not run again` : 'it was not run'
  const judged = (standing: CheckStanding, why: string): Judged => ({ check, standing, why })
  if (!newest || newest.outcome === 'not_run') return judged('not_run', newest?.reason ?? unrun)
  if (newest.outcome === 'failed') return judged('failed', newest.reason ?? 'it failed')
  if (!final && check.kind !== 'change') return judged('stale', 'it was not run on the final files')
  if (seen.moved) return judged('stale', 'the files were changed while the checks ran')
  const changed = changesOf(seen)
  if (changed.why !== '') return { ...judged('changed', changed.why), ...changed.when }
  const still = check.kind !== 'you' && seen.before?.outcome === 'passed'
  return { ...judged(...passed(seen)), ...(still && { still }) }
}

/** `failed`, `passed`, `could not be run`. */
export const ranText = ({ outcome }: CheckResult): string => (outcome === 'not_run' ? 'could not be run' : outcome)

/** What passed before must not get worse. A failure that was there before is nobody's fault. */
export const isExcused = ({ check, before }: Pick<Seen, 'check' | 'before'>): boolean =>
  check.kind === 'command' && check.guard === true && before?.outcome !== 'passed'

const GOOD: ReadonlySet<CheckStanding> = new Set(['proof', 'guard', 'yours'])

/** Whether a check passes, and nothing speaks against that. */
export const isGood = ({ standing }: Judged): boolean => GOOD.has(standing)

/** Why a check is not met. `changed`: it passes, and somebody else has to say whether that means anything. */
export function lackOf(seen: Seen): 'failed' | 'not_run' | 'changed' | undefined {
  const { standing } = judgeCheck(seen)
  if (standing === 'changed') return 'changed'
  if (isExcused(seen) || GOOD.has(standing)) return undefined
  return standing === 'failed' ? 'failed' : 'not_run'
}

/** What a pass is worth depends on what was there before. */
function passed({ check, before, after, shared }: Seen): readonly [CheckStanding, string] {
  if (check.kind === 'you') return ['yours', 'you said yes']
  if (check.kind === 'change') return ['guard', 'nothing else was changed']
  if (!before || before.outcome === 'not_run') return ['guard', 'nobody knows whether it passed before']
  if (before.outcome === 'passed') return ['guard', 'it also passed before']
  if (after?.outcome !== 'passed') return ['guard', 'it could not be run when the work was reported']
  return shared ? ['guard', 'other steps worked on the same files at the same time'] : ['proof', 'it failed before']
}

const MOST_LISTED = 3

const shortList = (items: readonly string[]): string =>
  [
    ...items.slice(0, MOST_LISTED),
    ...(items.length > MOST_LISTED ? [`and ${items.length - MOST_LISTED} more`] : []),
  ].join(', ')

/** What was changed of what a check tests, and whether that was after the work was reported. */
function changesOf(seen: Seen): { readonly why: string; readonly when: Pick<Judged, 'later'> } {
  const own = seen.after ? tamperedIn({ ...seen, final: undefined }) : []
  const isLater = seen.after?.outcome === 'passed' && own.length === 0
  return { why: shortList([...new Set([...own, ...tamperedIn(seen)])]), when: isLater ? { later: true } : {} }
}

const tamperedIn = (seen: Seen): readonly string[] => [
  ...((seen.final ?? seen.after)?.tampered ?? []),
  ...fewerTests(seen),
]

/** A run that tests less than the one before may pass because of that. */
function fewerTests({ check, before, after, final }: Seen): readonly string[] {
  if (check.kind !== 'command' || !before || before.outcome === 'not_run') return []
  const was = testCount(before.output ?? '')
  const now = testCount((final ?? after)?.output ?? '')
  if (was === undefined || was === 0 || (now !== undefined && now >= was)) return []
  return [
    now === undefined
      ? `it ran ${countText(was, 'test')} before, and now says nothing about tests`
      : `it ran ${countText(was, 'test')} before and ${now} now`,
  ]
}

/** Work is proven by at least one proof, if nothing speaks against it. */
export const isProven = (judged: readonly Judged[]): boolean =>
  judged.some(({ standing }) => standing === 'proof') && judged.every(isGood)

/** Work is accepted on your word if you said yes to it, nothing else proves it, and nothing speaks against it. */
export const isYours = (judged: readonly Judged[]): boolean =>
  judged.some(({ standing }) => standing === 'yours') && judged.every(isGood) && !isProven(judged)

const WORDS: { readonly [standing in CheckStanding]: string } = {
  proof: 'passes now',
  guard: 'passes',
  yours: 'is confirmed',
  changed: 'passes, but its author changed the test',
  stale: 'passed, but not on the final files',
  failed: 'fails',
  not_run: 'was not run',
}

/** One line about a check, for reports and screens. */
export const judgedText = ({ check, standing, why, still, later }: Judged): string => {
  const word = still ? 'still passes' : later ? 'passes, but a later step changed the test' : WORDS[standing]
  return `${check.kind === 'command' ? `\`${check.run}\`` : passText(check)}: ${word} (${why})`
}
