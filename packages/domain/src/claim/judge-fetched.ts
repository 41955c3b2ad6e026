import type { Claimed } from './claimed.ts'
import type { Deed } from './deed.ts'
import { deedsOf, type Evidence, mayHave } from './evidence.ts'
import { type ClaimVerdict, verdict } from './verdict.ts'

type FetchClaim = Extract<Claimed, { kind: 'fetched' }>

/** A page or an address that is said to be loaded. */
export function judgeFetched(claim: FetchClaim, evidence: Evidence): ClaimVerdict | undefined {
  const calls = deedsOf(evidence, claim.doer)
  const newest = calls.findLast(({ url }) => url !== undefined && isSameAddress(url, claim.url))
  if (newest) return answered(claim, newest)
  const isTested = calls.some(({ runs = [] }) => runs.some(({ kind }) => kind === 'tests' || kind === 'fetch'))
  if (isTested || mayHave(evidence, calls)) return undefined
  return { mark: 'not_seen', why: claim.url === '' ? 'no page was fetched' : 'no call fetched it' }
}

function answered({ status }: FetchClaim, deed: Deed): ClaimVerdict | undefined {
  if (!deed.ok) return verdict('contradicted', deed)
  const run = deed.runs?.find(({ kind }) => kind === 'fetch')
  const shown = run?.status
  if (shown === undefined)
    return status === undefined && (!run || run.outcome === 'passed') ? verdict('seen', deed) : undefined
  const isRight = status === undefined ? shown < 400 : shown === status
  return verdict(isRight ? 'seen' : 'contradicted', deed, `it answered ${shown}`)
}

function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [bareAddress(one), bareAddress(other)]
  if (b === '') return /^(?:localhost|\[::1\])(?:[:/]|$)/u.test(a)
  return a === b || (b.startsWith('/') && a.slice(Math.max(0, a.indexOf('/'))) === b)
}

const bareAddress = (url: string): string =>
  url
    .replace(/^https?:\/\//u, '')
    .replace(/[/?#]*$/u, '')
    .replace(/^127\.0\.0\.1/u, 'localhost')
