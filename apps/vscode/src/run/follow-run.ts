import type { Event, WireEvent } from '@convene/domain'
import type { Client, EventFeed } from '@convene/protocol'
import type { CancellationToken } from 'vscode'

export type Followed = {
  readonly client: Client
  readonly session: string
  /** Only later events are passed on. */
  readonly after: number
  readonly token: CancellationToken
}

type Listener = {
  events(batch: readonly Event[]): void
  readonly delta?: EventFeed['delta']
}

/**
 * Passes on a run's events until it has ended, is paused, or a follow-up is answered. Cancelling stops the run. A
 * refusal by the server ends it too, because nothing more would ever arrive.
 */
export function followRun({ client, session, after, token }: Followed, { events, delta }: Listener): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      unfollow()
      cancelled.dispose()
      resolve()
    }
    const stop = () => void client.command({ id: session, type: 'stop' }).finally(end)
    const unfollow = client.follow(session, after, {
      events: (wires) => {
        const batch = wires.map(eventOf)
        events(batch)
        if (batch.some((event) => isEnd(event, after))) end()
      },
      ...(delta && { delta }),
      connection: (state) => state === 'refused' && end(),
    })
    const cancelled = token.onCancellationRequested(stop)
    // Cancelled before we subscribed, so the event will not fire.
    if (token.isCancellationRequested) stop()
  })
}

/** Not validated: the program already did that, and doing it again would load every schema into the editor. */
export const eventOf = (wire: WireEvent): Event => ({ ...wire, at: Date.parse(wire.at) }) as unknown as Event

/** The run ended or paused, or the follow-up was answered. Every final state is followed by `run.finished`. */
function isEnd(event: Event, after: number): boolean {
  if (event.type === 'run.finished') return true
  if (event.type === 'run.state') return event.data.to === 'paused'
  return after > 0 && event.type === 'task.finished' && event.data.place.startsWith('follow-up')
}
