import type { Command, Option } from './command.ts'
import { json } from './options.ts'
import { teamCommands } from './team-commands.ts'

const keeping: readonly Option[] = [
  {
    name: 'workspace-scope',
    kind: 'flag',
    summary: 'use .convene/agents in the workspace instead of your data folder',
  },
  { name: 'replace', kind: 'flag', summary: 'overwrite an existing file' },
]

/** Agents, teams, models, modes and tools. */
export const libraryCommands: readonly Command[] = [
  {
    name: 'agents',
    summary: 'list agents: built-in, your own, and from the workspace',
    arguments: [],
    options: [
      {
        name: 'category',
        kind: 'text',
        value: 'CATEGORY',
        choices: ['primary', 'subagent', 'hidden'],
        summary: 'only this category',
      },
      json,
    ],
    examples: ['convene agents', 'convene agents --category subagent'],
    load: async () => (await import('../agents/list.ts')).listAgents,
  },
  {
    name: 'agents show',
    summary: 'show an agent: source, settings and final prompt',
    arguments: [{ name: 'agent' }],
    options: [json],
    examples: ['convene agents show architect'],
    load: async () => (await import('../agents/show.ts')).showAgent,
  },
  {
    name: 'agents validate',
    summary: 'check one agent file or all of them, with the line and field of each problem',
    arguments: [{ name: 'file', optional: true }],
    options: [json],
    examples: ['convene agents validate', 'convene agents validate drafts/auditor.md'],
    load: async () => (await import('../agents/files.ts')).validateAgents,
  },
  {
    name: 'agents save',
    summary: 'save a file as one of your agents',
    arguments: [{ name: 'file' }],
    options: keeping,
    examples: ['convene agents save drafts/auditor.md'],
    load: async () => (await import('../agents/files.ts')).saveAgentFile,
  },
  {
    name: 'agents delete',
    summary: 'delete an agent file (the agent it overrode becomes available again)',
    arguments: [{ name: 'agent' }],
    options: [{ name: 'yes', kind: 'flag', summary: 'skip the confirmation' }],
    examples: ['convene agents delete auditor --yes'],
    load: async () => (await import('../agents/files.ts')).deleteAgentFile,
  },
  {
    name: 'agents import',
    summary: 'import agents from Claude Code, OpenCode, GitHub or OpenFork',
    arguments: [{ name: 'file|folder' }],
    options: [
      {
        name: 'from',
        kind: 'text',
        value: 'TOOL',
        summary: 'source format, such as claude or opencode (default: detected from the folder)',
      },
      ...keeping,
    ],
    examples: [
      'convene agents import ~/.claude/agents',
      'convene agents import reviewer.md --from opencode',
      'convene agents import appsettings.json',
    ],
    load: async () => (await import('../agents/files.ts')).importAgents,
  },
  {
    name: 'agents export',
    summary: 'write an agent to standard output as a file to share',
    arguments: [{ name: 'agent' }],
    options: [
      { name: 'format', kind: 'text', value: 'FORMAT', choices: ['md', 'json'], summary: 'Markdown (default) or JSON' },
    ],
    examples: ['convene agents export coder > coder.md'],
    load: async () => (await import('../agents/files.ts')).exportAgent,
  },
  ...teamCommands,
  {
    name: 'models',
    summary: 'list models, and how to connect more',
    arguments: [{ name: 'provider', optional: true }],
    options: [json],
    examples: ['convene models', 'convene models openrouter'],
    load: async () => (await import('../models/list.ts')).listModels,
  },
  {
    name: 'models show',
    summary: 'show what is known about a model, from where, and whether it is connected',
    arguments: [{ name: 'model' }],
    options: [json],
    examples: ['convene models show rehearsal/offline'],
    load: async () => (await import('../models/show.ts')).showModel,
  },
  {
    name: 'models test',
    summary: 'have a short, cheap conversation with each connected model, and list what works',
    arguments: [{ name: 'model', optional: true, rest: true }],
    options: [json],
    examples: ['convene models test', 'convene models test openai/gpt-5 ollama/qwen3'],
    load: async () => (await import('../models/test.ts')).testModels,
  },
  {
    name: 'models refresh',
    summary: 'fetch the public model catalogue (models.dev): prices, context windows and capabilities',
    arguments: [],
    options: [{ name: 'from', kind: 'text', value: 'URL', summary: 'fetch a copy from this address instead' }, json],
    examples: ['convene models refresh'],
    load: async () => (await import('../models/refresh.ts')).refreshCatalogue,
  },
  {
    name: 'modes',
    summary: 'list modes (how a team works together)',
    arguments: [],
    options: [json],
    examples: ['convene modes'],
    load: async () => (await import('../modes/list.ts')).listModes,
  },
  {
    name: 'modes show',
    summary: 'show the states of a mode as a diagram',
    arguments: [{ name: 'mode' }],
    options: [
      {
        name: 'format',
        kind: 'text',
        value: 'FORMAT',
        choices: ['mermaid', 'dot'],
        summary: 'Mermaid (default) or Graphviz',
      },
      json,
    ],
    examples: ['convene modes show broadcast --format dot | dot -Tsvg > broadcast.svg'],
    load: async () => (await import('../modes/show.ts')).showMode,
  },
  {
    name: 'tools',
    summary: 'list tools: built-in, from MCP servers, and from your own files',
    arguments: [],
    options: [json],
    examples: ['convene tools'],
    load: async () => (await import('../tools/list.ts')).listTools,
  },
  {
    name: 'tools test',
    summary: 'show which permission rule applies to a call (dry run)',
    arguments: [{ name: 'tool:what' }],
    options: [{ name: 'agent', kind: 'text', value: 'AGENT', summary: 'check as this agent' }, json],
    examples: [
      "convene tools test 'bash:git push && rm x'",
      "convene tools test 'edit:.github/workflows/ci.yml' --agent coder",
    ],
    load: async () => (await import('../tools/test.ts')).testTool,
  },
]
