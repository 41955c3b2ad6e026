import { dirname } from 'node:path'
import { findProgram, isWithin } from '@convene/platform'

/**
 * An installed program, by the folders of the PATH. A folder inside the workspace is left out: a repository must not
 * decide what the editor starts.
 */
export const findCommand = (name: string, workspace: string, path = process.env.PATH ?? ''): string | undefined =>
  findProgram(name, { PATH: path }, (place) => isWithin(workspace, dirname(place)))
