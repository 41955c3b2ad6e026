import { type Event, toWire } from '@convene/domain'
import type { PostOptions, Program } from '@convene/host'
import { SIGNATURE, signed } from './signature.ts'

const ANSWER_MS = 10_000
const MOST_TRIES = 10
const MOST_WAIT_MS = 5 * 60_000

/** A URL that receives selected events. */
export type Hook = { readonly url: string; readonly events: readonly string[]; readonly secret: string }

export type Posting = {
  readonly program: Program
  readonly options: PostOptions
  /** A time before the URL was configured. Sessions created later are new from their first event on. */
  readonly since: number
  readonly signal: AbortSignal
  /** Whether another process may already be posting to the URL. */
  isOver(): boolean
}

/** Retries with growing waits. An event that is never accepted is dropped and logged. */
export async function deliver(posting: Posting, hook: Hook, event: Event): Promise<'settled' | 'stopped'> {
  const { program, options, signal } = posting
  const body = JSON.stringify(toWire(event))
  for (let tries = 1; tries <= MOST_TRIES && !posting.isOver(); tries++) {
    if (await send(posting, hook, { event, body })) return signal.aborted ? 'stopped' : 'settled'
    await pause(Math.min(MOST_WAIT_MS, (options.retryMs ?? 1_000) * 2 ** (tries - 1)), signal)
  }
  if (posting.isOver()) return 'stopped'
  const telemetry = await program.telemetry()
  const message = `${new URL(hook.url).host} did not accept event ${event.seq}`
  telemetry.log('warn', 'webhook_given_up', message, { session: event.session })
  return 'settled'
}

type Letter = { readonly event: Event; readonly body: string }

/** The delivery id is the same for every retry and after every restart, so that the receiver can detect duplicates. */
async function send({ program, options, signal }: Posting, hook: Hook, { event, body }: Letter): Promise<boolean> {
  const post = options.fetch ?? globalThis.fetch
  try {
    const response = await post(hook.url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      headers: {
        'content-type': 'application/json',
        'x-convene-event': event.type,
        'x-convene-delivery': `${event.session}:${event.seq}`,
        [SIGNATURE]: signed(hook.secret, body, program.now()),
      },
      body,
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    timer.unref()
    signal.addEventListener('abort', done)
  })
}
