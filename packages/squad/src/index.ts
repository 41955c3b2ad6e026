import type { Extension } from '@convene/host'
import { readSquad } from './read-squad.ts'
import { writeSquad } from './write-squad.ts'

export { readSquad }

export const extension: Extension = { teams: { read: readSquad, write: writeSquad } }
