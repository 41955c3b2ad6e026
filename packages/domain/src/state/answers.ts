import type { Event, EventOf } from '../event/event.ts'
import type { RunId } from '../shared/ids.ts'
import type { Traits } from '../trait/traits.ts'

/** What agents said in a run until it ended: answers to later questions are not its result. */
export function saidIn(events: readonly Event[], run: RunId): readonly EventOf<'message'>[] {
  const own = events.filter((event) => event.run === run)
  const end = own.findIndex(({ type }) => type === 'run.finished')
  return own
    .slice(0, end < 0 ? undefined : end)
    .filter((event): event is EventOf<'message'> => event.type === 'message' && event.data.role !== 'user')
}

/** Who said something, and as what. */
export type Spoken = { readonly author: string; readonly kind: string }

/**
 * The answer to the goal among everything said in a run: the one the user picked, a single text, or each member's newest
 * answer if each is a result. Empty if the run was stopped before there was an answer.
 */
export function answersAmong<T>(
  { results, picks }: Pick<Traits, 'results' | 'picks'>,
  said: readonly T[],
  read: (one: T) => Spoken,
  isPicked: (one: T) => boolean = () => false,
): readonly T[] {
  const picked = said.findLast(isPicked)
  if (picked !== undefined) return [picked]
  const kinds: readonly string[] = results
  const answers = said.filter((one) => kinds.includes(read(one).kind))
  if (picks) return newestOfEach(answers, read)
  for (const kind of kinds) {
    const found = answers.findLast((one) => read(one).kind === kind)
    if (found !== undefined) return [found]
  }
  return []
}

const newestOfEach = <T>(said: readonly T[], read: (one: T) => Spoken): readonly T[] =>
  said.filter((one, index) => !said.slice(index + 1).some((later) => read(later).author === read(one).author))
