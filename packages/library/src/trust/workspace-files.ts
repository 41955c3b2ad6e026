import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { listSourceFiles, readSourceFile, type SourceFile } from '@convene/platform'
import { agentFolders } from '../agents/agent-folders.ts'
import { findSquad, squadFiles } from '../squad/squad-folder.ts'
import { filesUnder } from './files-under.ts'

const MOST_BYTES = 4_000_000
const MOST_IN_ALL = 16_000_000
const MOST_TOOL_FILES = 500

/** A workspace file that takes effect once the workspace is trusted. */
export type DecidingFile = { readonly path: string; readonly brings: string; readonly hash: string }

/** Everything that trust covers, in a fixed order, and why it cannot be trusted, if so. */
export type DecidingFiles = { readonly files: readonly DecidingFile[]; readonly problems: readonly string[] }

export type NamedFile = { readonly path: string; readonly brings: string }
export type Listing = { readonly named: readonly NamedFile[]; readonly problems: readonly string[] }

/** The files that take effect once the workspace is trusted: all of them, or why they cannot be determined. */
export function decidingFiles(workspace: string): DecidingFiles {
  return readDeciding(workspace, [
    settings,
    ...foldersIn(workspace).map(listed(workspace)),
    toolsIn(workspace),
    squadIn(workspace),
  ])
}

/** Reads all of them. Anything that cannot be shown in full is a problem. */
export function readDeciding(workspace: string, listings: readonly Listing[]): DecidingFiles {
  const files: DecidingFile[] = []
  const problems = listings.flatMap((listing) => listing.problems)
  let room = MOST_IN_ALL
  for (const { path, brings } of listings.flatMap((listing) => listing.named)) {
    const file = read(workspace, path)
    if (file.state === 'missing') continue
    if (file.state === 'refused') problems.push(`${path} ${file.message}`)
    files.push({ path, brings, hash: file.state === 'read' ? sha256(file.text) : 'unreadable' })
    room -= file.state === 'read' ? file.text.length : 0
    if (room >= 0) continue
    problems.push(`its files exceed ${MOST_IN_ALL / 1_000_000} MB in total`)
    break
  }
  return { files, problems }
}

/** The content of such a file, as shown before it is trusted. */
export function decidingText(workspace: string, path: string): string {
  const file = read(workspace, path)
  if (file.state === 'read') return /(^|\/)\.env[^/]*$/u.test(path) ? withoutSecrets(file.text) : file.text
  return `(${file.state === 'missing' ? 'no longer exists' : file.message})`
}

/** Addresses stay: they decide who gets the keys. */
const withoutSecrets = (text: string): string =>
  text.replace(/^([^=\n]*=)(?!["']?https?:)(.+)$/gmu, (_, name, value) => `${name}(${value.length} characters)`)

/**
 * A path may start in a folder above the real workspace, which differs from the folders above a link to it. A link must
 * not leave it.
 */
function read(workspace: string, path: string): SourceFile {
  const root = realWorkspace(workspace)
  const inside = join(root, /^(\.\.\/)*/u.exec(path)?.[0] ?? '')
  return readSourceFile(join(root, path), { maxBytes: MOST_BYTES, inside })
}

const settings: Listing = {
  named: [{ path: '.convene/config.json', brings: 'settings: providers, models, MCP servers, limits' }],
  problems: [],
}

type Folder = { readonly path: string; readonly ending: string; readonly brings: string }

/** The folders whose files are read, listed as their readers list them. */
function foldersIn(workspace: string): readonly Folder[] {
  const agents = agentFolders({ home: '', workspace }).filter(({ source }) => source === 'workspace')
  const teams = { path: join(workspace, '.convene/teams'), ending: '.json' }
  return [
    ...agents.map(({ path, ending }) => ({ path, ending, brings: 'an agent with its own permissions' })),
    { ...teams, brings: 'a team with its own permissions and limits' },
  ]
}

const listed =
  (workspace: string) =>
  (folder: Folder): Listing => {
    const { files, problems } = listSourceFiles(folder)
    const { brings } = folder
    return {
      named: files.map((file) => ({ path: inside(workspace, file), brings })),
      problems: problems.map(({ message }) => `${inside(workspace, folder.path)} ${message}`),
    }
  }

/** All files in it, because a tool may import any of them. */
function toolsIn(workspace: string): Listing {
  const folder = '.convene/tools'
  const { files, problems } = filesUnder(join(workspace, folder), MOST_TOOL_FILES)
  return {
    named: files.map((file) => ({ path: `${folder}/${file}`, brings: bringsOf(file) })),
    problems: problems.map((problem) => `${folder} ${problem}`),
  }
}

const bringsOf = (file: string): string =>
  /^[^/.][^/]*\.mjs$/u.test(file) ? 'a tool that runs code from this workspace' : 'part of the tools in this workspace'

/** Only files that define a team: histories and logs change every day, and decide nothing. */
function squadIn(workspace: string): Listing {
  const squad = findSquad(workspace)
  if (squad === undefined) return { named: [], problems: [] }
  const path = inside(workspace, squad)
  const named = squadFiles(squad).map((file) => ({ path: `${path}/${file}`, brings: 'the prompts of a Squad team' }))
  return { named, problems: [] }
}

const inside = (workspace: string, path: string): string => relative(workspace, path).replaceAll('\\', '/')

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** One hash over all of them. The same contents give the same hash, no matter when or in which folder. */
export function trustHash(files: readonly DecidingFile[]): string {
  return sha256(files.map(({ path, hash }) => `${path}\0${hash}\n`).join(''))
}

/** The name under which a workspace is stored: its real path. */
export function realWorkspace(workspace: string): string {
  try {
    return realpathSync(workspace)
  } catch {
    return workspace
  }
}
