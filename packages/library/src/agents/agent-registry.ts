import { basename, dirname } from 'node:path'
import type { Agent } from '@convene/domain'
import type { FileProblem } from '@convene/platform'
import { listSourceFiles, readSourceFile } from '@convene/platform'
import { narrowRules } from '../permissions/narrow-rules.ts'
import { untrustedModel } from '../settings/untrusted-model.ts'
import { type AgentFolder, agentFolders, builtInAgents, builtInFile } from './agent-folders.ts'
import { type AgentReading, readAgent } from './read-agent.ts'

/** An agent, where it came from, and the files it overrides, nearest first. */
export type ListedAgent = {
  readonly agent: Agent
  readonly source: AgentFolder['source']
  readonly file: string
  readonly shadows: readonly string[]
}

/** All available agents. Files are read once, when first needed. */
export type AgentRegistry = {
  /** All agents, sorted by order and name. */
  list(): Promise<readonly ListedAgent[]>
  /** An agent by its slug, or else by its name ignoring case. */
  get(slugOrName: string): Promise<ListedAgent | undefined>
  /** Problems in agent files. An invalid file does not hide others. */
  problems(): Promise<readonly FileProblem[]>
}

type Found = { readonly agents: Map<string, ListedAgent>; readonly problems: FileProblem[] }

const MAX_BYTES = 256_000

/** Files in an untrusted workspace can narrow permissions, but not widen them. */
export type AgentPlaces = {
  readonly home: string
  readonly workspace: string
  readonly trusted?: boolean
  /**
   * Which of the models that built-in agents name are available. Agents without theirs are not listed, but found by
   * slug.
   */
  readonly models?: () => Promise<(model: string) => boolean>
}

/** Agents from three places: built-in, the user's, the workspace's. The last one with the same slug wins. */
export function agentRegistry(places: AgentPlaces): AgentRegistry {
  let written: Promise<Found> | undefined
  let everything: Promise<Found> | undefined
  const readWritten = () => {
    written ??= readFolders(agentFolders(places), places.trusted)
    return written
  }
  const readEverything = () => {
    everything ??= readWritten().then((found) => withBuiltIns(found, places.models))
    return everything
  }
  return {
    list: async () => [...(await readEverything()).agents.values()].toSorted(inOrder),
    problems: async () => (await readEverything()).problems,
    get: async (slugOrName) =>
      (await readWritten()).agents.get(slugOrName) ??
      (await readBuiltIn(slugOrName)) ??
      byName(slugOrName, (await readEverything()).agents),
  }
}

async function readFolders(folders: readonly AgentFolder[], trusted = false): Promise<Found> {
  const found: Found = { agents: new Map(), problems: [] }
  for (const folder of folders) {
    const { files, problems } = listSourceFiles(folder)
    found.problems.push(...problems)
    for (const file of files) {
      const reading = await readOne(file, folder)
      const isStrange = folder.source === 'workspace' && !trusted
      add(found, folder, file, isStrange ? own(found, narrowed(reading, file), file) : reading)
    }
  }
  return found
}

function add(found: Found, folder: AgentFolder, file: string, { agent, problems }: AgentReading): void {
  found.problems.push(...problems)
  if (!agent) return
  const before = found.agents.get(agent.slug)
  if (before && dirname(before.file) === dirname(file)) found.problems.push(sameSlug(agent.slug, before.file, file))
  const builtIn = folder.source === 'built-in' ? undefined : builtInFile(agent.slug)
  const shadows = before ? [before.file, ...before.shadows] : builtIn ? [builtIn] : []
  found.agents.set(agent.slug, { agent, source: folder.source, file, shadows })
}

/** In one folder that is a mistake. Between folders it is how an agent is overridden. */
const sameSlug = (slug: string, other: string, file: string): FileProblem => ({
  ...{ severity: 'warning', code: 'same_slug', file },
  message: `has the slug "${slug}", as has ${basename(other)}, which is therefore not used. Change one of them.`,
})

/** A cloned repository must not put its own prompt behind a familiar name: a user who starts `coder` gets their own. */
function own(found: Found, reading: AgentReading, file: string): AgentReading {
  const slug = reading.agent?.slug ?? ''
  const known =
    found.agents.get(slug)?.source === 'user' ? 'one of your agents' : builtInFile(slug) && 'a built-in agent'
  if (!known) return reading
  const message = `not used: ${known} is already called "${slug}", and this workspace is not trusted. Rename it, or see \`convene trust --show\`.`
  return { problems: [...reading.problems, { severity: 'warning', code: 'untrusted', file, message }] }
}

/** Leaves only rules that restrict, and no choice of which of the user's models sees the work. */
function narrowed({ agent, problems }: AgentReading, file: string): AgentReading {
  if (!agent) return { problems }
  const { model, ...kept } = agent
  const narrow = { ...kept, permissions: narrowRules(agent.permissions).rules }
  return { agent: narrow, problems: model === undefined ? problems : [...problems, untrustedModel(file)] }
}

async function readOne(file: string, folder: AgentFolder): Promise<AgentReading> {
  const found = readSourceFile(file, { maxBytes: MAX_BYTES, ...(folder.inside ? { inside: folder.inside } : {}) })
  if (found.state === 'read') return readAgent(file, found.text, folder.importFields)
  const message = found.state === 'missing' ? 'is a broken link' : found.message
  return { problems: [{ severity: 'error', code: 'bad_agent', file, message }] }
}

async function readBuiltIn(slug: string): Promise<ListedAgent | undefined> {
  const file = builtInFile(slug)
  if (!file) return undefined
  const { agent } = await readOne(file, builtInAgents)
  return agent && { agent, source: 'built-in', file, shadows: [] }
}

async function withBuiltIns(written: Found, models: AgentPlaces['models']): Promise<Found> {
  const builtIns = await readFolders([builtInAgents])
  const hasModel = (await models?.()) ?? (() => true)
  const usable = [...builtIns.agents].filter(([, { agent }]) => agent.model === undefined || hasModel(agent.model))
  return {
    agents: new Map([...usable, ...written.agents]),
    problems: [...builtIns.problems, ...written.problems],
  }
}

function byName(name: string, agents: ReadonlyMap<string, ListedAgent>): ListedAgent | undefined {
  const wanted = name.toLowerCase()
  return [...agents.values()].find(({ agent }) => agent.name.toLowerCase() === wanted)
}

const inOrder = (a: ListedAgent, b: ListedAgent): number =>
  a.agent.order - b.agent.order || compare(a.agent.name, b.agent.name) || compare(basename(a.file), basename(b.file))

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
