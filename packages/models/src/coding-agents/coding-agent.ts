import { z } from 'zod'

/** No root, no "." and no "..": the whole home folder contains keys that are not the agent's. */
const UNDER_HOME = /^(?!\.{1,2}(\/|$))[^/]+(\/(?!\.{1,2}(\/|$))[^/]+)*$/u

/** What the names of coding agents begin with, where a model is named. */
export const ACP = 'acp/'

/** A coding agent that speaks the Agent Client Protocol, as the settings describe it. */
export const AcpAgent = z.strictObject({
  command: z.string().min(1).optional().describe('The program. Default: the known program of this name.'),
  args: z.array(z.string()).optional(),
  env: z
    .record(z.string(), z.string())
    .optional()
    .describe('Variables for the program. "$NAME" passes on a variable of yours, such as an API key.'),
  mode: z.string().min(1).optional().describe("The agent's own mode to work in. Choose one that asks."),
  options: z.record(z.string(), z.string()).optional().describe("The agent's own options, such as its model."),
  authenticate: z.string().min(1).optional().describe("The agent's sign-in method, if it must be named."),
  sandbox: z.boolean().optional().describe('Whether it runs in the sandbox, if the system has one. Default: true.'),
  state: z
    .array(z.string().regex(UNDER_HOME, 'Write a path below your home folder, such as ".config/my-agent".'))
    .optional()
    .describe('Files and folders of your home folder that it may read and write in the sandbox. Default: none.'),
  signIn: z
    .array(z.string().regex(UNDER_HOME, 'Write a path below your home folder, such as ".config/my-agent/auth.json".'))
    .optional()
    .describe(
      'On a team server: the files of `state` that contain its sign-in. Everything else there is separate for each folder.',
    ),
  ignores: z
    .array(z.string().regex(/^\.[^/\\]+$/u, 'Write a hidden name, such as ".cache".'))
    .optional()
    .describe(
      'For an agent that Convene does not know: hidden files and folders of a workspace that it does not load. It does not start if there are others.',
    ),
})
export type AcpAgent = z.infer<typeof AcpAgent>
export type AcpAgents = Readonly<Record<string, AcpAgent>>

/** An agent that is ready to use: everything the settings left open is filled in. */
export type KnownAgent = {
  readonly name: string
  readonly label: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly mode?: string
  readonly options: Readonly<Record<string, string>>
  readonly authenticate?: string
  readonly sandbox: boolean
  /** Paths under the home folder that it needs to write: its sign-in and its sessions. */
  readonly state: readonly string[]
  /** Files of these with its sign-in, which all spaces of a team server share. The rest of the state is theirs alone. */
  readonly signIn?: readonly string[] | undefined
  /** Files of these with the operator's settings for it, which all spaces read. */
  readonly settings?: readonly string[]
  /** Whether we know what it loads from a workspace by itself. An unknown program may load anything. */
  readonly isPreset: boolean
  readonly ignores?: readonly string[] | undefined
  /** Whether its usage counts the whole session instead of the turn. */
  readonly countsSession?: boolean
  /** What it does without asking, outside all rules. */
  readonly unasked: string
  /** How to get it, if it is a known one. */
  readonly install?: string
}

/** An agent with the path of its program, or what is missing. */
export type FoundAgent = KnownAgent & { readonly program?: string; readonly missing: readonly string[] }

/** The coding agents of a workspace, or why there are none. */
export type FoundAgents = { readonly agents: readonly FoundAgent[]; readonly whyNone?: string }
