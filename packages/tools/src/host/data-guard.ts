import { isAbsolute } from 'node:path'
import type { Resource } from '@convene/domain'
import { isWithin } from '@convene/platform'
import { realOutputFolder } from './output-files.ts'

type Guarded = {
  readonly home: string
  readonly session: Parameters<typeof realOutputFolder>[1]
  /** Where the agent works. A worktree is inside the data folder, but the agent may still use it. */
  readonly workspace: string
}

/**
 * Keeps every tool out of the data folder, no matter what the rules say: it contains keys, the server's token and other
 * people's sessions. Exceptions are the agent's own folder and, for reading, this session's long outputs.
 */
export async function guardData(resources: readonly Resource[], guarded: Guarded): Promise<readonly Resource[]> {
  const outputs = await realOutputFolder(guarded.home, guarded.session)
  const isFree = ({ permission }: Resource, path: string) =>
    isWithin(guarded.workspace, path) || (outputs !== undefined && permission !== 'edit' && isWithin(outputs, path))
  return resources.map((resource) => {
    const path = resource.absolute ?? resource.target
    if (!isAbsolute(path) || path.length > LONGEST || isFree(resource, path)) return resource
    const isInside = isWithin(guarded.home, path)
    // A tool that walks a folder sees everything below it. A command near it is asked about, and names its files.
    const isAbove = resource.permission !== 'external_directory' && isWithin(path, guarded.home)
    return isInside || isAbove ? { ...resource, verdict: 'deny', note: isInside ? INSIDE : ABOVE } : resource
  })
}

/** No system opens a longer path. */
const LONGEST = 4_096

const INSIDE = 'It is in the Convene data folder, which no tool may touch.'
const ABOVE = 'It contains the Convene data folder, which no tool may touch. Name a folder that does not contain it.'

/** Why a call must not run, if it touches the data folder. */
export const touchesData = (resources: readonly Resource[]): string | undefined =>
  resources.find(({ note }) => note === INSIDE || note === ABOVE)?.note
