import type { Event, WireEvent } from '@convene/domain'
import type { Client, EventFeed, SessionView } from '@convene/protocol'
import type { CancellationToken } from 'vscode'

export type Followed = {
  readonly client: Client
  readonly session: string
  /** Only later events are passed on. */
  readonly after: number
  readonly token: CancellationToken
  /** Ends it while the run is still open: nothing more happens until the user says something. */
  isOver?(view: SessionView): boolean
}

type Listener = {
  events(batch: readonly Event[]): void
  readonly delta?: EventFeed['delta']
}

/**
 * Passes on a run's events until it has ended, is paused, a follow-up is answered, or `isOver`. Cancelling stops the
 * run. A refusal by the server ends it too, because nothing more would ever arrive.
 */
export function followRun(followed: Followed, { events, delta }: Listener): Promise<void> {
  const { client, session, after, token } = followed
  return new Promise((resolve) => {
    const end = () => {
      looks.stop()
      unfollow()
      cancelled.dispose()
      resolve()
    }
    const looks = lookingFor(followed, end)
    const stop = () => void client.command({ id: session, type: 'stop' }).finally(end)
    const unfollow = client.follow(session, after, {
      events: (wires) => {
        const batch = wires.map(eventOf)
        events(batch)
        if (batch.some((event) => isEnd(event, after))) end()
        else looks.heard(batch)
      },
      ...(delta && { delta }),
      connection: (state) => state === 'refused' && end(),
    })
    const cancelled = token.onCancellationRequested(stop)
    // Cancelled before we subscribed, so the event will not fire.
    if (token.isCancellationRequested) stop()
    // A continued run may still wait for what it waited for before, and then nothing arrives.
    else if (after > 0) looks.look()
  })
}

/** Looks at the session after each batch once something was asked, one look at a time. */
function lookingFor({ client, session, after, isOver }: Followed, found: () => void) {
  let heard = after
  let wasAsked = after > 0
  let isLooking = false
  let isStopped = isOver === undefined
  const look = async (): Promise<void> => {
    if (isStopped || isLooking || !wasAsked) return
    isLooking = true
    const before = heard
    const view = await client.session({ id: session })
    if (isStopped) return
    // Something newer than what was passed on would be lost: its batch is yet to come, and is followed by another look.
    if (view.ok && view.value.session.seq <= heard && isOver?.(view.value)) return found()
    isLooking = false
    if (heard > before) await look()
  }
  return {
    heard: (batch: readonly Event[]) => {
      heard = Math.max(heard, ...batch.map(({ seq }) => seq))
      wasAsked ||= batch.some(({ type }) => type === 'question.asked')
      void look()
    },
    look: () => void look(),
    stop: () => {
      isStopped = true
    },
  }
}

/** Not validated: the program already did that, and doing it again would load every schema into the editor. */
export const eventOf = (wire: WireEvent): Event => ({ ...wire, at: Date.parse(wire.at) }) as unknown as Event

/** The run ended or paused, or the follow-up was answered. Every final state is followed by `run.finished`. */
function isEnd(event: Event, after: number): boolean {
  if (event.type === 'run.finished') return true
  if (event.type === 'run.state') return event.data.to === 'paused'
  return after > 0 && event.type === 'task.finished' && event.data.place.startsWith('follow-up')
}
