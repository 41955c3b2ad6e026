import type { z } from 'zod'
import type { RunEvent } from './run-event.ts'
import type { DeclaredOptions } from './run-options.ts'

// The whole public API. It imports none of our types: what people compile against must not change with our internals.

/** How much a model thinks before it answers. */
export type ReasoningLevel = 'off' | 'low' | 'medium' | 'high' | 'max'

/** An agent written in code. */
export type AgentDefinition = {
  readonly name: string
  readonly prompt: string
  readonly description?: string
  /** `provider/model`. Default: the run's model. */
  readonly model?: string
  /** How much its model thinks. Default: the run's. */
  readonly reasoning?: ReasoningLevel
  /** Names of the tools it may use, or patterns such as `mcp_*`. Default: all. A name that no tool has is refused. */
  readonly tools?: readonly string[]
}

/** A tool written in code. */
export type ToolDefinition<Input = unknown> = {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType<Input>
  /** True if it changes nothing. Tools that change something are subject to approval. Default: false. */
  readonly readOnly?: boolean
  /** Returns what the agent reads. The agent reads the message of a thrown error. */
  run(input: Input, signal: AbortSignal): Promise<string> | string
}

/** Something that an agent may do only with permission. */
export type PermissionAsk = {
  /** Identifies it in `answer`. */
  readonly id: string
  readonly agent: string
  readonly tool: string
  /** All it would do: the command as written, or every path and URL it would touch. */
  readonly resource: string
}

/** `once` allows this call, `session` all like it in this session, `deny` tells the agent no. */
export type PermissionAnswer = 'once' | 'session' | 'deny'

/** A question to the user, or a topic or plan to approve. */
export type Question = {
  /** Identifies it in `answer`. */
  readonly id: string
  readonly question: string
  readonly options: readonly string[]
  /** `topic` or `plan`: answer with `approve`, or with what should change. */
  readonly gate?: string
  /** The topic or plan itself. */
  readonly text: string
}

export type RunOptions = Omit<DeclaredOptions, 'agents'> & {
  readonly goal: string
  /** Agents by name, or written in code. */
  readonly agents?: readonly (string | AgentDefinition)[]
  /** Called for each permission. Default: denied in a run started here. If it throws, the session keeps waiting. */
  readonly onAsk?: (ask: PermissionAsk) => PermissionAnswer | Promise<PermissionAnswer>
  /**
   * Called for each question and gate. Default: in a run started here, gates are approved and questions are left to the
   * agent. If it throws, the session keeps waiting.
   */
  readonly onQuestion?: (question: Question) => string | Promise<string>
  /** Stops the run. */
  readonly signal?: AbortSignal
}

/** How a run ended. */
export type RunResult = {
  readonly session: string
  /** `completed`, `failed`, `cancelled` (stopped, or something is missing from the answer: see `reason`), or `waiting` if only a user can continue it. */
  readonly state: 'completed' | 'failed' | 'cancelled' | 'waiting'
  readonly reason: string
  /** What is missing from the answer: `{ what: 'answered', done: 1, of: 2, who: ['architect'] }`. */
  readonly lacks?: {
    readonly what: 'answered' | 'voted' | 'reported' | 'steps' | 'checks'
    readonly done: number
    readonly of: number
    readonly who: readonly string[]
  }
  /**
   * How many steps of a plan are proven by checks, and how many were accepted on whose word. In other modes the same of
   * the run's own checks.
   */
  readonly proof?: {
    readonly proven: number
    readonly said: readonly { readonly by: string; readonly steps: number }[]
    readonly checks?: { readonly passed: number; readonly of: number }
  }
  /** The answer as Markdown. If there are several, each has a heading. */
  readonly answer: string
  /** What each agent answered, in seat order. */
  readonly answers: readonly { readonly agent: string; readonly text: string }[]
  /** What a waiting session waits for. Permissions have a `tool`, questions and gates a `question`. */
  readonly pending?: readonly (PermissionAsk | Question)[]
  /** The error that a callback threw, if the session waits because of that. */
  readonly error?: unknown
  readonly decision?: {
    /** Null if the team stayed undecided. */
    readonly option: string | null
    readonly how: string
    readonly votes: { readonly [option: string]: number }
    /** How many could vote. */
    readonly voters: number
    readonly dissent: readonly { readonly voter: string; readonly option: string; readonly reason: string }[]
    /**
     * That it is right, how many resolved decisions this is based on, and how many models of how many vendors voted.
     * None resolved: it is a first guess.
     */
    readonly probability?:
      | { readonly value: number; readonly resolved: number; readonly models: number; readonly vendors: number }
      | undefined
    /** Options that are too close to tell. Absent if the result is clear. */
    readonly close?: readonly string[] | undefined
  }
  /**
   * What a panel estimated. A chance is from 0 to 1. A number is below `low` in one of ten cases and below `high` in
   * nine.
   */
  readonly estimate?: {
    readonly quantity: { readonly kind: 'chance' | 'number'; readonly unit: string }
    readonly range: EstimatedRange | null
    readonly seats: readonly {
      readonly agent: string
      readonly range: EstimatedRange
      /** Its answer before it had read the reasons of the others, if that was another. */
      readonly first?: EstimatedRange | undefined
    }[]
    readonly basis: { readonly resolved: number; readonly models: number; readonly vendors: number }
  }
  /** What you should know about the run: missing tools, settings that were ignored, limits that are too low. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[]
  readonly tokens: number
  /** Null if a price is unknown. */
  readonly costUsd: number | null
  /** No model was connected: the answer consists of extracts from goal and files. */
  readonly rehearsal: boolean
}

