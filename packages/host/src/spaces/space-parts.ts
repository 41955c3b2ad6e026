import { clones } from './clones.ts'
import { inOwnFolders } from './own-folders.ts'

/** What only servers with spaces need. They bring it along, so that nobody else loads it. */
export const spaceParts = { clones, inOwnFolders }
export type SpaceParts = typeof spaceParts
