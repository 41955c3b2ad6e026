import { basename } from 'node:path'
import { Agent } from '@convene/domain'
import { agentRegistry } from '@convene/library'
import { code, codes, fenced, list, page, paragraph, table } from './page.mjs'

const nowhere = new URL('nowhere', import.meta.url).pathname
const categories = {
  primary: 'You choose these for a run.',
  subagent: 'Other agents hand work to these. You can also choose them for a run.',
  hidden: 'Convene uses these internally.',
}

/** What each field of an agent file is for. A field without a line here stops the page from being generated. */
const meanings = {
  name: 'What people and other agents read.',
  slug: 'Its name in commands and teams: lower-case letters, digits and hyphens. Default: the name of the file.',
  description: 'What it is, in one line.',
  useFor: 'When a lead or another agent should hand work to it.',
  role: 'Its role in a team, such as Lead or Tester.',
  capabilities: 'Words that a plan chooses its members by.',
  category: 'Who uses it: you, other agents (`subagent`), or only Convene itself (`hidden`).',
  model: "`provider/model`. Default: the run's model.",
  temperature: "0 to 2. Default: what its mode sets for its role, or else the provider's.",
  maxTokens: 'The most tokens per answer, not counting thinking.',
  reasoning: "How much its model thinks. Default: the run's.",
  prompt: 'The body of the file. `{{name}}` is replaced by a variable.',
  variables: 'Texts for the prompt. They override the setting `variables`.',
  usePrefix: 'Whether the working folder and other facts precede the prompt.',
  execution:
    'A loop with tools (`agentic`), one answer without tools (`single`, `streaming`), or reading only (`planning`).',
  maxIterations: 'The most model calls per task.',
  timeout: 'Minutes per task.',
  spawns: 'Subagents that it may call, by slug. `"*"`: all of them.',
  delegates: 'Members that it may hand work to in the mode `delegate`, by slug. `all`: everybody.',
  tools:
    '`all`, `none`, `{ only: [...] }` or `{ except: [...] }`, with patterns such as `mcp_*`. `overrides` sets `maxOutput` (characters), `timeout` (minutes) and default `arguments` per tool.',
  permissions: 'Rules that apply to this agent, as in the [settings](settings.md). The stricter rule applies.',
  worktree: 'Whether it works in its own copy of the repository.',
  icon: 'An emoji.',
  color: 'Such as `#3B82F6`.',
  order: 'Its place in lists, lowest first.',
  visible: 'Whether lists show it.',
}

/** The fields of an agent file, from its schema. */
function fields() {
  const { properties } = Agent.toJSONSchema({ io: 'input', unrepresentable: 'any' })
  const rows = Object.entries(properties).map(([name, schema]) => {
    if (!meanings[name]) throw new Error(`scripts/docs/agents.mjs does not say what the field ${name} is for`)
    const usual = schema.default === undefined || schema.default === '' ? '' : code(JSON.stringify(schema.default))
    return [code(name), typeOf(schema), usual, meanings[name]]
  })
  return table(['field', 'type', 'default', 'meaning'], rows)
}

function typeOf({ type, enum: words, anyOf, const: only }) {
  if (words) return words.map((word) => code(word)).join(', ')
  if (only !== undefined) return code(only)
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ')
  return { array: 'list', integer: 'whole number', string: 'text', boolean: 'true or false' }[type] ?? type
}

/** Every built-in agent with its full prompt. */
export async function agents() {
  const registry = agentRegistry({ home: nowhere, workspace: nowhere })
  const all = (await registry.list()).filter(({ source }) => source === 'built-in')
  return page('Agents', '`packages/library/src/agents/built-in`', [
    paragraph(
      "An agent is a Markdown file with front matter and the prompt as its body. A file with the same slug in `~/.convene/agents/` or in a workspace's `.convene/agents/` overrides a built-in agent. `convene agents show <slug>` prints the effective agent.",
    ),
    table(
      ['agent', 'category', 'for'],
      all.map(({ agent }) => [link(agent), agent.category, useOf(agent)]),
    ),
    '## The fields of an agent file',
    paragraph(
      'Only the name and the prompt are required. `convene agents validate FILE` checks a file. Editors can check it against the schema in `packages/library/src/agents/agent.schema.json`.',
    ),
    fields(),
    ...Object.entries(categories).map(([category, meaning]) => [
      `## ${category}`,
      meaning,
      ...all.filter(({ agent }) => agent.category === category).map(section),
    ]),
  ])
}

const link = ({ slug }) => `[${code(slug)}](#${slug})`
const useOf = ({ useFor, description }) => useFor || description

function section({ agent, file }) {
  return [
    `### ${agent.slug}`,
    paragraph(`${[agent.icon, `**${agent.name}**`].filter(Boolean).join(' ')}: ${sentence(agent.description)}`),
    list(factsOf(agent, file)),
    fenced('markdown', agent.prompt.trim()),
  ]
}

const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`)

function factsOf(agent, file) {
  const permissions = Object.entries(agent.permissions)
  return [
    agent.useFor && `for: ${agent.useFor}`,
    `model: ${agent.model ? code(agent.model) : 'the default model'}${agent.temperature === undefined ? '' : `, temperature ${agent.temperature}`}${agent.maxTokens ? `, at most ${agent.maxTokens} tokens per answer` : ''}`,
    `execution: ${agent.execution}, at most ${agent.maxIterations} ${agent.maxIterations === 1 ? 'iteration' : 'iterations'}${agent.timeout ? `, ${agent.timeout} minutes` : ''}`,
    `tools: ${toolsOf(agent.tools)}`,
    agent.spawns.length > 0 && `spawns: ${codes(agent.spawns)}`,
    agent.delegates !== 'none' && `delegates to: ${[agent.delegates].flat().join(', ')}`,
    permissions.length > 0 &&
      `permissions: ${permissions.map(([name, rule]) => code(`${name}: ${ruleOf(rule)}`)).join(', ')}`,
    agent.capabilities.length > 0 && `capabilities: ${agent.capabilities.join(', ')}`,
    `file: ${code(basename(file))}`,
  ].filter(Boolean)
}

function toolsOf(tools) {
  if (typeof tools === 'string') return tools
  return tools.only ? codes(tools.only) : `all except ${codes(tools.except)}`
}

const ruleOf = (rule) => (typeof rule === 'string' ? rule : JSON.stringify(rule))
