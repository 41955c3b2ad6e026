import type * as Adapters from '@convene/adapters'
import type { Environment, FlushingTelemetry, Store } from '@convene/adapters'
import type { Tool, Toolbox } from '@convene/adapters/tools'
import type { EventLog, ToolHost } from '@convene/engine'

export type ToolboxSources = {
  readonly home: string
  readonly workspace: string
  readonly environment: Environment
  readonly version: string
  /** Tools that the door brings along. */
  readonly own: readonly Tool[]
  adapters(): Promise<typeof Adapters>
  telemetry(): Promise<FlushingTelemetry>
  store(): Promise<Store>
}

/** The tools of each workspace that this process has to do with; a session may be resumed from another folder. */
export type Toolboxes = { of(workspace?: string): Promise<Toolbox>; close(): Promise<void> }

/** Opens the tools of a workspace when they are first asked for. */
export function toolboxes(sources: ToolboxSources): Toolboxes {
  const open = new Map<string, Promise<Toolbox>>()
  return {
    of(workspace = sources.workspace) {
      const opened = open.get(workspace) ?? openOne(sources, workspace)
      open.set(workspace, opened)
      return opened
    },
    async close() {
      const opened = await Promise.allSettled(open.values())
      await Promise.all(opened.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)))
    },
  }
}

async function openOne(sources: ToolboxSources, workspace: string): Promise<Toolbox> {
  const { home, environment, version, own } = sources
  const [{ openToolbox }, adapters, telemetry] = await Promise.all([
    import('@convene/adapters/tools'),
    sources.adapters(),
    sources.telemetry(),
  ])
  const trusted = adapters.trustOf(home, workspace).state === 'trusted'
  const { settings } = adapters.readSettings({ home, workspace, trusted })
  const clock = adapters.systemClock()
  const log = telemetry.log.bind(telemetry)
  const sessions: Pick<EventLog, 'list'> = { list: async (query) => (await sources.store()).log.list(query) }
  return openToolbox({ home, workspace, trusted, settings, environment, clock, log, version, sessions, brought: own })
}

/** A host that loads the tools with the first call: a session that is only looked at needs none. */
export const lazyHost = ({ of }: Toolboxes): ToolHost => ({
  inspect: async (call) => (await of(call.workspace)).host.inspect(call),
  run: async (call, signal) => (await of(call.workspace)).host.run(call, signal),
})
