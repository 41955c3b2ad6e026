import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { agentTrustOf, mayBeLoaded, nothingToTrust, type TrustStore } from '@convene/library'
import type { KnownAgent } from '@convene/models'
import { whyNoWorkspace } from '@convene/platform'
import type { Program } from '../program.ts'

/**
 * What coding agents load from the program's workspace by themselves, and whether it is trusted. They do not start in
 * `/` or the home folder, so these are not searched: that would take minutes, and show a team the whole server.
 */
export const agentTrustIn = async (
  program: Pick<Program, 'home' | 'workspace' | 'environment'>,
): Promise<TrustStore> =>
  whyNoWorkspace(program) === undefined ? agentTrustOf(program.home, program.workspace) : nothingToTrust

/** Where a coding agent is about to start. */
export type AgentStart = { readonly home: string; readonly workspace: string; readonly agent: KnownAgent }

/** Why it must not start: it would load something by itself that the user has not trusted. Undefined if it may. */
export async function whyUntrusted({ home, workspace, agent }: AgentStart): Promise<string | undefined> {
  const { state, files, problem } = await agentTrustOf(home, workspace)
  const first = files[0]?.path ?? 'files'
  if (problem !== undefined) return `coding agents load files from this workspace by themselves. ${problem}`
  if (state === 'untrusted')
    return `this workspace is not trusted, and coding agents load ${first} from it. Review and trust it: convene trust`
  if (state === 'changed')
    return `what coding agents load from this workspace, such as ${first}, has changed since you trusted it. Review and trust it: convene trust`
  return whyUnknown(agent, workspace)
}

/** Why it must not start in a worktree: something there is not what the user has trusted in the workspace. */
export async function whyDiffers({ home, workspace, agent }: AgentStart, tree: string): Promise<string | undefined> {
  const [trusted, own] = await Promise.all([agentTrustOf(home, workspace), agentTrustOf(home, tree)])
  // What cannot be listed cannot be compared, but an agent would still load it.
  if (own.problem !== undefined) return `coding agents load files from its worktree (${tree}). ${own.problem}`
  const known = new Set(trusted.files.map(markOf))
  const other = own.files.find((file) => !file.path.startsWith('../') && !known.has(markOf(file)))
  if (other !== undefined)
    return `coding agents load ${other.path}, and its worktree (${tree}) has another version of it than the workspace. Make them the same, or run it without a worktree.`
  return whyUnknown(agent, tree)
}

const markOf = ({ path, hash }: { readonly path: string; readonly hash: string }): string => `${path} ${hash}`

/**
 * An unknown program may load any hidden file. From an empty folder it can load nothing: the sandbox makes some in the
 * place of protected folders, and a check that took them for the repository's would refuse every agent.
 */
function whyUnknown({ name, isPreset, ignores = [] }: KnownAgent, folder: string): string | undefined {
  if (isPreset) return undefined
  const found = readdirSync(folder).find(
    (entry) => mayBeLoaded(entry) && !ignores.includes(entry) && !isEmptyFolder(join(folder, entry)),
  )
  if (found === undefined) return undefined
  return `nobody knows whether acp/${name} loads ${found} from this workspace. If it does not, add "${found}" to acpAgents.${name}.ignores in your settings.`
}

/** A link does not count: what it leads to can change. */
function isEmptyFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory() && readdirSync(path).length === 0
  } catch {
    return false
  }
}
