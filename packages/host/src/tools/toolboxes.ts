import { type EventLog, readPublic, type ToolHost } from '@convene/engine'
import { readSettings, type Settings, trustOf } from '@convene/library'
import type { Environment } from '@convene/platform'
import { type FlushingTelemetry, systemClock } from '@convene/platform'
import { imageFiles } from '@convene/store'
import { type EditorBuffers, openToolbox, type Tool, type Toolbox, type ToolboxOptions } from '@convene/tools'
import type { Extensions } from '../extension/extensions.ts'
import type { ProgramParts } from '../extension/optional-package.ts'
import type { ProgramStore } from '../program.ts'
import type { EditorAccess } from './editor-access.ts'

export type ToolboxSources = {
  readonly home: string
  readonly workspace: string
  readonly environment: Environment
  readonly version: string
  readonly extensions: Extensions<ProgramParts>
  /** Tools that the interface provides. */
  readonly own: readonly Tool[]
  isThere?(tool: Pick<Tool, 'name' | 'readOnly'>): boolean
  readonly distrusts?: boolean
  /** On a team server: the folders of a session's space. Other processes may continue this one's sessions there. */
  readonly bounds?: NonNullable<ToolboxOptions['bounds']>
  telemetry(): Promise<FlushingTelemetry>
  store(): Promise<ProgramStore>
}

/** The tools of each workspace that this process works with: a session may be resumed from another folder. */
export type Toolboxes = {
  /** The tools according to the current settings and trust. */
  of(workspace?: string): Promise<Toolbox>
  /** What this process's client lends to the agents in this folder, replacing what it lent before. */
  lend(workspace: string, lent: EditorAccess): void
  /** Runs the sessions' calls, each with its workspace's newest tools. */
  readonly host: ToolHost
  close(): Promise<void>
}

/** For how many folders a shared server keeps tools open. Beyond that, those that were idle longest are closed. */
export const MOST_OPEN = 50

/** Opens a workspace's tools on first use, and again when their sources have changed. */
export function toolboxes(sources: ToolboxSources): Toolboxes {
  const open = new Map<string, OpenToolbox>()
  const lent = new Map<string, EditorAccess>()
  const fresh = async (workspace: string): Promise<OpenToolbox> => {
    const made = await materialOf(sources, workspace, lent.get(workspace))
    const known = open.get(workspace)
    const next =
      known?.mark === made.mark ? known : openOne(sources, workspace, { ...made, buffers: buffersIn(lent, workspace) })
    // The last entry is the most recently used.
    open.delete(workspace)
    open.set(workspace, next)
    if (known && known !== next) await retire(known)
    if (sources.bounds) await closeIdle(open, next)
    return next
  }
  const newest = async (workspace: string) => open.get(workspace) ?? (await fresh(workspace))
  return {
    of: async (workspace = sources.workspace) => (await fresh(workspace)).toolbox,
    lend: (workspace, given) => void lent.set(workspace, given),
    host: {
      inspect: async (call) => during(await newest(call.workspace), ({ host }) => host.inspect(call)),
      run: async (call, signal) => during(await newest(call.workspace), ({ host }) => host.run(call, signal)),
    },
    close: async () => {
      const opened = await Promise.allSettled([...open.values()].map(({ toolbox }) => toolbox))
      await Promise.all(opened.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)))
    },
  }
}

type OpenToolbox = {
  readonly mark: string
  readonly toolbox: Promise<Toolbox>
  calls: number
  isRetired: boolean
}

async function during<T>(open: OpenToolbox, work: (toolbox: Toolbox) => Promise<T>): Promise<T> {
  open.calls += 1
  try {
    return await work(await open.toolbox)
  } finally {
    open.calls -= 1
    if (open.isRetired) await retire(open)
  }
}

/** The store is opened by the first call that needs it. */
const sharedOutputs = ({ store }: ToolboxSources): ToolboxOptions['outputs'] => ({
  put: async (...given) => (await store()).shared?.outputs.put(...given),
  get: async (...given) => (await store()).shared?.outputs.get(...given),
})

/** Calls in progress finish with the old tools. The last one ends the tools' processes. */
async function retire(open: OpenToolbox): Promise<void> {
  open.isRetired = true
  if (open.calls === 0) await (await open.toolbox.catch(() => undefined))?.close()
}

async function closeIdle(open: Map<string, OpenToolbox>, needed: OpenToolbox): Promise<void> {
  const idle = [...open].filter(([, each]) => each.calls === 0 && each !== needed)
  for (const [workspace, each] of idle.slice(0, Math.max(0, open.size - MOST_OPEN))) {
    open.delete(workspace)
    await retire(each)
  }
}

type Material = { readonly mark: string; readonly trusted: boolean; readonly settings: Settings }

/** Buffers of the editor that is connected when a file is read: tools outlive it. */
const buffersIn = (lent: ReadonlyMap<string, EditorAccess>, workspace: string): EditorBuffers => ({
  textOf: async (...file) => lent.get(workspace)?.buffers?.textOf(...file),
})

/** What tools are made from: settings, and the files of a trusted workspace. */
async function materialOf(
  { home, distrusts }: ToolboxSources,
  workspace: string,
  lent?: EditorAccess,
): Promise<Material> {
  const { state, hash } = trustOf(home, workspace)
  const trusted = state === 'trusted' && !distrusts
  const read = readSettings({ home, workspace, trusted }).settings
  const settings = { ...read, mcpServers: distrusts ? {} : { ...lent?.mcpServers, ...read.mcpServers } }
  const mark = JSON.stringify([trusted ? hash : '', settings.mcpServers, settings.web])
  return { mark, trusted, settings }
}

type Opening = Material & { readonly buffers: EditorBuffers }

function openOne(sources: ToolboxSources, workspace: string, opening: Opening): OpenToolbox {
  const { mark, trusted, settings, buffers } = opening
  const { home, environment, version, own, isThere } = sources
  const open = async () => {
    const telemetry = await sources.telemetry()
    const clock = systemClock()
    const log = telemetry.log.bind(telemetry)
    const sessions: Pick<EventLog, 'list' | 'read'> = {
      list: async (query) => (await sources.store()).log.list(query),
      // An agent sees no more than a user may: ballots stay sealed.
      read: async (session, after = 0, limit = Number.MAX_SAFE_INTEGER) =>
        readPublic((await sources.store()).log, session, { after, limit }),
    }
    const images: ToolboxOptions['images'] = {
      keep: async (...given) => imageFiles((await sources.store()).blobs).keep(...given),
    }
    const added = (await sources.extensions.parts('tools')).map((open) => open())
    const outputs = sources.bounds ? sharedOutputs(sources) : undefined
    return openToolbox({
      outputs,
      ...(sources.bounds && { needsSandbox: true, bounds: sources.bounds }),
      ...{ home, workspace, trusted, settings, environment, clock, log, version, sessions, images, provided: own },
      buffers,
      added,
      ...(isThere && { isThere }),
    })
  }
  return { mark, toolbox: open(), calls: 0, isRetired: false }
}
