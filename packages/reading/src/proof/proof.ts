import {
  countText,
  durationText,
  isGood,
  isProven,
  isYours,
  type Judged,
  judgeCheck,
  passedTests,
  passingText,
  passText,
  type Run,
  ranText,
  type Seen,
  type StepView,
  USER,
} from '@convene/domain'
import type { Tone } from '../story/line.ts'

/** A word with the tone it is said in. */
export type ProofWord = { readonly word: string; readonly tone: Tone | 'live' }

/** What Convene saw of a check, in words: what it is, what it says about the work, and the facts behind that. */
export type CheckWords = ProofWord & {
  readonly check: string
  readonly facts: readonly string[]
  /** The end of its output, if it failed: people want to see why. */
  readonly output: string
}

/** One check of a step. `isOver`: nothing more will be run. */
export function checkWords(seen: Seen, isOver: boolean): CheckWords {
  const newest = seen.final ?? seen.after ?? seen.earlier
  const check = seen.check.kind === 'command' ? seen.check.run : passText(seen.check).replaceAll('`', '')
  const output = newest?.outcome === 'failed' ? (newest.output ?? '') : ''
  return { check, ...said(seen, isOver), facts: factsOf(seen, isOver), output }
}

/** It will be run again, so it is neither good nor bad. */
const earlierTones = { passed: 'plain', failed: 'warning', not_run: 'warning' } as const

function said(seen: Seen, isOver: boolean): ProofWord {
  if (!(seen.final ?? seen.after)) {
    if (seen.earlier) return { word: `${ranText(seen.earlier)} last time`, tone: earlierTones[seen.earlier.outcome] }
    return { word: isOver ? 'not run' : 'not run yet', tone: isOver ? 'warning' : 'plain' }
  }
  const { standing, still, later } = judgeCheck(seen)
  switch (standing) {
    case 'proof':
      return { word: 'proven', tone: 'good' }
    case 'yours':
      return { word: 'your word', tone: 'good' }
    case 'guard':
      return { word: still ? 'still passes' : 'passes', tone: 'good' }
    case 'changed':
      return { word: `${later ? 'a later step' : 'its author'} changed the test`, tone: 'warning' }
    case 'stale':
      return isOver ? { word: 'not run on the final files', tone: 'warning' } : { word: 'passes so far', tone: 'plain' }
    case 'failed':
      return { word: 'fails', tone: 'bad' }
    case 'not_run':
      return { word: 'not run', tone: 'warning' }
  }
}

/** `failed before`, `exit 0 now`, `12 tests pass`, `0.8 s`. Only what was seen. */
function factsOf(seen: Seen, isOver: boolean): readonly string[] {
  const newest = seen.final ?? seen.after
  const { standing, why } = judgeCheck(seen)
  const isExplained = (isLess(seen) || ['failed', 'not_run', 'changed'].includes(standing)) && newest !== undefined
  const tests = newest?.outcome === 'passed' ? passedTests(newest.output ?? '') : undefined
  return [
    beforeText(seen),
    newest?.exit === undefined ? '' : `exit ${newest.exit} now`,
    tests === undefined ? '' : testsText(tests),
    newest && newest.outcome !== 'not_run' && newest.check.kind !== 'you' ? durationText(newest.ms) : '',
    isExplained ? why : '',
    seen.earlier ? (isOver ? 'not run again' : 'not run again yet') : '',
  ].filter((part) => part !== '')
}

/** That nothing was changed before the work is no news. */
function beforeText({ check, before }: Seen): string {
  if (!before || before.outcome === 'not_run' || check.kind === 'change') return ''
  return `${before.outcome} before`
}

/** It failed before, and is no proof nevertheless. */
const isLess = (seen: Seen): boolean =>
  seen.check.kind === 'command' && seen.before?.outcome === 'failed' && judgeCheck(seen).standing === 'guard'

const testsText = (count: number): string => (count === 1 ? '1 test passes' : `${count} tests pass`)

type Naming = (agent: string) => string

/** On whose word, or by which proof, a step is where it is. `isOver`: nobody works on it any more. */
export function stepProofWord(step: StepView, isOver: boolean, nameOf: Naming): ProofWord {
  if (step.against) return { word: 'Accepted against its review', tone: 'warning' }
  if (step.state === 'accepted') return acceptedBy(step, nameOf)
  if (step.state === 'finished')
    return isOver ? { word: 'Not accepted', tone: 'warning' } : { word: 'In review', tone: 'live' }
  if (step.state === 'running') return isOver ? stopped : running(step)
  return states[step.state]
}

