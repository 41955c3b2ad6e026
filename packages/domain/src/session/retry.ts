import { hashNumber } from '../shared/hash.ts'
import type { EffectKey } from '../shared/ids.ts'

/** The single budget of attempts: no layer above or below retries. */
const ATTEMPTS = 4
const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/** An empty answer is requested again only once. */
const twice: readonly string[] = ['empty_reply', 'output_limit']

/** Whether a failure after this many others ends the call. */
export function isLastTry(code: string, failures: number): boolean {
  return failures + 1 >= (twice.includes(code) ? 2 : ATTEMPTS)
}

/**
 * How long to wait: what the server asks for, else exponential with jitter. The jitter is derived from the key, so a
 * replay waits the same.
 */
export function backOff(key: EffectKey, failures: number, retryAfterMs: number | undefined): number {
  if (retryAfterMs !== undefined) return Math.max(0, Math.ceil(retryAfterMs))
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
  return Math.round(full * (0.5 + fraction(key) / 2))
}

/** A number from 0 to 1. */
const fraction = (text: string): number => hashNumber(text) / 0x1_0000_0000
