import type { ModelRequest, Refusal } from '@convene/domain'
import type { Checks, Model, ToolHost, Workspace } from '@convene/engine'
import { ACP } from '@convene/models'
import type { Clones } from './clones.ts'

type Ports = {
  readonly model: Model
  readonly tools: ToolHost
  readonly workspace: Workspace
  readonly checks: Checks
}

/**
 * The ports through which an engine reaches folders, for sessions that must stay in their space's folders or in clones.
 * Checked at each call: a session may be older than the settings, and any worker may continue it. A call's changes in a
 * clone are stored before its result, so the log never mentions files that are lost with this machine.
 */
export function inOwnFolders(ports: Ports, { place, keep }: Pick<Clones, 'place' | 'keep'>): Ports {
  const { model, tools, workspace, checks } = ports
  return {
    model: {
      async *stream(request, signal) {
        const at = await place(request)
        if (!at.ok) return yield failed(at.refusal)
        for await (const part of model.stream(moved(request, at.value), signal)) {
          // A coding agent changes files by itself.
          const lost = part.type === 'finish' && request.model.startsWith(ACP) ? await keep(request) : undefined
          yield lost ? { ...failed(lost), ...(part.type === 'finish' && { usage: part.usage }) } : part
        }
      },
    },
    tools: {
      async inspect(call) {
        const at = await place(call)
        if (!at.ok) throw new Error(at.refusal.message)
        return tools.inspect({ ...call, workspace: at.value })
      },
      async run(call, signal) {
        const at = await place(call)
        if (!at.ok) return { ok: false, output: at.refusal.message }
        const made = await tools.run({ ...call, workspace: at.value }, signal)
        const lost = await keep(call)
        return lost ? { ...made, ok: false, output: `${made.output}\n\n${notStored(lost)}` } : made
      },
    },
    checks: {
      async run(request, signal) {
        const at = await place(request)
        if (!at.ok) return { outcome: 'not_run', reason: at.refusal.message }
        return checks.run({ ...request, workspace: at.value }, signal)
      },
    },
    workspace: {
      async capture(request) {
        const at = await place(request)
        if (!at.ok) return { commit: null, patch: '', refusal: at.refusal.message }
        const captured = await workspace.capture({ ...request, workspace: at.value })
        const lost = await keep(request)
        return lost ? { ...captured, refusal: notStored(lost) } : captured
      },
    },
  }
}

const moved = (request: ModelRequest, folder: string): ModelRequest => ({
  ...request,
  workspace: folder,
  ...(request.directory === request.workspace && { directory: folder }),
})

const notStored = ({ message }: Refusal): string => `The changes could not be stored: ${message}`

const failed = ({ code, message }: Refusal) =>
  ({ type: 'failed', code: 'not_configured', message, retryable: code === 'not_cloned' }) as const
