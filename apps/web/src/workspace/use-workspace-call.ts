import type { CallResult, Client } from '@convene/protocol'
import { type CallState, useCall } from '../connection/use-call.ts'
import { useWorkspace, type WorkspaceParameter } from './chosen-workspace.ts'

/** A call about the current workspace. Repeated when the workspace or `key` changes. */
export function useWorkspaceCall<T>(
  load: (client: Client, place: WorkspaceParameter) => Promise<CallResult<T>> | null,
  key: unknown = '',
  pauseMs = 0,
): CallState<T> {
  const place = useWorkspace()
  return useCall((client) => load(client, place), JSON.stringify([place, key]), pauseMs)
}
