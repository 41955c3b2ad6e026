import type { Resource } from '@convene/domain'
import type { ToolRequest } from '@convene/engine'

const MAX_CALLS = 2_000

/** Remembers what inspecting a call found, until the call runs in the same process. */
export function rememberJudged() {
  const found = new Map<string, readonly Resource[]>()
  return {
    remember(request: ToolRequest, resources: readonly Resource[]): void {
      const oldest = found.size >= MAX_CALLS ? found.keys().next().value : undefined
      if (oldest !== undefined) found.delete(oldest)
      found.set(keyOf(request), resources)
    },
    take(request: ToolRequest): readonly Resource[] | undefined {
      const resources = found.get(keyOf(request))
      found.delete(keyOf(request))
      return resources
    },
  }
}

const keyOf = ({ session, task, call }: ToolRequest): string => `${session} ${task} ${call}`
