import { EffectKey, type SessionId } from '@convene/domain'
import type { EventLog, TextElsewhere, TextPiece } from '@convene/engine'
import { lineReader } from '@convene/platform'
import type { Owner } from '../work/jobs.ts'
import { oneAtATime } from '../work/one-at-a-time.ts'
import type { Passes } from './pass.ts'

/**
 * While connected, a change to the session is a reason to check that its owner is still the same, but not each time.
 */
const CHECK_MS = 1_000
const RETRY_MS = 500
const LONGEST_RETRY_MS = 15_000
/** Servers send a keep-alive every 15 s. */
const SILENCE_MS = 40_000
const LONGEST_LINE = 2_000_000

export type ElsewhereOptions = {
  /** This process. */
  readonly self: string
  ownerOf(session: SessionId): Promise<Owner | undefined>
  readonly log: Pick<EventLog, 'watch'>
  readonly passes: Pick<Passes, 'request'>
  readonly fetch?: typeof globalThis.fetch
}

/**
 * Live text from the servers that work on sessions. It is optional: whatever fails, stored events arrive without it.
 */
export function textElsewhere(options: ElsewhereOptions): TextElsewhere {
  return {
    follow(session, take) {
      const line = new Line(options, session, take)
      return () => line.end()
    },
  }
}

/** The live text of one session, from whichever server works on it. */
class Line {
  readonly #options: ElsewhereOptions
  readonly #session: SessionId
  readonly #take: (piece: TextPiece) => void
  readonly #unwatch: () => void
  readonly #look = oneAtATime(() => this.#connect())
  #connection: { readonly holder: string; readonly abort: AbortController } | undefined
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #isOver = false

  constructor(options: ElsewhereOptions, session: SessionId, take: (piece: TextPiece) => void) {
    this.#options = options
    this.#session = session
    this.#take = take
    // The next owner stores something before its first word.
    this.#unwatch = options.log.watch((which) => {
      if (!which || which.has(session)) this.#lookIn(this.#connection ? CHECK_MS : 0)
    })
    this.#lookIn(0)
  }

  end(): void {
    this.#isOver = true
    this.#unwatch()
    clearTimeout(this.#timer)
    this.#connection?.abort.abort()
  }

  #lookIn(ms: number): void {
    if (this.#isOver || this.#timer) return
    const wait = Math.max(ms, Math.min(LONGEST_RETRY_MS, this.#failures * RETRY_MS))
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#look()
    }, wait)
    this.#timer.unref()
  }

  async #connect(): Promise<void> {
    const { ownerOf, self } = this.#options
    const owner = await ownerOf(this.#session).catch(() => undefined)
    if (this.#isOver || (owner && owner.holder === this.#connection?.holder)) return
    // A hanging server would keep the connection open forever after it has lost the session.
    this.#connection?.abort.abort()
    this.#connection = undefined
    if (!owner?.address || owner.holder === self) return
    const connection = { holder: owner.holder, abort: new AbortController() }
    this.#connection = connection
    void this.#read(owner.address, connection)
      .catch(() => {
        this.#failures += 1
      })
      .finally(() => {
        if (this.#connection !== connection) return
        this.#connection = undefined
        this.#lookIn(RETRY_MS)
      })
  }

  async #read(address: string, { holder, abort }: { holder: string; abort: AbortController }): Promise<void> {
    const { fetch = globalThis.fetch, passes } = this.#options
    const silence = setTimeout(() => abort.abort(), SILENCE_MS)
    try {
      const response = await fetch(passes.request(holder, address, this.#session), { signal: abort.signal })
      if (!response.ok || !response.body) throw new Error(`answered ${response.status}`)
      const read = pieceReader((piece) => {
        if (!abort.signal.aborted) this.#take(piece)
      })
      for await (const chunk of response.body) {
        silence.refresh()
        this.#failures = 0
        if (!read(Buffer.from(chunk))) throw new Error('sent a line that is too long')
      }
    } finally {
      clearTimeout(silence)
      abort.abort()
    }
  }
}

type Sent = { readonly effect: string; readonly at: number; readonly text?: string; readonly reasoning?: string }

/**
 * Reads a stream of server-sent events: the number of the last stored event, then live text with more numbers in
 * between.
 */
function pieceReader(take: (piece: TextPiece) => void): (chunk: Buffer) => boolean {
  let after = Number.POSITIVE_INFINITY
  return lineReader(LONGEST_LINE, (line) => {
    if (line.startsWith('id: ')) after = Number(line.slice(4))
    if (!line.startsWith('data: ')) return
    const { effect, at, text, reasoning } = JSON.parse(line.slice(6)) as Sent
    const kind = text === undefined ? 'reasoning' : 'text'
    take({ effect: EffectKey.parse(effect), kind, text: text ?? reasoning ?? '', at, after })
  })
}
