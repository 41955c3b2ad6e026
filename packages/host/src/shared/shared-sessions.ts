import type { Telemetry } from '@convene/engine'
import type { FolderBounds } from '@convene/tools'
import type { ProgramStore } from '../program.ts'
import type { SharedStore } from './shared-store.ts'

/** Sessions that several processes share, in place of the data folder's own. An optional package provides them. */
export type SharedSessions = {
  open(telemetry: () => Promise<Pick<Telemetry, 'log'>>): Promise<ProgramStore & { readonly shared: SharedStore }>
  /** What a program that serves several sessions sees of this machine's disk. */
  boundsOfNobody(): FolderBounds
}
