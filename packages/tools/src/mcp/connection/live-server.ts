import { ok, type Result, refuse } from '@convene/domain'
import type { Clock, Telemetry } from '@convene/engine'
import type { Tool } from '@modelcontextprotocol/client'
import { cleanUpTo } from './clean-text.ts'
import { connectServer, type McpConnection } from './connect.ts'
import { type ToolList, toolListOf } from './fingerprint.ts'
import type { McpLimits, ServerDefinition } from './server-definition.ts'
import { usableTools } from './usable-tools.ts'

export type LiveServerOptions = {
  readonly name: string
  readonly definition: ServerDefinition
  readonly limits: McpLimits
  readonly clock: Clock
  readonly log: Telemetry['log']
  readonly version: string
  readonly environment: { readonly [name: string]: string | undefined }
}

type State =
  | { readonly phase: 'idle' | 'closed' }
  | { readonly phase: 'connecting'; readonly ready: Promise<Result<McpConnection>> }
  | { readonly phase: 'up'; readonly connection: McpConnection; readonly since: number }
  | { readonly phase: 'down'; readonly reason: string; readonly retryAt: number }
  | { readonly phase: 'given up'; readonly reason: string; readonly at: number }

/** How long after giving up on a server a new run tries it again. */
const COOL_DOWN_MS = 300_000

/** One server: connected when needed, reconnected when lost, and given up if that does not help. */
export class LiveServer {
  readonly name: string
  readonly definition: ServerDefinition
  /** The tools as last reported. Empty before the first connection and after giving up. */
  tools: readonly Tool[] = []
  list: ToolList
  restarts = 0
  readonly #options: LiveServerOptions
  #state: State = { phase: 'idle' }
  #inRow = 0
  #logged = 0
  readonly #closing = new AbortController()
  readonly #endings = new Set<Promise<void>>()

  constructor(options: LiveServerOptions) {
    this.#options = options
    this.name = options.name
    this.definition = options.definition
    this.list = toolListOf(options.name, options.definition, [])
  }

  get phase(): State['phase'] {
    return this.#state.phase
  }

  /** Why it cannot be used, if so. */
  get problem(): string | undefined {
    return 'reason' in this.#state ? this.#state.reason : undefined
  }

  get pid(): number | null {
    return this.#state.phase === 'up' ? this.#state.connection.pid : null
  }

  /** At the start of a run: connects, unless the server was lost a moment ago. Never throws. */
  async prepare(): Promise<void> {
    const { clock } = this.#options
    if (this.#state.phase === 'down' && clock.ticks() < this.#state.retryAt) return
    if (this.#state.phase === 'given up' && clock.ticks() - this.#state.at > COOL_DOWN_MS) {
      this.#inRow = 0
      this.#state = { phase: 'idle' }
    }
    await this.connected()
  }

  /** The connection. Waits if it has to be restored. */
  async connected(): Promise<Result<McpConnection>> {
    const state = this.#state
    if (state.phase === 'up') return ok(state.connection)
    if (state.phase === 'connecting') return state.ready
    if (state.phase === 'closed') return refuse('closed', `The MCP server "${this.name}" was closed.`)
    if (state.phase === 'given up') return refuse('given_up', this.#givenUp(state.reason))
    const waitMs = state.phase === 'down' ? Math.max(0, state.retryAt - this.#options.clock.ticks()) : 0
    if (state.phase === 'down') this.restarts += 1
    const ready = this.#open(waitMs)
    this.#state = { phase: 'connecting', ready }
    return ready
  }

  /** The server stopped working: ends what is left of it. The next call reconnects. */
  lose(connection: McpConnection, reason: string): void {
    if (this.#state.phase !== 'up' || this.#state.connection !== connection) return
    if (this.#options.clock.ticks() - this.#state.since >= this.#options.limits.stableMs) this.#inRow = 0
    const ending = connection.close().finally(() => this.#endings.delete(ending))
    this.#endings.add(ending)
    this.#failed(reason)
  }

  async close(): Promise<void> {
    const state = this.#state
    this.#state = { phase: 'closed' }
    this.tools = []
    this.#closing.abort()
    if (state.phase === 'up') await state.connection.close()
    if (state.phase === 'connecting') {
      const opened = await state.ready
      if (opened.ok) await opened.value.close()
    }
    await Promise.all(this.#endings)
  }

  async #open(waitMs: number): Promise<Result<McpConnection>> {
    const { clock } = this.#options
    if (waitMs > 0) await this.#wait(waitMs)
    if (this.#isClosed()) return refuse('closed', `The MCP server "${this.name}" was closed.`)
    let opened: McpConnection | undefined
    try {
      opened = await connectServer({
        ...this.#options,
        signal: this.#closing.signal,
        heard: (source, text) => this.#heard(source, text),
        changed: (tools) => this.#told(tools),
        lost: (reason) => opened && this.lose(opened, reason),
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!this.#isClosed()) this.#failed(reason)
      return refuse('not_connected', `The MCP server "${this.name}" cannot be reached: ${reason}.`)
    }
    if (!this.#isClosed()) {
      this.#state = { phase: 'up', connection: opened, since: clock.ticks() }
      this.#told(opened.tools)
      this.#log('info', 'mcp_connected', `connected, with ${this.tools.length} tools`)
    }
    return ok(opened)
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(ms, resolve)
      this.#closing.signal.addEventListener('abort', () => {
        cancel()
        resolve()
      })
    })
  }

  #isClosed(): boolean {
    return this.#state.phase === 'closed'
  }

  #told(tools: readonly Tool[]): void {
    const { limits, definition } = this.#options
    const used = usableTools(tools, limits.maxTools)
    if (used.length < tools.length)
      this.#log('warn', 'mcp_tools_left_out', `${tools.length - used.length} of ${tools.length} tools are not used`)
    const list = toolListOf(this.name, definition, used)
    if (this.tools.length > 0 && list.fingerprint !== this.list.fingerprint)
      this.#log('warn', 'mcp_tools_changed', 'its tools are others now')
    this.tools = used
    this.list = list
  }

  #failed(reason: string): void {
    const { clock, limits } = this.#options
    this.#inRow += 1
    const clean = cleanUpTo(reason, 300)
    if (this.#inRow > limits.restarts) {
      this.#state = { phase: 'given up', reason: clean, at: clock.ticks() }
      this.tools = []
      this.#log('error', 'mcp_given_up', this.#givenUp(clean))
      return
    }
    const waitMs = Math.min(limits.firstWaitMs * 2 ** (this.#inRow - 1), limits.longestWaitMs)
    this.#state = { phase: 'down', reason: clean, retryAt: clock.ticks() + waitMs }
    this.#log('warn', 'mcp_lost', clean)
  }

  #givenUp(reason: string): string {
    return `The MCP server "${this.name}" was given up after ${this.#options.limits.restarts} restarts: ${reason}.`
  }

  /** A flood of server output must not fill the log. */
  #heard(source: 'stderr' | 'garbage', text: string): void {
    const room = this.#options.limits.maxLogBytes - this.#logged
    if (room <= 0) return
    this.#logged += text.length
    this.#log('debug', `mcp_${source}`, cleanUpTo(text.trimEnd(), Math.min(room, 2_000)))
  }

  #log(level: 'error' | 'warn' | 'info' | 'debug', code: string, message: string): void {
    this.#options.log(level, code, message, { server: this.name, restarts: this.restarts })
  }
}
