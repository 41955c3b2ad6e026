import type { AbortSignal } from '@convene/engine'
import { type GuardOptions, guardedRequest } from '../guard/guarded-request.ts'
import { everything, nothing, parseRobots, type Robots } from './robots.ts'

const AGENT = 'convene'
const MAX_BYTES = 500_000
const TIMEOUT_MS = 10_000

/**
 * Asks each site once for its rules. A missing file allows everything, an unreachable one forbids everything (RFC
 * 9309).
 */
export function robotsOfSites(guard: GuardOptions): (url: URL, signal: AbortSignal) => Promise<Robots> {
  const known = new Map<string, Promise<Robots>>()
  return (url, signal) => {
    const robots = known.get(url.origin) ?? fetchRobots(url.origin, guard, signal)
    known.set(url.origin, robots)
    return robots
  }
}

async function fetchRobots(origin: string, guard: GuardOptions, signal: AbortSignal): Promise<Robots> {
  const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, maxRedirects: 5 }
  const response = await guardedRequest({ url: `${origin}/robots.txt` }, { ...guard, ...limits }, signal)
  if (!response.ok) return nothing
  const { status, body } = response.value
  if (status >= 400 && status < 500) return everything
  return status === 200 ? parseRobots(new TextDecoder().decode(body), AGENT) : nothing
}
