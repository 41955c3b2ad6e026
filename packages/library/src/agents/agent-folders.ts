import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Slug } from '@convene/domain'
import type { ImportFields } from './formats/format.ts'
import { agentFormats } from './formats/formats.ts'

/** A folder of agent files. A workspace's folder may not point outside it. */
export type AgentFolder = {
  readonly source: 'built-in' | 'user' | 'workspace'
  readonly path: string
  readonly ending: string
  readonly inside?: string
  /** How another tool's files are read. */
  readonly importFields?: ImportFields
}

export const builtInAgents: AgentFolder = {
  source: 'built-in',
  path: join(import.meta.dirname, 'built-in'),
  ending: '.md',
}

/** The file of a built-in agent. It is named after the slug, so a run reads only those it needs. */
export function builtInFile(slug: string): string | undefined {
  if (!Slug.safeParse(slug).success) return undefined
  const file = join(builtInAgents.path, `${slug}.md`)
  return existsSync(file) ? file : undefined
}

/** The agent folders, in order of increasing priority. In the same place, other tools' files rank below ours. */
export function agentFolders(places: { readonly home: string; readonly workspace: string }): readonly AgentFolder[] {
  const { home, workspace } = places
  const here = (path: string, ending = '.md'): AgentFolder => ({
    ...{ source: 'workspace', path: join(workspace, path), ending },
    inside: workspace,
  })
  const imported = agentFormats.flatMap(({ folders, ending, importFields }) =>
    folders.map((folder) => ({ ...here(folder, ending), importFields })),
  )
  return [{ source: 'user', path: join(home, 'agents'), ending: '.md' }, ...imported, here('.convene/agents')]
}
