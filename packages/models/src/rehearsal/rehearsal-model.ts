import type { Model } from '@convene/engine'
import { nodeFiles } from '@convene/platform'
import type { RehearsalOptions as Opening } from './open-rehearsal.ts'

/** Without `files` it reads those of this machine. */
export type RehearsalOptions = Omit<Opening, 'files'> & Partial<Pick<Opening, 'files'>>

/** `rehearsal/offline`, loaded when it is first asked: a run with a real model starts without it. */
export function rehearsalModel(options: RehearsalOptions = {}): Model {
  let opened: Promise<Model> | undefined
  return {
    async *stream(request, signal) {
      opened ??= open(options)
      yield* (await opened).stream(request, signal)
    },
  }
}

async function open(options: RehearsalOptions): Promise<Model> {
  const { openRehearsal } = await import('./open-rehearsal.ts')
  return openRehearsal({ files: nodeFiles(), ...options })
}
