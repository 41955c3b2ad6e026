import type { Json, ToolSpec } from '@convene/domain'

export type TeamResult = { readonly ok: boolean; readonly output: string }

/** A call of a team tool, which its agent waits for. */
export type TeamCall = {
  readonly tool: string
  readonly input: Json
  /** Returns false if the agent no longer waits because it abandoned the call. */
  answer(result: TeamResult): boolean
  /** Aborted once the agent no longer waits. */
  readonly signal: AbortSignal
}

/** More than an agent could use. Limits the number of waiting calls. */
const MOST_WAITING = 20

/**
 * The endpoint where one conversation's agent calls the team's tools. It knows what is currently offered, and passes
 * calls to the conversation, which puts them to the session as it does with asks.
 */
export class TeamCalls {
  /** What the agent may call in its current task. */
  offered: readonly ToolSpec[] = []
  #waiting = 0
  #take: ((call: TeamCall) => boolean) | undefined

  /** Sets who handles calls. `take` returns false if no turn is open. */
  serve(take: (call: TeamCall) => boolean): void {
    this.#take = take
  }

  /** Resolves with the result, however long that takes. `signal` fires if the agent no longer waits. */
  call(tool: string, input: Json, signal: AbortSignal): Promise<TeamResult> {
    const names = this.offered.map(({ name }) => name)
    if (!names.includes(tool)) return refused(`Unknown tool "${tool}". You have: ${names.join(', ') || 'none now'}.`)
    if (signal.aborted) return Promise.resolve(CANCELLED)
    if (this.#waiting >= MOST_WAITING)
      return refused(`${MOST_WAITING} calls are already pending. Wait for their results first.`)
    const { promise, resolve } = Promise.withResolvers<TeamResult>()
    const answer = (result: TeamResult) => {
      resolve(result)
      return !signal.aborted
    }
    if (!this.#take?.({ tool, input, answer, signal }))
      return refused('Your turn has ended, so this call was not made.')
    this.#waiting += 1
    const over = () => {
      this.#waiting -= 1
    }
    signal.addEventListener('abort', () => resolve(CANCELLED), { once: true })
    return promise.finally(over)
  }
}

const CANCELLED: TeamResult = { ok: false, output: 'The call was cancelled.' }

const refused = async (output: string): Promise<TeamResult> => ({ ok: false, output })
