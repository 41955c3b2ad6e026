import { type Result, refuse } from '@convene/domain'
import { deleteFile, folderIn, type LibraryPlace, saveFile } from '../files/save-file.ts'

const MAX_BYTES = 256_000

export type AgentPlace = LibraryPlace

/** The folder with the user's agents, or with a workspace's. */
export const agentFolder = (place: AgentPlace): string => folderIn(place, 'agents')

export type AgentToSave = { readonly slug: string; readonly text: string; readonly replace: boolean }

/** Writes an agent's file and returns its path. A file with other text stays unless `replace` is set. */
export function saveAgent(place: AgentPlace, { slug, text, replace }: AgentToSave): Result<string> {
  return saveFile(place, {
    folder: agentFolder(place),
    name: `${slug}.md`,
    text,
    maxBytes: MAX_BYTES,
    refuseOver: (file, { isThere }) =>
      isThere && !replace
        ? refuse('agent_exists', `${file} already exists with different content. Nothing was written.`)
        : undefined,
  })
}

export const deleteAgent = deleteFile
