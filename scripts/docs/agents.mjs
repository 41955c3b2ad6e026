import { basename } from 'node:path'
import { agentRegistry } from '@convene/library'
import { code, codes, fenced, list, page, paragraph, table } from './page.mjs'

const nowhere = new URL('nowhere', import.meta.url).pathname
const categories = {
  primary: 'You choose these for a run.',
  subagent: 'Other agents hand work to these. You can also choose them for a run.',
  hidden: 'Convene uses these internally.',
}

/** Every built-in agent with its full prompt. */
export async function agents() {
  const registry = agentRegistry({ home: nowhere, workspace: nowhere })
  const all = (await registry.list()).filter(({ source }) => source === 'built-in')
  return page('Built-in agents', '`packages/library/src/agents/built-in`', [
    paragraph(
      "An agent is a Markdown file with front matter and the prompt as its body. A file with the same slug in `~/.convene/agents/` or in a workspace's `.convene/agents/` overrides a built-in agent. `convene agents show <slug>` prints the effective agent.",
    ),
    table(
      ['agent', 'category', 'for'],
      all.map(({ agent }) => [link(agent), agent.category, useOf(agent)]),
    ),
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
