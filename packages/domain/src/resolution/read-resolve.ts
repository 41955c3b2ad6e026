import type { Check } from '../check/check.ts'
import { readCheck } from '../check/read-check.ts'
import { ok, type Result, refuse } from '../shared/result.ts'

/** When and how it will be known what was right. */
export type Resolve = {
  readonly when: When
  readonly check: Check
  /** The options that are right if the check passes, and if it fails. Absent: the one chosen, and nobody knows. */
  readonly right?: string
  readonly wrong?: string
}

/** A moment, or milliseconds after the decision. */
type When = { readonly at: number } | { readonly after: number }

const bad = (why: string): Result<never> => refuse('bad_resolve', why)

const WHOLE =
  /^\s{0,9}(?:[-*•]\s+)?(?:\*\*)?(?:resolves?(?:\*\*)?\s{0,3}:)?(?:\*\*)?\s{0,9}(?:by|on|at)?\s*(.{4,40}?)\s*[,;]\s*check\s*:\s*(\S.*)$/iu
const LINE = /^\s{0,9}(?:[-*•]\s+)?(?:\*\*)?resolves?(?:\*\*)?\s{0,3}:/iu
const MOST = 600

/** Reads `by 2026-12-15, check: npm test => Redis, else Postgres`, or says why it cannot be read. */
export function readResolve(written: string): Result<Resolve> {
  if (written.length > MOST || /[\n\r]/u.test(written.trim())) return bad('It must be one line.')
  const [, when = '', rest = ''] = WHOLE.exec(written) ?? []
  if (rest === '') return bad('Say when and how: "by 2026-12-15, check: npm test".')
  const time = readWhen(when)
  if (!time) return bad(`"${when}" is no time. Use 2026-12-15, 2026-12-15 17:00 (UTC), or "in 3 days".`)
  const { check: line, ...outcomes } = outcomesIn(rest)
  const check = readCheck(line)
  if (!check.ok) return bad(check.refusal.message)
  if (check.value.kind === 'change') return bad('A check of changes needs work to compare with.')
  if (check.value.kind === 'file' && check.value.is === 'unchanged')
    return bad('"unchanged" needs work to compare with. Use "exists", "absent" or "contains".')
  return ok({ when: time, check: check.value, ...outcomes })
}

/** The line of a goal that says how it will be known. */
export const resolveLineIn = (goal: string): string | undefined =>
  goal
    .slice(0, 20_000)
    .split(/\r\n|[\n\r]/u)
    .findLast((line) => LINE.test(line))
    ?.trim()

const UNITS: { readonly [unit: string]: number } = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}
const LONGEST = 20 * 365 * 86_400_000

function readWhen(text: string): When | undefined {
  const [, count = '', unit = ''] = /^in (\d{1,5}) (minute|hour|day|week)s?$/iu.exec(text) ?? []
  if (unit !== '') {
    const after = Number(count) * (UNITS[unit.toLowerCase()] ?? 0)
    return after > 0 && after <= LONGEST ? { after } : undefined
  }
  const [, day = '', time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::00)?(?: ?(?:Z|UTC))?)?$/iu.exec(text) ?? []
  // The whole day counts: a deadline is over when its day is.
  const at = Date.parse(`${day}T${time ?? '00:00'}:00Z`) + (time === undefined ? 86_400_000 : 0)
  const isReal = Number.isFinite(at) && new Date(Date.parse(`${day}T00:00:00Z`)).toISOString().startsWith(day)
  return isReal ? { at } : undefined
}

/** What is behind the last `=>`, unless that belongs to the command. */
function outcomesIn(text: string): { readonly check: string; readonly right?: string; readonly wrong?: string } {
  const [, check = '', right = '', wrong] =
    /^(.*\S)\s+=>\s+([^"'`(){};|]{1,200}?)(?:[,;]?\s+(?:else|otherwise)\s*:?\s+([^"'`(){};|]{1,200}))?$/iu.exec(text) ??
    []
  return check === '' ? { check: text } : { check, right: right.trim(), ...(wrong && { wrong: wrong.trim() }) }
}

/** The time when it is due, if it was decided at `decidedAt`. */
export const dueAt = ({ when }: Resolve, decidedAt: number): number => ('at' in when ? when.at : decidedAt + when.after)