/** Where a number will be. */
export type EstimatedRange = { readonly low: number; readonly middle: number; readonly high: number }

/** A run in progress: its events in order, each once, and its result. */
export type TeamRun = AsyncIterable<RunEvent> & {
  readonly session: string
  readonly result: Promise<RunResult>
  /** Sends a message to the team, or to one agent. */
  message(text: string, to?: string): Promise<void>
  stop(): Promise<void>
}

/** One message of the conversation that a model is asked to continue. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant'
      readonly text: string
      /** The tools it called. Each call is followed by a message with the role `tool`. */
      readonly calls: readonly { readonly id: string; readonly tool: string; readonly input: unknown }[]
    }
  | {
      readonly role: 'tool'
      /** What the tool returned, or why it failed. */
      readonly text: string
      /** The id of the call that this answers. */
      readonly call: string
      readonly tool: string
      readonly ok: boolean
    }

/** The request to a model written in code. */
export type ModelCall = {
  /** The name after the provider: `small` in `mine/small`. */
  readonly model: string
  readonly agent: string
  readonly system: string
  readonly messages: readonly ModelMessage[]
  /** The tools it may call, each with the JSON schema of its input. */
  readonly tools: readonly { readonly name: string; readonly description: string; readonly input: object }[]
  readonly maxOutputTokens: number
  readonly signal: AbortSignal
}

/** Tokens of one call. `cached` is part of `input`. */
export type ModelUsage = { readonly input: number; readonly output: number; readonly cached?: number }

/** A piece of an answer. Without a `finish`, the answer is complete when the pieces end, and its usage is estimated. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** `invalid` says why its input could not be read. The agent learns why and can call again. */
  | { readonly type: 'call'; readonly tool: string; readonly input: unknown; readonly invalid?: string }
  /** `length`: the answer was cut at `maxOutputTokens`. */
  | { readonly type: 'finish'; readonly finish?: 'stop' | 'length'; readonly usage?: ModelUsage }
  | {
      readonly type: 'failed'
      readonly message: string
      /** Such as `rate_limited`, `overloaded`, `network`, `unauthorized`. Default: `server_error`. */
      readonly code?: string
      /** Whether the call is retried. Default: no. */
      readonly retryable?: boolean
      readonly retryAfterMs?: number
    }

/** A model written in code: its answer at once, or piece by piece. An error fails the call. */
export type ModelFunction = (call: ModelCall) => string | Promise<string> | AsyncIterable<string | ModelPart>

/** A language model of the AI SDK, version 5, 6 or 7: what `openai('gpt-5')` returns. */
export type AiSdkModel = {
  readonly specificationVersion: 'v2' | 'v3' | 'v4'
  readonly provider: string
  readonly modelId: string
  doStream(options: never): PromiseLike<{ readonly stream: object }>
}

/** A provider of the AI SDK: what `createOpenAI()` returns. */
export type AiSdkProvider = { languageModel(modelId: string): AiSdkModel }

export type ConveneOptions = {
  /** The folder that agents work in. Default: the current one. */
  readonly workspace?: string
  /**
   * The data folder. Default: `CONVENE_HOME`, else `~/.convene`. `memory` is a temporary folder, which `close` and the
   * end of the process remove.
   */
  readonly store?: 'memory' | { readonly home: string }
  readonly tools?: readonly ToolDefinition[]
  /**
   * Your own models, by provider name: `mine` answers for `mine/anything`. A function, or a model or provider of the AI
   * SDK.
   */
  readonly models?: { readonly [provider: string]: ModelFunction | AiSdkModel | AiSdkProvider }
  /** API keys and other variables. Default: this process's environment. */
  readonly environment?: { readonly [name: string]: string | undefined }
}

export type Convene = {
  run(options: RunOptions): Promise<TeamRun>
  /** Continues a session, such as one that waited for a user before a restart. Without callbacks it answers nothing. */
  resume(session: string, options?: Pick<RunOptions, 'onAsk' | 'onQuestion' | 'signal'>): Promise<TeamRun>
  /** Asks a finished run's team a follow-up question. */
  ask(session: string, question: string, options?: Pick<RunOptions, 'onAsk' | 'signal'>): Promise<TeamRun>
  /**
   * Answers what a session waits for and continues it: a permission with `once`, `session` or `deny`, a gate with
   * `approve` or the changes you want, a question with text. `id` is needed only if several are pending.
   */
  answer(
    session: string,
    answer: string,
    options?: { readonly id?: string } & Pick<RunOptions, 'onAsk' | 'onQuestion' | 'signal'>,
  ): Promise<TeamRun>
  close(): Promise<void>
}
