import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type DecidingFile, decidingFiles, realWorkspace, trustHash } from './workspace-files.ts'

const Trusted = z.record(z.string(), z.object({ hash: z.string(), at: z.number() }))

/** Whether the user trusts a workspace. `nothing`: there is nothing to trust in it. */
export type Trust = {
  readonly state: 'trusted' | 'untrusted' | 'changed' | 'nothing'
  readonly hash: string
  readonly files: readonly DecidingFile[]
  /** Why it cannot be trusted as is, whatever the user says: not everything in it can be shown. */
  readonly problem?: string
}

/** Whether the workspace's files are those that the user has trusted. Any change asks again. */
export function trustOf(home: string, workspace: string): Trust {
  const { files, problems } = decidingFiles(workspace)
  const hash = trustHash(files)
  const known = read(home)[realWorkspace(workspace)]
  if (problems.length > 0)
    return { state: known ? 'changed' : 'untrusted', hash, files, problem: problemText(problems) }
  if (files.length === 0) return { state: 'nothing', hash, files }
  const state = known === undefined ? 'untrusted' : known.hash === hash ? 'trusted' : 'changed'
  return { state, hash, files }
}

const NAMED = 3

function problemText(problems: readonly string[]): string {
  const more = problems.length > NAMED ? `, and ${problems.length - NAMED} more` : ''
  return `It cannot be trusted as is: ${problems.slice(0, NAMED).join('; ')}${more}. You can only trust what can be shown in full. Remove these, and review it again.`
}

/** Remembers that the user trusts exactly these contents: by hash, never by path alone. */
export function grantTrust(
  home: string,
  workspace: string,
  grant: { readonly hash: string; readonly at: number },
): void {
  const all = { ...read(home), [realWorkspace(workspace)]: grant }
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
