import { randomBytes } from 'node:crypto'
import { isEqualInConstantTime } from './constant-time.ts'

/**
 * Short-lived codes that each log in one browser, for places that others may read, such as a program's arguments.
 */
export type OpenCodes = {
  make(): string
  /** `used`: it was valid, but has already been used. */
  take(code: string): 'right' | 'used' | 'wrong'
}

const LIFE_MS = 60_000
const MOST_CODES = 8

type Known = { readonly code: string; readonly until: number; readonly isUsed: boolean }

/** Codes of this process, kept in memory only. */
export function openCodes(now: () => number): OpenCodes {
  let known: readonly Known[] = []
  const fresh = () => known.filter(({ until }) => now() < until)
  return {
    make() {
      const code = randomBytes(32).toString('base64url')
      known = [...fresh(), { code, until: now() + LIFE_MS, isUsed: false }].slice(-MOST_CODES)
      return code
    },
    take(given) {
      const right = fresh().filter(({ code }) => isEqualInConstantTime(given, code))
      known = fresh().map((each) => (right.includes(each) ? { ...each, isUsed: true } : each))
      if (right.length === 0) return 'wrong'
      return right.every(({ isUsed }) => isUsed) ? 'used' : 'right'
    },
  }
}
