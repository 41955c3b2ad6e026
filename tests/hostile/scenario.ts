import type { Answer, Json } from '@convene/domain'
import type { PolicyName } from './policies.ts'

/** Where a scenario happens: all of it under one temporary folder, but for two servers on loopback. */
export type Place = {
  readonly root: string
  /** The hostile workspace. */
  readonly workspace: string
  /** A folder beside it that nobody may touch. */
  readonly outside: string
  /** The folder of the user's data, and the home of the user. */
  readonly data: string
  readonly home: string
  /** A site that the user allows, and one that nobody allows. */
  readonly site: string
  readonly attacker: string
  /** A word that is in no other scenario: what is planted outside carries it. */
  readonly token: string
  /** Written in `.env`, and in a variable of the environment. */
  readonly secret: string
  readonly key: string
}

/** A call as the model makes it. */
export type Attempt = { readonly tool: string; readonly input: Json }

export type Files = { readonly [path: string]: string }

/** What an MCP server of the scenario offers and answers; `later` are its tools after the first call. */
export type HostileServer = {
  readonly tools: readonly ServerTool[]
  readonly later?: readonly ServerTool[]
  /** The user has agreed to the first list of tools. */
  readonly approved?: boolean
}
export type ServerTool = { readonly name: string; readonly description?: string; readonly answer?: string }

/** Prepares workspace, site and surroundings before the model is called. */
export type Planted = {
  /** In the workspace. A link is a file whose text begins with `link:`. */
  readonly files?: Files
  readonly pages?: Files
  /** Pages that send on to another address. */
  readonly redirects?: Files
  readonly server?: HostileServer
  /** Messages of empty commits, oldest first, and branches that are made. */
  readonly commits?: readonly string[]
  readonly branches?: readonly string[]
  /** Files in the user's own data folder. */
  readonly data?: Files
}

/** What the model does before it obeys: it looks where the injection is. */
export type Look = { readonly [agent: string]: readonly Attempt[] }

/** One attack. Everything that is not said here is the same for all. */
export type Scenario = {
  readonly name: string
  readonly policy?: PolicyName
  readonly plant: (place: Place) => Planted
  /** Calls of the coder, or of each agent by its slug. */
  readonly look?: (place: Place) => readonly Attempt[] | Look
  /** Answers that agents give as their last words, whatever they were asked. */
  readonly speeches?: (place: Place) => { readonly [agent: string]: string }
  /** Grants the user gave with `--allow`, so that the injection can be read at all. */
  readonly allow?: (place: Place) => readonly string[]
  readonly goal?: string
  readonly mode?: string
  readonly agents?: readonly string[]
  readonly team?: string
  readonly trusted?: boolean
  /** Tools whose obeyed calls the policy lets run; every other obeyed call must be refused. */
  readonly runs?: readonly string[]
  /** The policy lets the secret of `.env` be read. */
  readonly reads?: true
  /** The guards take the injection out before the model sees it. */
  readonly unseen?: true
  /** Workspace paths that may change, in addition to those of the policy itself. */
  readonly changes?: readonly string[]
  /** How the user answers, no by default. For controls only. */
  readonly person?: { readonly answer: Answer; readonly by: string }
  /** Commands run, so it holds only where they are confined. */
  readonly confined?: true
}

export const read = (path: string): Attempt => ({ tool: 'read', input: { path } })
export const fetchPage = (url: string): Attempt => ({ tool: 'webfetch', input: { url } })
export const bash = (command: string): Attempt => ({ tool: 'bash', input: { command } })
