import { hashNumber } from '../shared/hash.ts'
import type { EffectKey } from '../shared/ids.ts'

/** The single budget of attempts: no layer above or below retries. */
const ATTEMPTS = 4
const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/** An empty answer is requested again only once. */
const twice: readonly string[] = ['empty_reply', 'output_limit']

/** A provider that only asks for patience gets minutes of it: in the end it answers, and giving up loses a member. */
const patient: readonly string[] = ['rate_limited', 'overloaded', 'circuit_open']
const PATIENT_ATTEMPTS = 14

/** Whether a failure after this many others ends the call. */
export function isLastTry(code: string, failures: number): boolean {
  return failures + 1 >= (twice.includes(code) ? 2 : patient.includes(code) ? PATIENT_ATTEMPTS : ATTEMPTS)
}

/** What helps once a call is given up. Empty if the message of the failure says it. */
export function retryAdvice(code: string, retryable: boolean, tries: number): string {
  if (code === 'rate_limited' && !retryable) return ' Check the plan and billing of this account, or use another model.'
  if (!patient.includes(code) || tries < 2) return ''
  return ` It was tried ${tries} times. Try again in a few minutes, or use another model.`
}

/**
 * How long to wait: what the server asks for, and longer if that was too short several times. Otherwise exponential with
 * jitter. The jitter is derived from the key, so a replay waits the same.
 */
export function backOff(key: EffectKey, failures: number, retryAfterMs: number | undefined): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
  const own = Math.round(full * (0.5 + fraction(key) / 2))
  if (retryAfterMs === undefined) return own
  return Math.max(0, Math.ceil(retryAfterMs), failures < ATTEMPTS ? 0 : own)
}

/** A number from 0 to 1. */
const fraction = (text: string): number => hashNumber(text) / 0x1_0000_0000
