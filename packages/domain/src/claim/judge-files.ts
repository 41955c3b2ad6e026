import type { Claimed } from './claimed.ts'
import type { Deed } from './deed.ts'
import { deedsOf, type Evidence, mayHave } from './evidence.ts'
import { isByproduct, isSameFile } from './file-path.ts'
import { type ClaimVerdict, verdict } from './verdict.ts'

type FileClaim = Extract<Claimed, { path: string }>

const wrote = ({ wrote: paths = [] }: Deed, path: string): boolean => paths.some((one) => isSameFile(one, path))
const removed = ({ removed: paths = [] }: Deed, path: string): boolean => paths.some((one) => isSameFile(one, path))

/** A file that is said to be written or removed. */
export function judgeChange(claim: FileClaim, evidence: Evidence): ClaimVerdict | undefined {
  const { path, doer } = claim
  const calls = deedsOf(evidence, doer)
  const touches = (deed: Deed) => wrote(deed, path) || removed(deed, path)
  const newest = evidence.deeds.list.findLast((deed) => deed.ok && touches(deed))
  if (!newest) return untouched(claim, evidence, calls)
  const isOwn = doer !== 'self' || calls.some((deed) => deed.ok && touches(deed))
  if (!isOwn) return undefined
  if (isUndone(newest, evidence)) return undefined
  if (claim.kind === 'wrote' ? wrote(newest, path) : removed(newest, path)) return verdict('seen', newest)
  return claim.kind === 'wrote' ? verdict('contradicted', newest, `${path} was removed`) : undefined
}

/** Files changed later, whichever they are: nobody knows whether this one is as it was left. */
const isUndone = ({ seq, tree }: Deed, { deeds, speaker }: Evidence): boolean =>
  deeds.list.some(
    (one) => one.seq > seq && one.ok && one.changes && (one.tree === tree || tree !== speaker.tree || one.agent === ''),
  )

function untouched({ kind, path }: FileClaim, evidence: Evidence, calls: readonly Deed[]): ClaimVerdict | undefined {
  const all = evidence.deeds.list
  const isNamed = all.some(({ line }) => line !== undefined && names(line, path))
  if (isNamed || isByproduct(path) || mayHave(evidence, all) || all.some((deed) => deed.isBroad)) return undefined
  const refused = calls.findLast((deed) => !deed.ok && wrote(deed, path))
  if (refused) return verdict('contradicted', refused, `${path} was not written: the call failed`)
  return { mark: 'not_seen', why: `no call ${kind} ${path}` }
}

const names = (line: string, path: string): boolean => line.includes(path.split('/').at(-1) ?? path)

/** A file that is said to be read. */
export function judgeRead({ path, doer }: FileClaim, evidence: Evidence): ClaimVerdict | undefined {
  const calls = deedsOf(evidence, doer)
  const found = calls.findLast(({ ok, read = [] }) => ok && read.some((one) => isSameFile(one, path)))
  if (found) return verdict('seen', found)
  const isKnown = evidence.deeds.list.some((deed) => knows(deed, path))
  if (isKnown || mayHave(evidence, calls) || wasGiven(evidence, path)) return undefined
  return { mark: 'not_seen', why: `no call read ${path}` }
}

/** An agent that wrote a file, or saw a part of it, knows it. */
const knows = (deed: Deed, path: string): boolean =>
  wrote(deed, path) ||
  deed.isBroad === true ||
  (deed.near ?? []).some((one) => isSameFile(one, path)) ||
  (deed.line !== undefined && (names(deed.line, path) || /[*?]/u.test(deed.line)))

/** Its content may be in the text that the agent was given. */
function wasGiven({ speaker: { given } }: Evidence, path: string): boolean {
  const name = path.split('/').at(-1) ?? path
  return given.includes(name) && ['```', '~~~', 'diff --git'].some((mark) => given.includes(mark))
}

const LONG = 2_000
const STEMS: readonly (readonly [RegExp, RegExp])[] = [
  [/^spec/u, /spec/iu],
  [/^readme/u, /readme/iu],
  [/^doc/u, /doc|readme|guide|\.md$/iu],
]

/** Something without a file name that is said to be read: `the spec`. */
export function judgeStudied(
  { noun, doer }: Extract<Claimed, { kind: 'studied' }>,
  evidence: Evidence,
): ClaimVerdict | undefined {
  const calls = deedsOf(evidence, doer)
  const stem = STEMS.find(([of]) => of.test(noun))?.[1] ?? /./u
  const found = calls.findLast(({ ok, read = [] }) => ok && read.some((path) => stem.test(path)))
  if (found) return verdict('seen', found)
  const hasLooked = evidence.deeds.list.some(({ read, near, line, url }) => read ?? near ?? line ?? url)
  const { given } = evidence.speaker
  if (hasLooked || mayHave(evidence, calls) || given.length > LONG || given.includes('```')) return undefined
  return { mark: 'not_seen', why: 'no file was read' }
}
