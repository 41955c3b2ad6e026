import type { ModelCall, ModelFunction, ModelUsage } from '@convene/sdk'

/** One line of a script. `says`, `calls`, `fails`, `hangs` and `breaksOff` make one. */
export type ScriptLine = { readonly agent?: string; readonly text: string }

export type Saying = {
  readonly reasoning?: string
  readonly calls?: readonly { readonly tool: string; readonly input: object }[]
  /** Default: estimated from the texts. */
  readonly usage?: ModelUsage
  /** `length`: the answer was cut. */
  readonly finish?: 'stop' | 'length'
  /** How many pieces the text comes in. */
  readonly parts?: number
}

/** A request with the fields that scripts match on. */
export type ScriptedRequest = ModelCall & {
  /** `Respond` if the last user message with a heading starts with `# Respond`. */
  readonly heading: string | undefined
  /** 1 if this agent is asked under this heading for the first time. */
  readonly turn: number
}

/** A model that follows a script, for `convene({ models: { test: model } })`. It says the same in every run. */
export type ScriptedModel = ModelFunction & {
  /** Throws if a line was never used, or a request was not scripted. */
  assertSpent(): void
  /** What it was asked, in order. */
  readonly requests: readonly ScriptedRequest[]
  /** Appends lines to the script. */
  add(...lines: readonly ScriptLine[]): void
  /** Requests that were aborted or abandoned before their end. */
  readonly aborted: readonly ScriptedRequest[]
  /** Resolves when the condition holds. Checked whenever a request arrives or ends, so no test needs to sleep. */
  until(condition: (model: ScriptedModel) => boolean): Promise<void>
  /** How many answers are in progress. */
  open(): number
}

/** An answer of the server. Anything left out is derived from the request, the same for the same request. */
export type Answer = {
  readonly text?: string
  readonly reasoning?: string
  /** `raw` replaces the JSON of `input` on the wire, for arguments that no parser accepts. */
  readonly calls?: readonly {
    readonly name: string
    readonly input: object
    readonly id?: string
    readonly raw?: string
  }[]
  readonly usage?: {
    readonly input?: number
    readonly cached?: number
    readonly output?: number
    readonly reasoning?: number
  }
  readonly finish?: 'stop' | 'tools' | 'length' | 'refused' | 'filtered'
  /** How many chunks the text is split into. */
  readonly parts?: number
  /** Before each chunk except the first. */
  readonly delayMs?: number
  /** Before the first byte. */
  readonly latencyMs?: number
}

/** What the server does instead of answering properly. `fault` makes one. */
export type Fault = { readonly kind: 'fault'; readonly name: string }

export type Reply = Answer | Fault

export type ServerMessage = {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly text: string
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[]
  readonly toolResults: readonly { readonly id: string; readonly output: string }[]
}

/** One request as the server saw it. */
export type ServerRequest = {
  /** 1 for this server's first request. */
  readonly number: number
  readonly dialect: 'chat' | 'responses' | 'messages' | 'gemini' | 'converse' | 'ollama'
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  readonly body: unknown
  readonly model: string
  readonly stream: boolean
  readonly system: string
  readonly messages: readonly ServerMessage[]
  /** Names of the offered tools. */
  readonly tools: readonly string[]
  /** `Respond` if the last user message with a heading starts with `# Respond`. */
  readonly heading: string | undefined
  /** `Ada` if the system text starts with `You are Ada, …`. */
  readonly agent: string | undefined
}

/** Which requests a rule applies to. Anything left out matches all. */
export type Match = {
  readonly heading?: string
  readonly agent?: string
  readonly model?: string
  readonly contains?: string
}

/** A reply to one kind of request. `on` makes one. */
export type Rule = { readonly matches: (request: ServerRequest) => boolean }

/** A handler, or rules. The first matching rule answers. */
export type Replies = ((request: ServerRequest) => Reply | Promise<Reply>) | readonly Rule[]

export type ModelServerOptions = {
  /** Default: a text that is the same for the same request. */
  readonly replies?: Replies
  /** The models it lists. */
  readonly models?: readonly string[]
  /** Default: any free port. */
  readonly port?: number
}

/** A scripted model service on loopback, which speaks each client's dialect. */
export type ModelServer = {
  /** Without a path: clients add `/v1` or whatever their service needs. */
  readonly url: string
  readonly port: number
  /** Every model request, in order of arrival. */
  readonly requests: readonly ServerRequest[]
  /** Requests whose client left before the answer was complete. */
  readonly aborted: readonly ServerRequest[]
  /** Sets the replies from now on. */
  script(replies: Replies): void
  /** Resolves when the condition holds. Checked after each change, so no test needs to sleep. */
  until(condition: (server: ModelServer) => boolean): Promise<void>
  close(): Promise<void>
}
