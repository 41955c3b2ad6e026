import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Event, redactVotes, type SessionId, toWire } from '@convene/domain'
import { type Program, settingsOf } from '@convene/program'
import { secretOf } from './secret.ts'
import { SIGNATURE, signed } from './signature.ts'

const LOOK_MS = 1_000
const NEWEST = 200
const PART = 500
const ANSWER_MS = 10_000
const MOST_TRIES = 10
const MOST_WAIT_MS = 5 * 60_000

type Hook = { readonly url: string; readonly events: readonly string[]; readonly secret: string }

export type OutgoingOptions = {
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds before the first retry; doubled each time. */
  readonly retryMs?: number
  readonly lookMs?: number
}

/**
 * Posts chosen events to the addresses that the settings name, signed, in the order of each session, and again until they
 * are taken. Off while the settings name none. What was posted is remembered, so that a restart goes on where it stopped.
 */
export function postEvents(program: Program, options: OutgoingOptions = {}): () => void {
  const post = new Post(program, options)
  post.lookIn(0)
  return () => post.close()
}

type Places = { [session: string]: number }

class Post {
  readonly #program: Program
  readonly #options: OutgoingOptions
  readonly #file: string
  readonly #ending = new AbortController()
  #places: Places | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(program: Program, options: OutgoingOptions) {
    this.#program = program
    this.#options = options
    this.#file = join(program.home, 'hook-places.json')
  }

  close(): void {
    this.#ending.abort()
    clearTimeout(this.#timer)
  }

  lookIn(ms: number): void {
    if (this.#ending.signal.aborted) return
    this.#timer = setTimeout(() => void this.#look(), ms)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    try {
      const hooks = await this.#hooks()
      if (hooks.length > 0) await this.#postNew(hooks)
    } catch (error) {
      const telemetry = await this.#program.telemetry()
      telemetry.log('warn', 'webhook_failed', String(error), {})
    }
    this.lookIn(this.#options.lookMs ?? LOOK_MS)
  }

  async #hooks(): Promise<readonly Hook[]> {
    const program = this.#program.at(this.#program.workspace)
    const settings = await settingsOf(program)
    if (!settings.ok) return []
    return settings.value.settings.webhooks.out.flatMap((hook) => {
      const secret = secretOf(hook, program.environment)
      return secret === undefined ? [] : [{ url: hook.url, events: hook.events, secret }]
    })
  }

  async #postNew(hooks: readonly Hook[]): Promise<void> {
    const { log } = await this.#program.store()
    const rows = await log.list({ limit: NEWEST })
    // What was there before anybody wanted to hear of it is not news.
    this.#places ??= read(this.#file) ?? Object.fromEntries(rows.map(({ id, seq }) => [id, seq]))
    const places = this.#places
    for (const { id, seq } of rows.toReversed()) if (seq > (places[id] ?? 0)) await this.#postSession(hooks, id, places)
    this.#places = Object.fromEntries(rows.map(({ id }) => [id, places[id] ?? 0]))
    write(this.#file, this.#places)
  }

  async #postSession(hooks: readonly Hook[], id: SessionId, places: Places): Promise<void> {
    const { log } = await this.#program.store()
    for (;;) {
      const events = redactVotes(await log.read(id, places[id] ?? 0, PART))
      for (const event of events) {
        const wanted = hooks.filter((hook) => hook.events.includes(event.type) || hook.events.includes('*'))
        await Promise.all(wanted.map((hook) => this.#deliver(hook, event)))
        if (this.#ending.signal.aborted) return
        places[id] = event.seq
        if (wanted.length > 0) write(this.#file, places)
      }
      if (events.length < PART) return
    }
  }

  /** Tried again with longer and longer waits; what nobody takes for so long is given up and noted. */
  async #deliver(hook: Hook, event: Event): Promise<void> {
    const body = JSON.stringify(toWire(event))
    for (let tries = 1; tries <= MOST_TRIES && !this.#ending.signal.aborted; tries++) {
      if (await this.#send(hook, event, body)) return
      await this.#pause(Math.min(MOST_WAIT_MS, (this.#options.retryMs ?? 1_000) * 2 ** (tries - 1)))
    }
    if (this.#ending.signal.aborted) return
    const telemetry = await this.#program.telemetry()
    telemetry.log('warn', 'webhook_given_up', `${new URL(hook.url).host} did not take event ${event.seq}`, {
      session: event.session,
    })
  }

  async #send({ url, secret }: Hook, event: Event, body: string): Promise<boolean> {
    const post = this.#options.fetch ?? globalThis.fetch
    try {
      const response = await post(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(ANSWER_MS)]),
        headers: {
          'content-type': 'application/json',
          'x-convene-event': event.type,
          'x-convene-delivery': `${event.session}:${event.seq}`,
          [SIGNATURE]: signed(secret, body, this.#program.now()),
        },
        body,
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      timer.unref()
      this.#ending.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}

function read(file: string): Places | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Places
  } catch {
    return undefined
  }
}

function write(file: string, places: Places): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.tmp`, JSON.stringify(places), { mode: 0o600 })
  renameSync(`${file}.tmp`, file)
}
