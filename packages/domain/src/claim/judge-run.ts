import type { Claimed } from './claimed.ts'
import type { Deed, Ran } from './deed.ts'
import { changeAfter, deedsOf, type Evidence, mayHave } from './evidence.ts'
import { isSameFile } from './file-path.ts'
import { type ClaimVerdict, callText, verdict } from './verdict.ts'

type RunClaim = Extract<Claimed, { kind: 'ran' }>
type Tried = { readonly deed: Deed; readonly run: Ran }

const NAMES: Readonly<Record<RunClaim['what'], string>> = {
  tests: 'no tests were run',
  build: 'no build was run',
  lint: 'no linter was run',
  types: 'no type check was run',
  commit: 'nothing was committed',
  push: 'nothing was pushed',
}

/** Tests, builds and so on: whether they ran, on which files, and how they ended. */
export function judgeRun(claim: RunClaim, evidence: Evidence): ClaimVerdict | undefined {
  const calls = deedsOf(evidence, claim.doer)
  const all = triesOf(claim, calls)
  const tries = all.filter(({ deed }) => isHere(deed, evidence) && isAbout(claim, deed))
  const newest = tries.at(-1)
  if (!newest) return unseen(claim, evidence, { calls, all })
  if (!claim.passes) return started(tries)
  if (claim.what === 'commit' || claim.what === 'push')
    return newest.run.outcome === 'unknown'
      ? undefined
      : verdict(newest.run.outcome === 'passed' ? 'seen' : 'contradicted', newest.deed)
  const isHidden = mayHave(
    evidence,
    calls.filter(({ seq }) => seq > newest.deed.seq),
  )
  switch (newest.run.outcome) {
    case 'unknown':
      return undefined
    case 'failed':
      return isHidden ? undefined : failed(evidence, tries, newest)
    case 'passed':
      return passed(claim, evidence, { tries, newest, isHidden })
  }
}

/** Building also checks types, and the other way round. */
const ALIKE: Readonly<Record<RunClaim['what'], readonly Ran['kind'][]>> = {
  tests: ['tests'],
  build: ['build', 'types'],
  lint: ['lint'],
  types: ['types', 'build'],
  commit: ['commit'],
  push: ['push'],
}

const triesOf = ({ what }: RunClaim, calls: readonly Deed[]): readonly Tried[] =>
  calls.flatMap((deed) =>
    (deed.runs ?? []).filter(({ kind }) => ALIKE[what].includes(kind)).map((run) => ({ deed, run })),
  )

/** On the files that are spoken about: what others ran in their own trees says nothing about these. */
const isHere = (deed: Deed, { speaker }: Evidence): boolean =>
  !deed.elsewhere && (speaker.isSummary || deed.tree === speaker.tree)

/** That it ran, however it ended. */
function started(tries: readonly Tried[]): ClaimVerdict | undefined {
  const sure = tries.findLast(({ run }) => !run.isUnsure)
  return sure && verdict('seen', sure.deed)
}

/** A run of other test files says nothing about this one. */
function isAbout({ about }: RunClaim, { line = '' }: Deed): boolean {
  if (about === undefined) return true
  const named = line.split(/[\s'";&|]+/u).filter((word) => /(?:test|spec)\S*\.\w+$/iu.test(word) && !/[*]/u.test(word))
  return named.length === 0 || named.some((word) => isSameFile(word, about))
}

function unseen(
  { what }: RunClaim,
  evidence: Evidence,
  { calls, all }: { calls: readonly Deed[]; all: readonly Tried[] },
): ClaimVerdict | undefined {
  if (mayHave(evidence, calls)) return undefined
  // Merging and reverting commit as well.
  if (what === 'commit' && calls.some(({ changes, line = '' }) => changes && /\bgit\b/u.test(line))) return undefined
  const other = all.at(-1)
  if (!other) return { mark: 'not_seen', why: NAMES[what] }
  // What Convene ran itself may have been on the same files.
  if (other.deed.agent === '') return undefined
  const where = other.deed.elsewhere ? `only in ${other.deed.folder}` : 'only for other files'
  return verdict('not_seen', other.deed, `${where}: ${callText(other.deed)}`)
}

function failed(evidence: Evidence, tries: readonly Tried[], newest: Tried): ClaimVerdict {
  if (!changeAfter(evidence, newest.deed)) return verdict('contradicted', newest.deed)
  const before = tries.findLast(({ run }) => run.outcome === 'passed')
  return before
    ? verdict('stale', before.deed, `passed before files changed again: ${callText(before.deed)}`)
    : verdict('not_seen', newest.deed, `last run failed, and not run since: ${callText(newest.deed)}`)
}

type Passed = { readonly tries: readonly Tried[]; readonly newest: Tried; readonly isHidden: boolean }

function passed(
  { count, isAll }: RunClaim,
  evidence: Evidence,
  { tries, newest, isHidden }: Passed,
): ClaimVerdict | undefined {
  const since = changeAfter(evidence, newest.deed)
  const isOld = since !== undefined
  const current = isOld
    ? [newest]
    : tries.filter(({ deed, run }) => run.outcome === 'passed' && !changeAfter(evidence, deed))
  if (count === undefined && isAll && current.every(({ run }) => run.isPart)) return undefined
  const proof = count === undefined ? newest : proofOf(count, current)
  if (proof === 'open' || (isOld && isHidden)) return undefined
  if (proof === undefined) return isHidden ? undefined : verdict('contradicted', newest.deed)
  return isOld ? stale(proof.deed) : verdict('seen', proof.deed)
}

const stale = (deed: Deed): ClaimVerdict => verdict('stale', deed, `files changed after ${callText(deed)}`)

/** Seen, or stale if files changed since. */
export const staleOr = (evidence: Evidence, deed: Deed): ClaimVerdict =>
  changeAfter(evidence, deed) ? stale(deed) : verdict('seen', deed)

/** The run that had this many passed tests, or several that had together. `open`: no run said how many. */
function proofOf(count: number, tries: readonly Tried[]): Tried | 'open' | undefined {
  const known = tries.filter(({ run }) => run.passed !== undefined || run.total !== undefined)
  const isOpen = tries.some(({ run }) => run.isPart || run.isSeveral)
  if (known.length < tries.length || known.length === 0 || isOpen) {
    const match = known.findLast(({ run }) => run.passed === count)
    return match ?? (known.length === tries.length && isTooMany(count, known) ? undefined : 'open')
  }
  const one = known.findLast(({ run }) => (run.passed ?? run.total) === count)
  const sums = sumsOf(known.map(({ run }) => run.passed ?? run.total ?? 0))
  return one ?? (sums.has(count) ? known.at(-1) : undefined)
}

/** All tests have run as well, and even all runs together had fewer. */
const isTooMany = (count: number, known: readonly Tried[]): boolean =>
  known.some(({ run }) => !run.isPart) &&
  known.every(({ run }) => !run.isSeveral) &&
  count > known.reduce((sum, { run }) => sum + (run.passed ?? run.total ?? 0), 0)

const MOST_RUNS = 8

/** The sums of some of these numbers. */
function sumsOf(numbers: readonly number[]): ReadonlySet<number> {
  const sums = new Set([0])
  for (const number of numbers.slice(-MOST_RUNS)) for (const sum of [...sums]) sums.add(sum + number)
  return sums
}
