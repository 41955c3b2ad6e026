import { clones } from './clones.ts'
import { inOwnFolders } from './own-folders.ts'

/** What only servers with spaces need. They pass it in, so nothing else has to load it. */
export const spaceParts = { clones, inOwnFolders }
export type SpaceParts = typeof spaceParts
