/** What a program is known to do. */
export type RunKind = 'tests' | 'build' | 'lint' | 'types' | 'commit' | 'push' | 'fetch'

export type RunOutcome = 'passed' | 'failed' | 'unknown'

/** A program that a command line ran, and how it ended as far as exit code and output tell. */
export type Ran = {
  readonly kind: RunKind
  readonly outcome: RunOutcome
  readonly passed?: number
  readonly total?: number
  /** It may have run only some of the tests. */
  readonly isPart?: boolean
  /** It counted several times, and nobody knows what was counted twice. */
  readonly isSeveral?: boolean
  /** Nobody knows whether it was started at all. */
  readonly isUnsure?: boolean
  /** HTTP status, if one was shown. */
  readonly status?: number
}

/** What one tool call did, by its effect: all that is kept of it to judge what agents say later. */
export type Deed = {
  /** The event that ended the call. */
  readonly seq: number
  readonly at: number
  readonly agent: string
  /** Everyone this was done for, starting at the run's own task. */
  readonly chain: readonly string[]
  /** The worktree it happened in. Empty: the workspace. */
  readonly tree: string
  readonly ok: boolean
  /** The agent says that it did this itself. */
  readonly reported?: boolean
  readonly line?: string
  readonly exit?: number
  readonly runs?: readonly Ran[]
  readonly read?: readonly string[]
  /** Files of which parts were shown. */
  readonly near?: readonly string[]
  readonly wrote?: readonly string[]
  readonly removed?: readonly string[]
  readonly url?: string
  /** It changed files, whichever they are. */
  readonly changes?: boolean
  /** It may have changed or shown files that its line does not name. */
  readonly isBroad?: boolean
  /** It ran something that may have done anything. */
  readonly opaque?: boolean
  /** It ran outside the workspace. */
  readonly elsewhere?: boolean
  /** The folder it ran in, if it was not the workspace itself. */
  readonly folder?: string
  /** It wrote a program that prints a result instead of finding one. */
  readonly fakes?: boolean
}

/** The known calls of a session. `isPart`: older ones were dropped, so no call can be called missing. */
export type Deeds = { readonly list: readonly Deed[]; readonly isPart?: boolean }

const MOST_DEEDS = 300

/** Adds a call, and forgets the oldest ones. */
export function addDeed({ list, isPart }: Deeds = { list: [] }, deed: Deed): Deeds {
  const all = [...list, deed]
  const isFull = all.length > MOST_DEEDS
  return { list: isFull ? all.slice(-MOST_DEEDS) : all, ...((isPart || isFull) && { isPart: true }) }
}
