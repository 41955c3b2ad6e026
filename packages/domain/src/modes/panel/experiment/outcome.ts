import type { CheckResult } from '../../../check/check.ts'
import { clean } from '../../../text/clean.ts'
import type { Experiment } from './state.ts'

const MOST_SHOWN = 2_000

/** What a check saw, as a result. A failed command has something to show too. */
export function seenIn({ outcome, output, exit, reason, check, ms }: CheckResult): NonNullable<Experiment['result']> {
  if (outcome === 'not_run') return { seen: false, shows: reason ?? 'it could not be run', ms }
  const isPlain = check.kind === 'command' || (check.kind === 'file' && check.is === 'shown')
  const said = clean(output ?? '').trimEnd()
  const ended =
    exit !== undefined && exit !== 0
      ? `exit code ${exit}`
      : outcome === 'failed'
        ? (reason ?? 'it does not hold')
        : isPlain
          ? ''
          : 'it holds'
  const shows = [said.slice(0, MOST_SHOWN), ended].filter((part) => part !== '').join('\n')
  return { seen: true, shows: shows === '' ? '(it printed nothing)' : shows, ms }
}
