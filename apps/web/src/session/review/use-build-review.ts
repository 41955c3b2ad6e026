import type { CallResult, RouteInput } from '@convene/protocol'
import type { BuildReview } from '@convene/reading'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from '../../connection/client.ts'
import { oneLine } from '../../ui/text/neutral.ts'
import { toast } from '../../ui/toast.tsx'
import { shownNow } from '../view/mode-view.ts'
import { useSessionStore, useView } from '../view/use-session.ts'

type WithoutId<C> = C extends unknown ? Omit<C, 'id'> : never
export type LandCommand = WithoutId<RouteInput<'land'>>
export type CommentCommand = WithoutId<RouteInput<'comment'>>

/** A build's change as it is now, and what can be done with it. */
export type OpenedReview = {
  /** Null until it has been read. */
  readonly review: BuildReview | null
  /** Why it cannot be read. */
  readonly problem: string
  /** What is being done. */
  readonly busy: LandCommand['type'] | null
  /** One after another: a second key press waits for the first. */
  readonly land: (command: LandCommand) => Promise<BuildReview | null>
  readonly comment: (command: CommentCommand) => Promise<boolean>
}

/** Reads a build's change, again whenever something about it happens. */
export function useBuildReview(): OpenedReview {
  const client = useClient()
  const { id } = useSessionStore()
  const [review, setReview] = useState<BuildReview | null>(null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState<OpenedReview['busy']>(null)
  const show = useCallback((result: CallResult<BuildReview>) => {
    setProblem(result.ok ? '' : result.refusal.message)
    if (result.ok) setReview(result.value)
  }, [])
  useReadAgain(useCallback(async () => show(await client.review({ id })), [client, id, show]))
  const done = (result: Awaited<ReturnType<typeof client.land>>): BuildReview | null => {
    if (!result.ok) {
      toast('bad', oneLine(result.refusal.message), 'Nothing was changed.')
      return null
    }
    setReview(result.value.review)
    for (const note of result.value.notes) toast('plain', oneLine(note))
    return result.value.review
  }
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const land = (command: LandCommand) => {
    const landing = last.current.then(async () => {
      setBusy(command.type)
      const landed = done(await client.land({ ...command, id }))
      setBusy(null)
      return landed
    })
    last.current = landing
    return landing
  }
  const comment = async (command: CommentCommand) => done(await client.comment({ ...command, id })) !== null
  return { review, problem, busy, land, comment }
}

/** Calls `read` now and after each change, never twice at once. A change while it reads leads to one more call. */
function useReadAgain(read: () => Promise<void>): void {
  const stamps = useStamps()
  const state = useRef({ isReading: false, isStale: false })
  useEffect(() => {
    const { current } = state
    const readAll = async () => {
      current.isReading = true
      do {
        current.isStale = false
        await read()
      } while (current.isStale)
      current.isReading = false
    }
    if (current.isReading) current.isStale = true
    else void readAll()
  }, [read, ...stamps])
}

/** Everything derived from the review. It keeps its identity until the review changes. */
function useStamps(): readonly unknown[] {
  const files = useView((view) => view.files)
  const build = useView(({ session }) => session.build)
  const phase = useView(({ session }) => session.run?.phase)
  const plan = useView((view) => shownNow(view).plan)
  return [files, build, phase, plan]
}
