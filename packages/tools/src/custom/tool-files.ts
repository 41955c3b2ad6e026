import { readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { FileProblem } from '@convene/platform'
import { installedPackages, type Packages } from './installed-packages.ts'
import { strayImport } from './stray-import.ts'

const MAX_FILES = 50

export type ToolPlaces = {
  readonly home: string
  readonly workspace?: string | undefined
  /** Whether the user trusts the workspace: its tools are programs that run. */
  readonly trusted: boolean
}

/**
 * A tool file. One from a workspace may import only files `within` this folder, which is what the user trusted, and
 * packages that the repository does not bring.
 */
export type ToolFile = { readonly file: string; readonly within?: string; readonly packages?: Packages }

export type ToolFiles = { readonly files: readonly ToolFile[]; readonly problems: readonly FileProblem[] }

/** The files of custom tools: the user's, then those of a trusted workspace. */
export async function toolFiles({ home, workspace, trusted }: ToolPlaces): Promise<ToolFiles> {
  const own = await modulesIn(join(home, 'tools'))
  const ours = own.files.map((file) => ({ file }))
  if (workspace === undefined) return { files: ours, problems: own.problems }
  const local = await modulesIn(join(workspace, '.convene', 'tools'))
  const found = trusted ? await fitting(workspace, local.files) : { files: [], problems: local.files.map(untrusted) }
  return {
    files: [...ours, ...found.files],
    problems: [...own.problems, ...local.problems, ...found.problems],
  }
}

const untrusted = (file: string): FileProblem =>
  warning(
    'untrusted',
    file,
    'not used, because this workspace is not trusted. `convene trust --show` shows what it would bring.',
  )

/** Those whose code, as far as it can be read from here, is the trusted code. */
async function fitting(workspace: string, files: readonly string[]): Promise<ToolFiles> {
  if (files.length === 0) return { files: [], problems: [] }
  const root = await realpath(workspace).catch(() => workspace)
  const within = await realpath(join(workspace, '.convene', 'tools')).catch(() => '')
  const packages = await installedPackages(root)
  const read = files.map(async (file): Promise<ToolFile | FileProblem> => {
    const real = await realpath(file).catch(() => '')
    if (!within.startsWith(root + sep))
      return warning('outside', file, 'not used, because it leads out of the workspace.')
    if (!real.startsWith(within + sep))
      return warning('outside', file, 'not used, because it leads out of .convene/tools.')
    const stray = await strayImport(real, within)
    return stray === undefined ? { file, within, packages } : warning('outside', file, `not used: ${stray}`)
  })
  const all = await Promise.all(read)
  return {
    files: all.filter((each) => !('severity' in each)),
    problems: all.filter((each) => 'severity' in each),
  }
}

export const warning = (code: string, file: string, message: string): FileProblem => ({
  severity: 'warning',
  code,
  file,
  message,
})

async function modulesIn(
  folder: string,
): Promise<{ readonly files: readonly string[]; readonly problems: readonly FileProblem[] }> {
  const names = await readdir(folder).catch((): string[] => [])
  const modules = names.filter((name) => name.endsWith('.mjs') && !name.startsWith('.')).sort()
  const files = modules.slice(0, MAX_FILES).map((name) => join(folder, name))
  if (modules.length <= MAX_FILES) return { files, problems: [] }
  const message = `contains ${modules.length} tools. Only the first ${MAX_FILES} are used.`
  return { files, problems: [warning('too_many', folder, message)] }
}
