import { statSync } from 'node:fs'
import type { Refusal } from '@convene/domain'

/** Why a run cannot work in this folder, if so. */
export function refuseWorkspace(workspace: string): Refusal | undefined {
  const found = statSync(workspace, { throwIfNoEntry: false })
  if (found?.isDirectory()) return undefined
  const message = found ? `The workspace ${workspace} is not a folder.` : `The folder ${workspace} does not exist.`
  return { code: 'bad_workspace', message }
}
