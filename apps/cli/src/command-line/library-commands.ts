import type { Command, Option } from './command.ts'
import { json } from './options.ts'
import { teamCommands } from './team-commands.ts'

const keeping: readonly Option[] = [
  { name: 'workspace-scope', kind: 'flag', summary: 'in .convene/agents of the workspace instead of your data folder' },
  { name: 'replace', kind: 'flag', summary: 'also where a file with another text is there' },
]

/** What there is to run with: agents, teams, models, modes. */
export const libraryCommands: readonly Command[] = [
  {
    name: 'agents',
    summary: 'list agents: built-in, yours, and those of the workspace',
    arguments: [],
    options: [
      {
        name: 'category',
        kind: 'text',
        value: 'CATEGORY',
        choices: ['primary', 'subagent', 'hidden'],
        summary: 'only these',
      },
      json,
    ],
    examples: ['convene agents', 'convene agents --category subagent'],
    load: async () => (await import('../agents/list.ts')).listAgents,
  },
  {
    name: 'agents show',
    summary: 'show an agent, where it comes from and its final prompt',
    arguments: [{ name: 'agent' }],
    options: [json],
    examples: ['convene agents show architect'],
    load: async () => (await import('../agents/show.ts')).showAgent,
  },
  {
    name: 'agents validate',
    summary: 'check one agent file, or all there are; says file, line, field and what was expected',
    arguments: [{ name: 'file', optional: true }],
    options: [json],
    examples: ['convene agents validate', 'convene agents validate drafts/auditor.md'],
    load: async () => (await import('../agents/files.ts')).validateAgents,
  },
  {
    name: 'agents save',
    summary: 'keep a file as an agent of yours',
    arguments: [{ name: 'file' }],
    options: keeping,
    examples: ['convene agents save drafts/auditor.md'],
    load: async () => (await import('../agents/files.ts')).saveAgentFile,
  },
  {
    name: 'agents delete',
    summary: 'delete the file of an agent; what it had hidden is there again',
    arguments: [{ name: 'agent' }],
    options: [{ name: 'yes', kind: 'flag', summary: 'do not ask' }],
    examples: ['convene agents delete auditor --yes'],
    load: async () => (await import('../agents/files.ts')).deleteAgentFile,
  },
  {
    name: 'agents import',
    summary: 'convert agents of Claude Code, OpenCode or GitHub, a file or a folder of them',
    arguments: [{ name: 'file|folder' }],
    options: [
      {
        name: 'from',
        kind: 'text',
        value: 'TOOL',
        choices: ['convene', 'claude', 'opencode', 'github'],
        summary: 'whose format it is (default: by the folder it lies in)',
      },
      ...keeping,
    ],
    examples: ['convene agents import ~/.claude/agents', 'convene agents import reviewer.md --from opencode'],
    load: async () => (await import('../agents/files.ts')).importAgents,
  },
  {
    name: 'agents export',
    summary: 'write an agent to standard output, as a file to share',
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
    summary: 'list models: what is configured and what is missing',
    arguments: [],
    options: [json],
    examples: ['convene models'],
    load: async () => (await import('../models/list.ts')).listModels,
  },
  {
    name: 'models show',
    summary: 'show one model: price, context, how it is reached',
    arguments: [{ name: 'model' }],
    options: [json],
    examples: ['convene models show rehearsal/offline'],
    load: async () => (await import('../models/show.ts')).showModel,
  },
  {
    name: 'modes',
    summary: 'list modes: how a team can work together',
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
    summary: 'list tools: built-in, of MCP servers, and of your files',
    arguments: [],
    options: [json],
    examples: ['convene tools'],
    load: async () => (await import('../tools/list.ts')).listTools,
  },
  {
    name: 'tools test',
    summary: 'say what the rules would say to a call, and which rule says it; runs nothing',
    arguments: [{ name: 'tool:what' }],
    options: [{ name: 'agent', kind: 'text', value: 'AGENT', summary: 'as if this agent called it' }, json],
    examples: [
      "convene tools test 'bash:git push && rm x'",
      "convene tools test 'edit:.github/workflows/ci.yml' --agent coder",
    ],
    load: async () => (await import('../tools/test.ts')).testTool,
  },
]
