/** How other programs reach Convene, and how it reaches them: MCP, A2A, the OpenAI API, webhooks. */
export type Gateways = {
  /** Opened with the first request. The server knows what it needs, and gives it. */
  open(context: never): Gateway
  /** Posts events to the webhooks in the settings of a program, until the returned function is called. */
  postEvents(program: never, options?: PostOptions): () => Promise<void>
}

/** Answers requests of other programs, once the server has let them in. */
export type Gateway = { fetch(request: Request): Promise<Response>; close(): void }

/** How events are posted to webhooks. */
export type PostOptions = {
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds before the first retry. Doubled each time. */
  readonly retryMs?: number
  /** The minimum milliseconds between two writes of positions. */
  readonly keepMs?: number
  /** How often to look for new events and settings. */
  readonly lookMs?: number
}
