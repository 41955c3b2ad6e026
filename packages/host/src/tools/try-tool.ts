import {
  type Agent,
  beyondLimits,
  type CallId,
  isOffered,
  type Json,
  judgeAll,
  type LimitSettings,
  noLimits,
  type PermissionVerdict,
  type Resource,
  type Result,
  type RuleLayer,
  refuse,
  type Seat,
  type SessionId,
  type TaskId,
} from '@convene/domain'
import { withDefaults } from '@convene/library'
import { findAgent } from '../agents/find-agent.ts'
import type { Program } from '../program.ts'
import { ruleLayersOf } from '../run/rule-layers.ts'
import { settingsOf } from '../settings/settings-of.ts'

/** The rules' verdict on one thing that a call would touch. */
export type JudgedCall = PermissionVerdict & {
  readonly permission: string
  readonly target: string
  readonly note?: string
}

/** The rules' verdict on a call, overall and for each thing it would touch. */
export type Trial = {
  readonly action: PermissionVerdict['action']
  readonly rule: string
  readonly layer: string
  readonly tool: string
  readonly of: readonly JudgedCall[]
}

/** Judges a call written as `bash:git push`, for an agent if one is named. Runs nothing. */
export async function tryTool(program: Program, words: string, agent?: string): Promise<Result<Trial>> {
  const call = callOf(words)
  if (!call.ok) return call
  const missing = await program.extensions.whyMissing('tools', call.value.tool)
  if (missing !== undefined) return refuse('missing_package', missing)
  const layers = await layersFor(program, agent)
  if (!layers.ok) return layers
  const resources = await inspect(program, call.value)
  const of = resources.map((resource) => judged(resource, layers.value.rules))
  const { tool } = call.value
  const denied = (rule: string, layer: string): Result<Trial> => ({
    ok: true,
    value: { action: 'deny', rule, layer, tool, of },
  })
  const { agent: seat, rules, limits } = layers.value
  if (seat && !isOffered(seat as Seat, tool)) return denied(`${seat.slug} does not have the tool ${tool}`, 'agent')
  const beyond = await limitsOn(program, tool, { limits, resources })
  if (beyond !== undefined) return denied(beyond, 'limits')
  return { ok: true, value: { ...judgeAll(resources, rules), tool, of } }
}

type Limited = { readonly limits: LimitSettings; readonly resources: readonly Resource[] }

/**
 * What the limits on files and hosts say about it. They do not apply to a name that is not a tool's, such as a
 * permission's.
 */
async function limitsOn(program: Program, name: string, { limits, resources }: Limited): Promise<string | undefined> {
  const toolbox = await program.tools()
  await toolbox.ready()
  const spec = toolbox.list().find((tool) => tool.name === name)
  return spec && beyondLimits({ ...noLimits, ...limits }, spec, resources)
}

type Tried = { readonly tool: string; readonly text: string }

function callOf(words: string): Result<Tried> {
  const [, tool, text] = /^([\w*-]+):([\s\S]+)$/u.exec(words) ?? []
  if (tool !== undefined && text !== undefined) return { ok: true, value: { tool, text } }
  return refuse('bad_call', `"${words}" is not a call. Write tool:what, such as 'bash:git push' or 'edit:src/main.ts'.`)
}

/** How a tool receives the text after the colon. */
const inputs: { readonly [tool: string]: (text: string) => Json } = {
  bash: (command) => ({ command }),
  webfetch: (url) => ({ url }),
  crawl: (url) => ({ url }),
  websearch: (query) => ({ query }),
  skill: (name) => ({ name }),
  read: (path) => ({ path }),
  list: (path) => ({ path }),
  write: (path) => ({ path, content: `${Math.random()}` }),
  glob: (path) => ({ pattern: '*', path }),
  grep: (path) => ({ pattern: '.', path }),
  outline: (path) => ({ path }),
  diagnostics: (path) => ({ path }),
}
const sameAs: { readonly [tool: string]: string } = { edit: 'write', multiedit: 'write', patch: 'write' }

/** What the call would touch, according to its tool. Without a tool, the text itself is judged. */
async function inspect(program: Program, { tool, text }: Tried): Promise<readonly Resource[]> {
  const name = sameAs[tool] ?? tool
  const written = inputs[name]
  if (!written) return [{ permission: tool, target: text }]
  const { host } = await program.tools()
  const place = { session: 'test' as SessionId, task: 'test' as TaskId, call: 'c1-1' as CallId, agent: 'test' }
  return host.inspect({ ...place, tool: name, input: written(text), workspace: program.workspace })
}

function judged(resource: Resource, rules: readonly RuleLayer[]): JudgedCall {
  const { permission, note } = resource
  return { ...judgeAll([resource], rules), permission, ...(note !== undefined && { note }) }
}

type Layers = { readonly rules: readonly RuleLayer[]; readonly limits: LimitSettings; readonly agent?: Agent }

async function layersFor(program: Program, wanted: string | undefined): Promise<Result<Layers>> {
  const settings = await settingsOf(program)
  if (!settings.ok) return settings
  const rules = ruleLayersOf(settings.value.settings, withDefaults)
  const { limits } = settings.value.settings
  if (wanted === undefined) return { ok: true, value: { rules, limits } }
  const found = await findAgent(program, wanted)
  if (!found.ok) return found
  const { agent } = found.value
  return { ok: true, value: { rules: [...rules, { layer: 'agent', rules: agent.permissions }], limits, agent } }
}
