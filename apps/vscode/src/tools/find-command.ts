import { dirname } from 'node:path'
import { findProgram, isWithin } from '@convene/platform'

/**
 * Finds an installed program on the PATH. Folders inside the workspace are skipped: a repository must not decide what
 * the editor starts.
 */
export const findCommand = (name: string, workspace: string, path = process.env.PATH ?? ''): string | undefined =>
  findProgram(name, { PATH: path }, (place) => isWithin(workspace, dirname(place)))