function acceptedBy({ seen, reviewer }: StepView, nameOf: Naming): ProofWord {
  const judged = seen.map(judgeCheck)
  if (isProven(judged)) return { word: 'Proven', tone: 'good' }
  if (isYours(judged)) return { word: 'On your word', tone: 'good' }
  return reviewer
    ? { word: `On ${nameOf(reviewer)}’s word`, tone: 'warning' }
    : { word: 'Accepted without review', tone: 'warning' }
}

const stopped: ProofWord = { word: 'Not finished', tone: 'warning' }

const running = ({ reported, seen }: StepView): ProofWord => {
  if (!reported) return { word: 'Working', tone: 'live' }
  return seen.some(({ after, check }) => !after && check.kind !== 'you')
    ? { word: 'Being checked', tone: 'live' }
    : { word: 'In review', tone: 'live' }
}

const states: Readonly<Record<Exclude<StepView['state'], 'accepted' | 'finished' | 'running'>, ProofWord>> = {
  pending: { word: 'Waiting', tone: 'plain' },
  waiting: { word: 'Being handed over', tone: 'live' },
  blocked: { word: 'Blocked', tone: 'warning' },
  reopened: { word: 'Sent back', tone: 'warning' },
  failed: { word: 'Failed', tone: 'bad' },
  skipped: { word: 'Skipped', tone: 'plain' },
  not_carried_out: { word: 'Not carried out', tone: 'plain' },
}

/**
 * What the checks of all steps say together, for the top of a build: `12 tests pass`, `2 checks fail`. Commands may run
 * the same tests, so the largest count is named and nothing is added up.
 */
export function checksWord(steps: readonly Pick<StepView, 'seen'>[], isOver: boolean): ProofWord | null {
  const seen = steps.flatMap((step) => step.seen)
  if (!seen.some(({ final, after }) => final ?? after)) {
    const word = seen.some(({ earlier }) => earlier) ? 'No check was run again' : 'No check was run'
    return seen.length > 0 && isOver ? { word, tone: 'warning' } : null
  }
  const judged = seen.map((one) => ({ one, ...judgeCheck(one) }))
  const having = (standing: Judged['standing']) => judged.filter((each) => each.standing === standing).length
  const [failed, changed] = [having('failed'), having('changed')]
  if (failed > 0) return { word: failed === 1 ? '1 check fails' : `${failed} checks fail`, tone: 'bad' }
  if (changed > 0) return { word: `the tests of ${countText(changed, 'check')} were changed`, tone: 'warning' }
  const good = judged.filter((each) => isGood(each) || (!isOver && each.standing === 'stale'))
  const outputs = good.flatMap(({ one: { final, after } }) => (final ?? after)?.output ?? [])
  const tests = Math.max(0, ...outputs.map((output) => passedTests(output) ?? 0))
  if (good.length < judged.length)
    return { word: passingText({ passed: good.length, of: judged.length }), tone: 'warning' }
  return { word: tests > 0 ? testsText(tests) : passingText({ passed: good.length, of: judged.length }), tone: 'good' }
}

/** How the steps came to be accepted: `2 proven`, `1 on Reviewer’s word`. Each with its tone. */
export function proofWords(steps: readonly StepView[], nameOf: Naming): readonly ProofWord[] {
  const counts = new Map<string, { count: number; tone: ProofWord['tone'] }>()
  for (const step of steps) {
    if (step.state !== 'accepted') continue
    const { word, tone } = stepProofWord(step, true, nameOf)
    counts.set(word, { count: (counts.get(word)?.count ?? 0) + 1, tone })
  }
  return [...counts].map(([word, { count, tone }]) => ({
    word: `${count} ${word.charAt(0).toLowerCase()}${word.slice(1)}`,
    tone,
  }))
}

/** The same of a run whose checks are those of the whole: `1 proven`, `1 on Judge’s word`. Empty until it ends. */
export function runProofWords({ finished }: Run, nameOf: Naming): readonly ProofWord[] {
  const { proven = 0, said = [] } = finished?.proof ?? {}
  const proofs: readonly ProofWord[] = proven > 0 ? [{ word: `${proven} proven`, tone: 'good' }] : []
  const words = said.map(({ by, steps }) =>
    by === USER ? `${steps} on your word` : `${steps} on ${nameOf(by)}’s word`,
  )
  return [...proofs, ...words.map((word): ProofWord => ({ word, tone: 'warning' }))]
}
