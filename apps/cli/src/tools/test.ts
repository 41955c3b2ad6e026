import {
  type Agent,
  type CallId,
  isOffered,
  type Json,
  judgeAll,
  type Resource,
  type Result,
  type RuleLayer,
  refuse,
  type Seat,
  type SessionId,
  type TaskId,
  type Verdict,
} from '@convene/domain'
import { listedAgent } from '../agents/files.ts'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { ruleLayersOf } from '../run/rule-layers.ts'
import { settingsOf } from '../settings.ts'
import { cleanLine } from '../terminal/clean.ts'
import { printJson, printLines, printTable } from '../terminal/print.ts'
import { shorten } from '../terminal/width.ts'

const LONGEST_RULE = 60

type Judged = Verdict & { readonly permission: string; readonly target: string; readonly note?: string }

/** `convene tools test`: what the rules would say to a call, and which of them says it. Runs nothing. */
export async function testTool(program: Program, input: Input): Promise<number> {
  const call = callOf(input.words[0] ?? '')
  if (!call.ok) return program.refuse(call.refusal)
  const layers = await layersFor(program, input)
  if (!layers.ok) return program.refuse(layers.refusal)
  const resources = await inspect(program, call.value)
  const each = resources.map((resource) => judged(resource, layers.value.rules))
  const { tool } = call.value
  const withheld = layers.value.agent && !isOffered(layers.value.agent as Seat, tool)
  const verdict = withheld
    ? { action: 'deny', rule: `${layers.value.agent?.slug} does not have the tool ${tool}`, layer: 'agent' }
    : judgeAll(resources, layers.value.rules)
  if (input.flag('json')) return printJson(program, { ...verdict, tool, of: each })
  const { style } = program.terminal.out
  const paint = { allow: style.green, ask: style.yellow, deny: style.red }[verdict.action as Verdict['action']]
  printLines(program, [`${style.bold(paint(verdict.action))}  ${cleanLine(verdict.rule)} (${verdict.layer})`, ''])
  return printTable(program, {
    titles: ['verdict', 'permission', 'what', 'rule', 'layer'],
    rows: each.map(({ action, permission, target, rule, layer }) =>
      [action, permission, target, shorten(cleanLine(rule), LONGEST_RULE), layer].map(cleanLine),
    ),
    flexible: 2,
  })
}

type Tested = { readonly tool: string; readonly text: string }

function callOf(words: string): Result<Tested> {
  const [, tool, text] = /^([\w*-]+):([\s\S]+)$/u.exec(words) ?? []
  if (tool !== undefined && text !== undefined) return { ok: true, value: { tool, text } }
  return refuse('bad_call', `"${words}" is no call. Write tool:what, such as 'bash:git push' or 'edit:src/main.ts'.`)
}

/** How a tool is given what stands after the colon. */
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

/** What the call would touch, as its tool sees it; what no tool reads is judged by its words. */
async function inspect(program: Program, { tool, text }: Tested): Promise<readonly Resource[]> {
  const name = sameAs[tool] ?? tool
  const written = inputs[name]
  if (!written) return [{ permission: tool, target: text }]
  const { host } = await program.tools()
  const place = { session: 'test' as SessionId, task: 'test' as TaskId, call: 'c1-1' as CallId, agent: 'test' }
  return host.inspect({ ...place, tool: name, input: written(text), workspace: program.workspace })
}

function judged(resource: Resource, rules: readonly RuleLayer[]): Judged {
  const { permission, note } = resource
  return { ...judgeAll([resource], rules), permission, ...(note !== undefined && { note }) }
}

async function layersFor(
  program: Program,
  input: Input,
): Promise<Result<{ readonly rules: readonly RuleLayer[]; readonly agent?: Agent }>> {
  const settings = await settingsOf(program)
  if (!settings.ok) return settings
  const { withDefaults } = await program.adapters()
  const rules = ruleLayersOf(settings.value.settings, withDefaults)
  const wanted = input.text('agent')
  if (wanted === undefined) return { ok: true, value: { rules } }
  const found = await listedAgent(program, wanted)
  if (!found.ok) return found
  const { agent } = found.value
  return { ok: true, value: { rules: [...rules, { layer: 'agent', rules: agent.permissions }], agent } }
}
