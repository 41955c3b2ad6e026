import type { Doer } from './claimed.ts'
import type { Deed, Deeds } from './deed.ts'
import { isByproduct, isProseFile } from './file-path.ts'

/** Who speaks, and where. */
export type ClaimSpeaker = {
  readonly agent: string
  readonly tree: string
  /** It only sums up what others did: `I` is the team. */
  readonly isSummary: boolean
  /** It is a separate program, whose calls are known only if it reports them. */
  readonly isForeign: boolean
  /** It has no tools, and nobody in this session has used one. */
  readonly isTalk: boolean
  /** The text it was given. */
  readonly given: string
}

/** The calls that can prove a speaker's claims. */
export type Evidence = {
  readonly speaker: ClaimSpeaker
  readonly deeds: Deeds
  /** What this speaker may call its own: its calls, and those of agents that worked for it. */
  readonly own: readonly Deed[]
}

export function evidenceFor(speaker: ClaimSpeaker, deeds: Deeds): Evidence {
  const own = deeds.list.filter(({ chain }) => (speaker.isSummary ? chain.length > 0 : chain.includes(speaker.agent)))
  return { speaker, deeds, own }
}

/** The calls of the agents that are said to have done it. */
export const deedsOf = ({ own, deeds }: Evidence, doer: Doer): readonly Deed[] => (doer === 'self' ? own : deeds.list)

/** Whether a program that cannot be inspected may have done it. */
export const mayHave = ({ deeds, speaker, own }: Evidence, calls: readonly Deed[]): boolean =>
  deeds.isPart === true ||
  calls.some(({ opaque }) => opaque) ||
  (speaker.isForeign && !own.some(({ reported }) => reported))

/** The first change to files after a call that can make its result old. */
export function changeAfter({ deeds, speaker }: Evidence, deed: Deed): Deed | undefined {
  return deeds.list.find(
    (one) =>
      one.seq > deed.seq &&
      (one.tree === deed.tree || deed.tree !== speaker.tree || one.agent === '') &&
      changesCode(one),
  )
}

const changesCode = ({ ok, changes, wrote = [], removed = [] }: Deed): boolean =>
  ok && (changes === true || [...wrote, ...removed].some((path) => !isProseFile(path) && !isByproduct(path)))
