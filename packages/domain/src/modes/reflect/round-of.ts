import type { Run } from '../../state/session.ts'
import { reflectsAlone } from './alone.ts'
import type { Alone } from './alone-state.ts'
import { maxIterations } from './iterations.ts'
import type { Reflection } from './state.ts'

/** The current iteration of a looping run, and the maximum. Undefined for other runs. */
export function roundOf(run: Run): { readonly iteration: number; readonly of: number } | undefined {
  const of = maxIterations(run)
  if (run.mode === 'reflect') return { iteration: (run.data as unknown as Reflection).iteration, of }
  if (run.mode !== 'agent' || !reflectsAlone(run)) return undefined
  return { iteration: (run.data as unknown as { readonly alone: Alone }).alone.iteration, of }
}
