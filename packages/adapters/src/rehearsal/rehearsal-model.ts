import type { Model } from '@convene/engine'
import type { RehearsalOptions } from './open-rehearsal.ts'

export type { RehearsalOptions }

/** `rehearsal/offline`, loaded when it is first asked: a run with a real model starts without it. */
export function rehearsalModel(options: RehearsalOptions): Model {
  let opened: Promise<Model> | undefined
  return {
    async *stream(request, signal) {
      opened ??= import('./open-rehearsal.ts').then(({ openRehearsal }) => openRehearsal(options))
      yield* (await opened).stream(request, signal)
    },
  }
}
