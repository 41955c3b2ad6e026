import type { Result } from '@convene/domain'
import type { TeamFormat } from '@convene/library'
import type { Toolset } from '@convene/tools'
import type { CodingAgents } from './coding-agents.ts'
import type { Gateways } from './gateways.ts'

/** The parts of an optional package that every program uses. Apps use more, see `Extension`. */
export type ProgramParts = {
  /** Coding agents that take a seat. */
  readonly codingAgents?: CodingAgents
  /** How other programs reach Convene, and how it reaches them. */
  readonly gateways?: Gateways
  /** Tools for agents, opened once per workspace. */
  tools?(): Toolset
  /** How Squad files are read and written. */
  readonly teams?: TeamFormat
  /** Calls of the server's contract, by their names there. The server knows their input, and checks it. */
  readonly calls?: { readonly [name: string]: (context: never, given: never) => Promise<Result<unknown>> }
}

/** An optional package, as the list of them knows it while it is not loaded, or not installed. */
export type ListedPackage<Parts> = {
  readonly name: `@convene/${string}`
  /** What it adds, by the names that users write. If it is missing, Convene can say where they come from. */
  readonly adds: { readonly [Part in keyof Parts]?: readonly string[] }
  load(): Promise<{ readonly extension: Parts }>
}

/**
 * What the core keeps for an optional package: the page is one bundle, and the contract and the settings are one
 * document each. Without the package, nothing there has an effect.
 */
export type KeptParts = { readonly [What in 'routes' | 'settings' | 'pages']?: readonly string[] }
