import { statSync } from 'node:fs'
import type { Refusal } from '@convene/domain'

/** A run needs a folder to be about. */
export function refuseWorkspace(workspace: string): Refusal | undefined {
  const found = statSync(workspace, { throwIfNoEntry: false })
  if (found?.isDirectory()) return undefined
  const message = found ? `The workspace ${workspace} is not a folder.` : `The folder ${workspace} does not exist.`
  return { code: 'bad_workspace', message }
}
