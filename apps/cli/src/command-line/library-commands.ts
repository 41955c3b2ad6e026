import type { Command } from './command.ts'
import { json } from './options.ts'

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
    name: 'teams',
    summary: 'list teams: built-in, yours, and those of the workspace',
    arguments: [],
    options: [json],
    examples: ['convene teams'],
    load: async () => (await import('../teams/list.ts')).listTeams,
  },
  {
    name: 'teams show',
    summary: 'show a team and who sits in it',
    arguments: [{ name: 'team' }],
    options: [json],
    examples: ['convene teams show draft-critique-refine'],
    load: async () => (await import('../teams/show.ts')).showTeam,
  },
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
]
