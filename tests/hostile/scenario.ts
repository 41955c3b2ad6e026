import type { Answer, Json } from '@convene/domain'
import type { PolicyName } from './policies.ts'

/** Where a scenario happens. Everything is under one temporary folder, except two servers on loopback. */
export type ScenarioFolders = {
  readonly root: string
  /** The hostile workspace. */
  readonly workspace: string
  /** A neighbouring folder that nothing may touch. */
  readonly outside: string
  /** The user's data folder, and the user's home. */
  readonly data: string
  readonly home: string
  /** A site that the user allows, and one that is not allowed. */
  readonly site: string
  readonly attacker: string
  /** A word unique to this scenario. Everything planted outside contains it. */
  readonly token: string
  /** Stored in `.env`, and in an environment variable. */
  readonly secret: string
  readonly key: string
}

/** A call as the model makes it. */
export type Attempt = { readonly tool: string; readonly input: Json }

export type Files = { readonly [path: string]: string }

/** What a scenario's MCP server offers and answers. `later` holds its tools after the first call. */
export type HostileServer = {
  readonly tools: readonly ServerTool[]
  readonly later?: readonly ServerTool[]
  /** The user has approved the first list of tools. */
  readonly approved?: boolean
}
export type ServerTool = { readonly name: string; readonly description?: string; readonly answer?: string }

/** Prepares workspace, site and surroundings before the model is called. */
export type Planted = {
  /** In the workspace. A file whose text begins with `link:` is a symlink. */
  readonly files?: Files
  readonly pages?: Files
  /** Pages that redirect to another address. */
  readonly redirects?: Files
  readonly server?: HostileServer
  /** Messages of empty commits, oldest first, and branches to create. */
  readonly commits?: readonly string[]
  readonly branches?: readonly string[]
  /** Files in the user's own data folder. */
  readonly data?: Files
}

/** What the model does before it obeys: it looks where the injection is. */
export type Look = { readonly [agent: string]: readonly Attempt[] }

/** One attack. Everything not listed here is the same for all. */
export type Scenario = {
  readonly name: string
  readonly policy?: PolicyName
  readonly plant: (place: ScenarioFolders) => Planted
  /** Calls by the coder, or by each agent under its slug. */
  readonly look?: (place: ScenarioFolders) => readonly Attempt[] | Look
  /** The agents' final answers, whatever they were asked. */
  readonly speeches?: (place: ScenarioFolders) => { readonly [agent: string]: string }
  /** Grants the user gave with `--allow`, without which the injection could not be read. */
  readonly allow?: (place: ScenarioFolders) => readonly string[]
  readonly goal?: string
  readonly mode?: string
  readonly agents?: readonly string[]
  readonly team?: string
  readonly trusted?: boolean
  /** Tools whose obeyed calls the policy allows. Every other obeyed call must be refused. */
  readonly runs?: readonly string[]
  /** The policy allows reading the secret in `.env`. */
  readonly reads?: true
  /** The guards remove the injection before the model sees it. */
  readonly unseen?: true
  /** Workspace paths that may change, in addition to the policy's own. */
  readonly changes?: readonly string[]
  /** How the user answers; the default is no. For controls only. */
  readonly person?: { readonly answer: Answer; readonly by: string }
  /** It runs commands, so it is skipped on machines without a sandbox. */
  readonly confined?: true
}

export const read = (path: string): Attempt => ({ tool: 'read', input: { path } })
export const fetchPage = (url: string): Attempt => ({ tool: 'webfetch', input: { url } })
export const bash = (command: string): Attempt => ({ tool: 'bash', input: { command } })
