/** A chunk for a client. */
export type StreamPiece = { readonly bytes: Uint8Array; readonly seq?: number }

/** A chunk of text, encoded once for all its clients. */
export const pieceOf = (text: string, seq?: number): StreamPiece => ({
  bytes: encoder.encode(text),
  ...(seq !== undefined && { seq }),
})

const encoder = new TextEncoder()

export const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }

/** Where a client's chunks come from. */
export type Source = {
  /** Stored chunks after this event, one part at a time. Empty if the client has everything. */
  stored(after: number): Promise<readonly StreamPiece[]>
  /** Passes on what comes after this event, until the returned function is called. */
  follow(after: number, take: Intake): () => void
}

export type Intake = {
  /** Must arrive: if there is no room, the client gets it from the store later. */
  must(piece: StreamPiece): void
  /** May be dropped. `follow` makes up for what was dropped. */
  may(piece: StreamPiece): void
}

export type StreamOptions = {
  readonly after: number
  /** Bytes that may be buffered for a client. It gets the rest from the store. */
  readonly room?: number
  /** Milliseconds between keep-alives, and before a client that reads nothing is dropped. */
  readonly beatMs?: number
  readonly patienceMs?: number
  readonly now: () => number
  /**
   * Whether the client may still read it. Checked at each keep-alive, because a stream can outlive a token or a role.
   */
  isAllowed?(): Promise<boolean>
  /** Called once, when the client is gone or dropped. */
  ended?(): void
}

const ROOM = 256 * 1024
const BEAT_MS = 15_000
const PATIENCE_MS = 60_000

/**
 * The stream of one client. Its memory is bounded: chunks that do not fit stay in the store and are read when the
 * client catches up. A client that has stopped reading is dropped.
 */
export function clientStream(source: Source, options: StreamOptions): ReadableStream<Uint8Array> {
  const line = new Line(source, options)
  return new ReadableStream(
    {
      start: (controller) => line.start(() => controller.close()),
      pull: async (controller) => {
        const bytes = await line.next()
        if (bytes !== undefined) controller.enqueue(bytes)
      },
      cancel: () => line.end(),
    },
    { highWaterMark: 1 },
  )
}

class Line {
  readonly #source: Source
  readonly #options: StreamOptions
  readonly #room: number
  #queue: StreamPiece[] = []
  #size = 0
  #sent: number
  #state: 'behind' | 'live' | 'ended' = 'behind'
  #hasLeftOut = false
  #unfollow: () => void = () => undefined
  #wake: () => void = () => undefined
  #beat: NodeJS.Timeout | undefined
  #lastRead: number

  constructor(source: Source, options: StreamOptions) {
    this.#source = source
    this.#options = options
    this.#room = options.room ?? ROOM
    this.#sent = options.after
    this.#lastRead = options.now()
  }

  start(close: () => void): void {
    this.#queue = [pieceOf(': hello\n\n')]
    this.#beat = setInterval(() => this.#live(close), this.#options.beatMs ?? BEAT_MS)
    this.#beat.unref()
  }

  /** The next bytes for the client, as soon as there are any. Undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    this.#lastRead = this.#options.now()
    for (;;) {
      if (this.#state === 'ended') return undefined
      if (this.#queue.length > 0) return this.#take(this.#queue)
      if (this.#state === 'behind') {
        const pieces = await this.#source.stored(this.#sent)
        if (pieces.length > 0) return this.#take([...this.#queue, ...pieces])
        this.#follow()
      } else if (this.#hasLeftOut) this.#follow()
      else await this.#sleep()
    }
  }

  end(): void {
    if (this.#state !== 'ended') this.#options.ended?.()
    this.#state = 'ended'
    clearInterval(this.#beat)
    this.#unfollow()
    this.#queue = []
    this.#wake()
  }

  #take(pieces: readonly StreamPiece[]): Uint8Array {
    this.#sent = pieces.findLast(({ seq }) => seq !== undefined)?.seq ?? this.#sent
    this.#queue = []
    this.#size = 0
    const [only, ...others] = pieces
    return only && others.length === 0 ? only.bytes : Buffer.concat(pieces.map(({ bytes }) => bytes))
  }

  #follow(): void {
    this.#unfollow()
    this.#state = 'live'
    this.#hasLeftOut = false
    this.#unfollow = this.#source.follow(this.#sent, {
      must: (piece) => this.#must(piece),
      may: (piece) => this.#may(piece),
    })
  }

  #must(piece: StreamPiece): void {
    if (this.#state !== 'live') return
    if (this.#size + piece.bytes.length <= this.#room || this.#queue.length === 0) this.#put(piece)
    else this.#fallBehind()
  }

  #fallBehind(): void {
    this.#unfollow()
    this.#state = 'behind'
    this.#queue = []
    this.#size = 0
  }

  #may(piece: StreamPiece): void {
    if (this.#state !== 'live') return
    if (this.#size + piece.bytes.length <= this.#room / 4) this.#put(piece)
    else this.#hasLeftOut = true
  }

  #put(piece: StreamPiece): void {
    this.#queue.push(piece)
    this.#size += piece.bytes.length
    this.#wake()
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #live(close: () => void): void {
    const { now, patienceMs = PATIENCE_MS, isAllowed } = this.#options
    const isStalled = this.#queue.length > 0 || this.#state === 'behind' || this.#hasLeftOut
    if (isStalled && now() - this.#lastRead > patienceMs) this.#stop(close)
    else if (!isStalled) this.#put(pieceOf(': alive\n\n'))
    // If the check itself fails, as while the database restarts, the next keep-alive repeats it.
    isAllowed?.().then(
      (still) => still || this.#stop(close),
      () => undefined,
    )
  }

  #stop(close: () => void): void {
    if (this.#state === 'ended') return
    this.end()
    close()
  }
}
