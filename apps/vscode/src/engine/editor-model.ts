import type { Model, ModelPart } from '@convene/engine'
import { toWireRequest } from '../models/wire-request.ts'
import { editorPaths, valuesOf } from './editor-side.ts'

type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** The editor's models behind the program's model interface. */
export const editorModel = (editor: Fetch): Model => ({
  async *stream(request, signal) {
    try {
      const response = await editor(editorPaths.stream, {
        method: 'POST',
        body: JSON.stringify(toWireRequest(request)),
        signal: signal as AbortSignal,
      })
      yield* valuesOf<ModelPart>(response)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      yield { type: 'failed', code: 'network', message: `The editor did not answer. ${message}`, retryable: true }
    }
  },
})
