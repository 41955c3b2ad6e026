import type { CliCommand, CommandOption } from '../command-line/command.ts'
import { json } from '../command-line/options.ts'

const team = { name: 'team' }
const name: CommandOption = { name: 'name', kind: 'text', value: 'NAME', summary: 'save under this name' }
const yes: CommandOption = { name: 'yes', kind: 'flag', summary: 'accept prompts from Squad files without asking' }
const keeping: readonly CommandOption[] = [
  name,
  { name: 'workspace-scope', kind: 'flag', summary: 'use .convene/teams in the workspace instead of your data folder' },
  { name: 'replace', kind: 'flag', summary: 'overwrite an existing file' },
]

/** `teams` and its subcommands. */
export const teamCommands: readonly CliCommand[] = [
  {
    name: 'teams',
    group: 'team',
    everyday: true,
    summary: 'list teams: built-in, your own, and from the workspace and its Squad files',
    arguments: [],
    options: [json],
    examples: ['convene teams', 'convene teams --workspace ../shop --json'],
    load: async () => (await import('../teams/list.ts')).listTeams,
  },
  {
    name: 'teams show',
    group: 'team',
    summary: 'show a team: members and warnings',
    arguments: [team],
    options: [{ name: 'prompts', kind: 'flag', summary: 'include the prompt of each member' }, json],
    examples: ['convene teams show draft-critique-refine', 'convene teams show my-squad --prompts'],
    load: async () => (await import('../teams/show.ts')).showTeam,
  },
  {
    name: 'teams suggest',
    group: 'team',
    summary: 'suggest teams for a goal, with reasons (no model call)',
    arguments: [{ name: 'goal' }],
    options: [json],
    examples: ['convene teams suggest "Review the error handling of the importer"'],
    load: async () => (await import('../teams/suggest.ts')).suggestTeam,
  },
  {
    name: 'teams validate',
    group: 'team',
    summary: 'check one team file or Squad folder, or all of them, with the line and key of each problem',
    arguments: [{ name: 'file|folder', optional: true }],
    options: [json],
    examples: ['convene teams validate', 'convene teams validate drafts/crew.json'],
    load: async () => (await import('../teams/files.ts')).validateTeams,
  },
  {
    name: 'teams save',
    group: 'team',
    summary: 'save a team, the team of a session, or a team file as your own or as Squad files',
    arguments: [{ name: 'team|session|file' }],
    options: [
      { name: 'squad', kind: 'flag', summary: 'update the Squad files of the workspace in place' },
      ...keeping,
      yes,
    ],
    examples: [
      'convene teams save 5V8Q2K7N --name "Release Crew"',
      'convene teams save code-review-team --squad',
      'convene teams export my-squad > crew.json && convene teams save crew.json --squad',
    ],
    notes: [
      '--squad updates the member table in team.md, the charters, decisions.md and routing.md. Histories, casting, inbox,',
      'logs and skills are never touched. Members who left move to agents/_alumni.',
    ],
    load: async () => (await import('../teams/files.ts')).saveTeamFile,
  },
  {
    name: 'teams delete',
    group: 'team',
    summary: 'delete a team file (existing sessions keep their team)',
    arguments: [team],
    options: [{ name: 'yes', kind: 'flag', summary: 'skip the confirmation' }],
    examples: ['convene teams delete release-crew --yes'],
    load: async () => (await import('../teams/files.ts')).deleteTeamFile,
  },
  {
    name: 'teams import',
    group: 'team',
    summary: 'import a team file, a Squad folder or the presets of PolyPilot as your teams',
    arguments: [{ name: 'file|folder' }],
    options: [...keeping, yes],
    examples: [
      'convene teams import crew.json',
      'convene teams import ../shop --name "Shop Squad"',
      'convene teams import presets.json',
    ],
    load: async () => (await import('../teams/files.ts')).importTeam,
  },
  {
    name: 'teams export',
    group: 'team',
    summary: 'write a team to standard output as a file to share',
    arguments: [team],
    options: [],
    examples: ['convene teams export release-crew > crew.json'],
    load: async () => (await import('../teams/files.ts')).exportTeam,
  },
]
