import { createHash } from 'node:crypto'
import type { Event } from '@convene/domain'

/**
 * Ids derived from positions in the log: every process that works on a run computes the same ones, so they form one
 * trace.
 */
export const traceIdOf = (event: Event): string => digest(event, 'trace').slice(0, 32)

export const runSpanId = (event: Event): string => digest(event, 'run').slice(0, 16)

export const taskSpanId = (event: Event, task = ''): string => digest(event, `task ${task}`).slice(0, 16)

export const effectSpanId = (event: Event, effect: string): string => digest(event, `effect ${effect}`).slice(0, 16)

const digest = (event: Event, place: string): string =>
  createHash('sha256').update(`${event.session} ${event.run} ${place}`).digest('hex')
