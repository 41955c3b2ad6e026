import { type Fact, fact } from '../event/event.ts'
import type { Refusal } from '../shared/result.ts'
import type { Session } from '../state/session.ts'
import { moreText, sumUp } from '../text/sum-up.ts'

const MOST_OF_A_KIND = 20

/** The result of a command. A refused one changes nothing, and the log keeps a warning about it. */
export type Acceptance = { readonly facts: readonly Fact[]; readonly refusal?: Refusal }

/** A client that retries forever must not fill the log: only a few refusals of each kind are recorded per run. */
export function refuseCommand(session: Session, code: string, message: string): Acceptance {
  const before = Object.hasOwn(session.warned, code) ? (session.warned[code] ?? 0) : 0
  const last = before === MOST_OF_A_KIND - 1 ? ' Further ones are not recorded in this run.' : ''
  const isKept = session.seq > 0 && before < MOST_OF_A_KIND
  return { facts: isKept ? [fact('warning', { code, message: `${message}${last}` })] : [], refusal: { code, message } }
}

/** The warnings about a starting run, without duplicates. */
export const summedWarnings = (warnings: readonly Refusal[]): readonly Refusal[] =>
  sumUp(warnings, {
    key: ({ code, message }) => `${code} ${message}`,
    times: ({ code, message }, count) => ({ code, message: `${message} (${count} times)` }),
    rest: (count) => ({ code: 'warnings', message: moreText(count) }),
  })
