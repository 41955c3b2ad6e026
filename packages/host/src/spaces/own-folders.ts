import type { Refusal, SessionId } from '@convene/domain'
import type { Model, ToolHost, Workspace } from '@convene/engine'

type Ports = { readonly model: Model; readonly tools: ToolHost; readonly workspace: Workspace }
type At = { readonly session: SessionId; readonly workspace: string }

/**
 * What an engine reaches folders through, for sessions that stay in those of their space. Asked at each call: a session
 * may be older than the list, and any worker may continue it.
 */
export function inOwnFolders(ports: Ports, refuse: (at: At) => Promise<Refusal | undefined>): Ports {
  const { model, tools, workspace } = ports
  return {
    model: {
      async *stream(request, signal) {
        const refusal = await refuse(request)
        if (refusal) yield { type: 'failed', code: 'not_configured', message: refusal.message, retryable: false }
        else yield* model.stream(request, signal)
      },
    },
    tools: {
      async inspect(call) {
        const refusal = await refuse(call)
        if (refusal) throw new Error(refusal.message)
        return tools.inspect(call)
      },
      async run(call, signal) {
        const refusal = await refuse(call)
        return refusal ? { ok: false, output: refusal.message } : tools.run(call, signal)
      },
    },
    workspace: {
      async capture(request) {
        const refusal = await refuse(request)
        return refusal ? { commit: null, patch: '', refusal: refusal.message } : workspace.capture(request)
      },
    },
  }
}
