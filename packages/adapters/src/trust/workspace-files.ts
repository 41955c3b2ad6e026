import { createHash } from 'node:crypto'
import { readdirSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readSourceFile } from '../source-file/read-source-file.ts'
import { findSquad, squadFiles } from '../squad/squad-folder.ts'

const MOST_BYTES = 4_000_000
const MOST_FILES = 500

/** A file of a workspace that decides something once the workspace is trusted. */
export type DecidingFile = { readonly path: string; readonly brings: string; readonly hash: string }

const folders: readonly { readonly folder: string; readonly ending: string; readonly brings: string }[] = [
  { folder: '.convene/tools', ending: '.mjs', brings: 'a tool that runs code of this workspace' },
  { folder: '.convene/agents', ending: '.md', brings: 'an agent, with permissions of its own' },
  { folder: '.convene/teams', ending: '.json', brings: 'a team, with permissions and limits of its own' },
  { folder: '.claude/agents', ending: '.md', brings: 'an agent, with permissions of its own' },
  { folder: '.opencode/agent', ending: '.md', brings: 'an agent, with permissions of its own' },
  { folder: '.opencode/agents', ending: '.md', brings: 'an agent, with permissions of its own' },
  { folder: '.github/agents', ending: '.md', brings: 'an agent, with permissions of its own' },
]

/** Everything that trust is about, in a fixed order. What cannot be read has no hash, and so can never be trusted. */
export function decidingFiles(workspace: string): readonly DecidingFile[] {
  const settings = { path: '.convene/config.json', brings: 'settings: providers, models, MCP servers, limits' }
  const found = folders.flatMap(({ folder, ending, brings }) =>
    filesIn(join(workspace, folder), ending).map((name) => ({ path: `${folder}/${name}`, brings })),
  )
  return [settings, ...found, ...squadIn(workspace)].flatMap(({ path, brings }) => {
    const file = readSourceFile(join(workspace, path), { maxBytes: MOST_BYTES, inside: workspace })
    if (file.state === 'missing') return []
    const content = file.state === 'read' ? file.text : `unreadable: ${Math.random()}`
    return [{ path, brings, hash: createHash('sha256').update(content).digest('hex') }]
  })
}

/** Only what a team is read from: histories and logs change with every day's work, and decide nothing. */
function squadIn(workspace: string): readonly { readonly path: string; readonly brings: string }[] {
  const squad = findSquad(workspace)
  if (squad === undefined) return []
  const inside = relative(workspace, squad).replaceAll('\\', '/')
  return squadFiles(squad).map((file) => ({ path: `${inside}/${file}`, brings: 'prompts of a Squad team' }))
}

/** One hash over all of them; the same for the same contents, whatever the clock or the folder's place. */
export function trustHash(files: readonly DecidingFile[]): string {
  const lines = files.map(({ path, hash }) => `${path}\0${hash}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/** The name under which a workspace is remembered: its real path. */
export function realWorkspace(workspace: string): string {
  try {
    return realpathSync(workspace)
  } catch {
    return workspace
  }
}

function filesIn(folder: string, ending: string): readonly string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith(ending))
      .sort()
      .slice(0, MOST_FILES)
  } catch {
    return []
  }
}
