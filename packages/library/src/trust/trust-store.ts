import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { agentFiles } from './agent-files.ts'
import { type DecidingFile, type DecidingFiles, decidingFiles, realWorkspace, trustHash } from './workspace-files.ts'

const Trusted = z.record(
  z.string(),
  z.object({ hash: z.string().optional(), agents: z.string().optional(), at: z.number() }),
)

/** Whether the user trusts a workspace. `nothing` means that it has nothing to trust. */
export type TrustStore = {
  readonly state: 'trusted' | 'untrusted' | 'changed' | 'nothing'
  readonly hash: string
  readonly files: readonly DecidingFile[]
  /** Why it cannot be trusted as is, no matter what the user says: not everything in it can be shown. */
  readonly problem?: string
}

/** Whether the workspace's files are those that the user trusted. Any change asks again. */
export const trustOf = (home: string, workspace: string): TrustStore =>
  judged(decidingFiles(workspace), read(home)[realWorkspace(workspace)]?.hash)

/**
 * The same for what coding agents load by themselves. It is separate, because it does not matter to a run without such
 * an agent. Read again each time: a file may appear at any moment.
 */
export const agentTrustOf = async (home: string, workspace: string): Promise<TrustStore> =>
  judged(await agentFiles(workspace), read(home)[realWorkspace(workspace)]?.agents)

/** For a folder from which nothing takes effect. */
export const nothingToTrust: TrustStore = { state: 'nothing', hash: trustHash([]), files: [] }

function judged({ files, problems }: DecidingFiles, known: string | undefined): TrustStore {
  const hash = trustHash(files)
  if (problems.length > 0)
    return { state: known ? 'changed' : 'untrusted', hash, files, problem: problemText(problems) }
  if (files.length === 0) return { state: 'nothing', hash, files }
  const state = known === undefined ? 'untrusted' : known === hash ? 'trusted' : 'changed'
  return { state, hash, files }
}

const NAMED = 3

function problemText(problems: readonly string[]): string {
  const more = problems.length > NAMED ? `, and ${problems.length - NAMED} more` : ''
  return `It cannot be trusted as is: ${problems.slice(0, NAMED).join('; ')}${more}. You can only trust what can be shown in full. Remove these, and review it again.`
}

/** What the user has seen and trusts: by hash, never by path alone. An omitted part stays as it was. */
export type TrustGrant = { readonly hash?: string; readonly agents?: string; readonly at: number }

/** Remembers that the user trusts exactly these contents. */
export function grantTrust(home: string, workspace: string, grant: TrustGrant): void {
  const name = realWorkspace(workspace)
  const known = read(home)
  const all = { ...known, [name]: { ...known[name], ...grant } }
  const file = fileIn(home)
  const draft = `${file}.${randomUUID()}`
  mkdirSync(home, { recursive: true, mode: 0o700 })
  writeFileSync(draft, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}

const fileIn = (home: string): string => join(home, 'trust.json')

/** A store that cannot be read trusts nothing. */
function read(home: string): z.infer<typeof Trusted> {
  try {
    return Trusted.parse(JSON.parse(readFileSync(fileIn(home), 'utf8')))
  } catch {
    return {}
  }
}
