import { boundsOf, boundsOfNobody } from './bounds.ts'
import { clones } from './clones.ts'
import { inOwnFolders } from './own-folders.ts'

/** What only servers with spaces need. They pass it in, so nothing else has to load it. */
export const spaceParts = { clones, inOwnFolders, boundsOf, boundsOfNobody }
export type SpaceParts = typeof spaceParts
