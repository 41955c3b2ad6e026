import { readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Problem } from '../../source-file/problem.ts'

const MAX_FILES = 50

export type ToolPlaces = {
  readonly home: string
  readonly workspace?: string | undefined
  /** Whether the person trusts the workspace: a tool is a program that is run. */
  readonly trusted: boolean
}

export type ToolFiles = { readonly files: readonly string[]; readonly problems: readonly Problem[] }

/** The files of custom tools: the user's, then those of a trusted workspace. */
export async function toolFiles({ home, workspace, trusted }: ToolPlaces): Promise<ToolFiles> {
  const own = await modulesIn(join(home, 'tools'))
  if (workspace === undefined) return { files: own, problems: [] }
  const local = await modulesIn(join(workspace, '.convene', 'tools'))
  if (!trusted)
    return {
      files: own,
      problems: local.map((file) =>
        warning(
          'untrusted',
          file,
          'not used, because this workspace is not trusted. `convene trust --show` shows what it would bring.',
        ),
      ),
    }
  const root = await realpath(workspace).catch(() => workspace)
  const places = await Promise.all(local.map(async (file) => ({ file, real: await realpath(file).catch(() => '') })))
  const inside = places.filter(({ real }) => real.startsWith(root + sep))
  const outside = places.filter((place) => !inside.includes(place))
  return {
    files: [...own, ...inside.map(({ file }) => file)],
    problems: outside.map(({ file }) => warning('outside', file, 'not used, because it leads out of the workspace.')),
  }
}

export const warning = (code: string, file: string, message: string): Problem => ({
  severity: 'warning',
  code,
  file,
  message,
})

async function modulesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const modules = names.filter((name) => name.endsWith('.mjs') && !name.startsWith('.')).sort()
  return modules.slice(0, MAX_FILES).map((name) => join(folder, name))
}
