import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import { readSourceFile, replaceFile } from '@convene/platform'
import { isInsideFolder } from './inside-folder.ts'

const MAX_BYTES = 256_000

export type AgentPlace = { readonly home: string; readonly workspace: string; readonly scope: 'user' | 'workspace' }

/** The folder for the agents of the user or of a workspace. */
export const agentFolder = ({ home, workspace, scope }: AgentPlace): string =>
  scope === 'user' ? join(home, 'agents') : join(workspace, '.convene', 'agents')

export type AgentToSave = { readonly slug: string; readonly text: string; readonly replace: boolean }

/** Writes an agent's file. One that is there with another text stays, unless it is to be replaced. Gives the path. */
export function saveAgent(place: AgentPlace, { slug, text, replace }: AgentToSave): Result<string> {
  const folder = agentFolder(place)
  const file = join(folder, `${slug}.md`)
  try {
    mkdirSync(folder, { recursive: true, ...(place.scope === 'user' && { mode: 0o700 }) })
    if (!isInsideFolder(folder, place.scope === 'user' ? place.home : place.workspace))
      return refuse('outside', `${folder} points elsewhere. Nothing was written.`)
    const known = readSourceFile(file, { maxBytes: MAX_BYTES })
    if (known.state === 'read' && known.text === text) return ok(file)
    if (known.state !== 'missing' && !replace)
      return refuse('agent_exists', `${file} already exists with different content. Use --replace to overwrite it.`)
    replaceFile(known.state === 'missing' ? file : realpathSync(file), text, place.scope === 'user' ? 0o600 : 0o644)
    return ok(file)
  } catch (error) {
    return refuse('not_saved', `${file} cannot be written: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

/** Removes an agent's file. */
export function deleteAgent(file: string): Result<string> {
  try {
    rmSync(file)
    return ok(file)
  } catch (error) {
    return refuse('not_deleted', `${file} cannot be deleted: ${(error as NodeJS.ErrnoException).code}.`)
  }
}
