import { type Fact, fact } from '../event/event.ts'
import type { Refusal } from '../shared/result.ts'
import type { Session } from '../state/session.ts'
import { moreText, sumUp } from '../text/sum-up.ts'

const MOST_OF_A_KIND = 20

/** What a command leads to. A refused one changes nothing, and the log keeps a warning that it was tried. */
export type Acceptance = { readonly facts: readonly Fact[]; readonly refusal?: Refusal }

/** A client that tries again without end must not fill the log: after a few of one kind in a run it is only answered. */
export function refuse(session: Session, code: string, message: string): Acceptance {
  const before = Object.hasOwn(session.warned, code) ? (session.warned[code] ?? 0) : 0
  const last = before === MOST_OF_A_KIND - 1 ? ' Further ones are not recorded in this run.' : ''
  const isKept = session.seq > 0 && before < MOST_OF_A_KIND
  return { facts: isKept ? [fact('warning', { code, message: `${message}${last}` })] : [], refusal: { code, message } }
}

/** What was odd about a run that starts, once each. */
export const summedWarnings = (warnings: readonly Refusal[]): readonly Refusal[] =>
  sumUp(warnings, {
    key: ({ code, message }) => `${code} ${message}`,
    times: ({ code, message }, count) => ({ code, message: `${message} (${count} times)` }),
    rest: (count) => ({ code: 'warnings', message: moreText(count) }),
  })
