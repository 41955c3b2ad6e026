import { type GuardedChild, type GuardedChildOptions, guardedChild, lineReader } from '@convene/platform'
import type { deserializeMessage, JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

/** A server that keeps writing invalid messages is ended. */
const MAX_GARBAGE_LINES = 200

export type StdioOptions = GuardedChildOptions & {
  readonly maxReplyBytes: number
  /** How long it may take to stop. */
  readonly graceMs: number
  readonly parse: typeof deserializeMessage
  /** What the server writes to stderr, and invalid messages from its stdout. */
  readonly heard: (source: 'stderr' | 'garbage', text: string) => void
}

/**
 * Talks to a server over its stdin and stdout. Unlike the client's own transport, it starts the server in a process
 * group, ends the whole tree, and starts it only once: its shape (`pid`, `stderr`) makes the client probe in place.
 */
export class StdioTransport implements Transport {
  readonly stderr = null
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Why the server is gone, if so. */
  ending: string | undefined
  /** It exited without being asked. */
  endedItself = false
  readonly #options: StdioOptions
  #child: GuardedChild | undefined
  #garbage = 0
  #closed = false
  #isAsked = false
  #isDeaf = false

  constructor(options: StdioOptions) {
    this.#options = options
  }

  get pid(): number | null {
    return this.#child?.process.pid ?? null
  }

  start(): Promise<void> {
    const child = guardedChild(this.#options)
    this.#child = child
    const read = lineReader(this.#options.maxReplyBytes, (line) => this.#read(line))
    child.process.stdout?.on('data', (chunk: Buffer) => {
      if (this.#closed || read(chunk)) return
      this.#give(`it sent a message of more than ${Math.round(this.#options.maxReplyBytes / 1_000_000)} MB`)
    })
    child.process.stderr?.on('data', (chunk: Buffer) => this.#options.heard('stderr', chunk.toString('utf8')))
    for (const stream of child.process.stdio) stream?.on('error', () => {})
    child.process.once('close', (code, signal) => {
      this.#exited(code, signal)
      this.#finish()
    })
    return new Promise((resolve, reject) => {
      child.process.once('spawn', resolve)
      child.process.once('error', (error) => {
        this.ending ??= `it could not be started: ${error.message}`
        reject(error)
      })
    })
  }

  send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.process.stdin
    this.#isDeaf ||= !input?.writable
    if (!input?.writable) return Promise.reject(new Error(this.ending ?? 'it does not listen any more'))
    return new Promise((resolve, reject) => {
      input.write(`${JSON.stringify(message)}\n`, (error) => {
        this.#isDeaf ||= Boolean(error)
        if (error) reject(error)
        else resolve()
      })
    })
  }

  async close(): Promise<void> {
    this.#isAsked = true
    await this.#child?.end(this.ending === undefined ? this.#options.graceMs : 0)
    this.#finish()
  }

  #read(line: string): void {
    if (this.#closed) return
    let message: JSONRPCMessage
    try {
      message = this.#options.parse(line)
    } catch {
      this.#options.heard('garbage', line.slice(0, 200))
      if (++this.#garbage > MAX_GARBAGE_LINES) this.#give('it writes to stdout, but not messages')
      return
    }
    this.onmessage?.(message)
  }

  /** A dying server is often first noticed when it stops reading. Asking it to end then comes too late. */
  #exited(code: number | null, signal: string | null): void {
    this.endedItself = this.ending === undefined && (!this.#isAsked || this.#isDeaf || isOwn(code))
    if (this.endedItself) this.ending = signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`
  }

  #give(reason: string): void {
    this.ending ??= reason
    void this.close()
  }

  #finish(): void {
    if (this.#closed) return
    this.#closed = true
    this.onclose?.()
  }
}

/** A server that was stopped also exits with zero or codes from 128. */
const isOwn = (code: number | null): boolean => code !== null && code > 0 && code < 128
