import { parentPort } from 'node:worker_threads'
import type { Event } from '@convene/domain'
import { type Exported, writeExport } from './write-export.ts'

/** Events arrive in parts, followed by what to do with them. */
export type ToThread = { readonly events: readonly Event[] } | { readonly last: Omit<Exported, 'events'> }

const events: Event[] = []

parentPort?.on('message', (given: ToThread) => {
  if ('events' in given) for (const event of given.events) events.push(event)
  else parentPort?.postMessage(writeExport({ ...given.last, events }))
})
