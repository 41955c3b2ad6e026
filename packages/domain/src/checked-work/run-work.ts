import type { Check } from '../check/check.ts'
import { doneWhenText, failedText } from '../check/check-text.ts'
import { readChecks } from '../check/read-checks.ts'
import { record, rest, type Step, want } from '../effect/effect.ts'
import { hasPerson } from '../state/has-person.ts'
import type { Run, Session } from '../state/session.ts'
import { answeredByUser, askUser } from './ask-user.ts'
import { type CheckedWork, effectsAt, refusedAt, seenOf, unseenAt } from './work.ts'

const known = new WeakMap<object, readonly Check[]>()
const none: readonly Check[] = []

/** The checks that the user gave a run. */
export function givenChecks({ settings }: Pick<Run, 'settings'>): readonly Check[] {
  const written = settings.options?.checks
  if (!Array.isArray(written)) return none
  const before = known.get(written)
  if (before) return before
  const read = readChecks(written)
  const checks = read.ok ? read.value : none
  known.set(written, checks)
  return checks
}

/**
 * The checks among these that run something or reach something although the workspace's owner has not named it in the
 * settings. To let them run is to allow something. Looking at files changes nothing, and a question runs nothing.
 */
export const checksToAllow = ({ settings }: Pick<Run, 'settings'>, checks: readonly Check[]): readonly Check[] =>
  checks.filter((check) => {
    if (check.kind === 'file' || check.kind === 'change' || check.kind === 'you') return false
    return check.kind !== 'command' || check.network || !settings.checks?.project.includes(check.run)
  })

/** Whether its checks as a whole run something that somebody allows by starting it. */
export const givesCommands = (run: Pick<Run, 'settings'>): boolean => checksToAllow(run, givenChecks(run)).length > 0

/** Whether it has checks as a whole. In other modes its steps have them, or nothing has. */
export const isChecked = (run: Pick<Run, 'settings' | 'traits'>): boolean =>
  run.traits.checks === 'run' && givenChecks(run).length > 0

/** The whole run as work with checks. They run again once an agent may have changed files. */
export const workOfRun = (run: Run): CheckedWork => ({
  run,
  name: 'run',
  checks: givenChecks(run),
  rounds: { before: 1, after: run.acts ?? 0, final: run.acts ?? 0 },
  shared: false,
  whyNotRun: (check) => whyNotRun(run, check),
})

function whyNotRun(run: Run, { kind }: Check): string | undefined {
  if (kind === 'you') return hasPerson(run) ? undefined : 'there is nobody to ask'
  if (!run.isCopied || kind === 'file' || kind === 'change') return undefined
  return 'someone else gave it to the session this one was forked from'
}

/** The user's checks before any work. Undefined once nothing is left to run. */
export function checkFirst(run: Run): Step | undefined {
  if (!isChecked(run) || run.limit || run.calls > 0) return undefined
  const [first] = effectsAt(workOfRun(run), 'before')
  return first && want(first)
}

/** The user's checks on the files as they are now, one after another. Undefined once nothing is left to run. */
export function checkNow(session: Session, run: Run): Step | undefined {
  if (!isChecked(run) || run.limit) return undefined
  const work = workOfRun(run)
  const refused = [...refusedAt(work, 'final'), ...answeredByUser(session, work)]
  if (refused.length > 0) return record(...refused)
  const [effect] = effectsAt(work, 'final')
  if (effect) return want(effect)
  const asked = askUser(session, work)
  if (asked.length > 0) return record(...asked)
  return unseenAt(work, 'final').length > 0 ? rest : undefined
}

/** What an agent reads about the checks, under a heading. Empty without checks. */
export const doneWhen = (run: Run): string => (isChecked(run) ? doneWhenText(givenChecks(run)) : '')

/** The user's checks that failed when they last ran, as their agent reads it. Empty if none did. */
export function failureText(run: Run): string {
  if (!isChecked(run)) return ''
  const failed = seenOf(workOfRun(run)).flatMap(({ after }) => (after?.outcome === 'failed' ? [after] : []))
  return failed.map(failedText).join('\n\n')
}
