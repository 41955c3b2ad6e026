import type { Command, Option } from './command.ts'
import { json } from './options.ts'

const team = { name: 'team' }
const name: Option = { name: 'name', kind: 'text', value: 'NAME', summary: 'under another name' }
const yes: Option = { name: 'yes', kind: 'flag', summary: 'also prompts out of Squad files, without asking' }
const keeping: readonly Option[] = [
  name,
  { name: 'workspace-scope', kind: 'flag', summary: 'in .convene/teams of the workspace instead of your data folder' },
  { name: 'replace', kind: 'flag', summary: 'also where a file with another text is there' },
]

/** `teams` and what is under it. */
export const teamCommands: readonly Command[] = [
  {
    name: 'teams',
    summary: 'list teams: built-in, yours, those of the workspace and of its Squad files',
    arguments: [],
    options: [json],
    examples: ['convene teams', 'convene teams --workspace ../shop --json'],
    load: async () => (await import('../teams/list.ts')).listTeams,
  },
  {
    name: 'teams show',
    summary: 'show a team, who sits in it, and what is doubtful about it',
    arguments: [team],
    options: [{ name: 'prompts', kind: 'flag', summary: 'with the prompt of everybody in it' }, json],
    examples: ['convene teams show draft-critique-refine', 'convene teams show my-squad --prompts'],
    load: async () => (await import('../teams/show.ts')).showTeam,
  },
  {
    name: 'teams suggest',
    summary: 'say which teams fit a goal, and why; asks no model',
    arguments: [{ name: 'goal' }],
    options: [json],
    examples: ['convene teams suggest "Review the error handling of the importer"'],
    load: async () => (await import('../teams/suggest.ts')).suggestTeam,
  },
  {
    name: 'teams validate',
    summary: 'check one team file or Squad folder, or all there are; says file, line, key and what is allowed',
    arguments: [{ name: 'file|folder', optional: true }],
    options: [json],
    examples: ['convene teams validate', 'convene teams validate drafts/crew.json'],
    load: async () => (await import('../teams/files.ts')).validateTeams,
  },
  {
    name: 'teams save',
    summary: 'keep a team, the team of a session, or a team file as a file of yours or as Squad files',
    arguments: [{ name: 'team|session|file' }],
    options: [
      { name: 'squad', kind: 'flag', summary: 'into the Squad files of the workspace, in place' },
      ...keeping,
      yes,
    ],
    examples: [
      'convene teams save 5V8Q2K7N --name "Release Crew"',
      'convene teams save code-review-team --squad',
      'convene teams export my-squad > crew.json && convene teams save crew.json --squad',
    ],
    notes: [
      'With --squad the table of members in team.md, the charters, decisions.md and routing.md are written where they differ;',
      'histories, casting, inbox, logs and skills are never touched. A member that is gone moves to agents/_alumni.',
    ],
    load: async () => (await import('../teams/files.ts')).saveTeamFile,
  },
  {
    name: 'teams delete',
    summary: 'delete the file of a team; sessions that it worked in stay as they are',
    arguments: [team],
    options: [{ name: 'yes', kind: 'flag', summary: 'do not ask' }],
    examples: ['convene teams delete release-crew --yes'],
    load: async () => (await import('../teams/files.ts')).deleteTeamFile,
  },
  {
    name: 'teams import',
    summary: 'keep a team file, or the team of a Squad folder, as one of yours',
    arguments: [{ name: 'file|folder' }],
    options: [...keeping, yes],
    examples: ['convene teams import crew.json', 'convene teams import ../shop --name "Shop Squad"'],
    load: async () => (await import('../teams/files.ts')).importTeam,
  },
  {
    name: 'teams export',
    summary: 'write a team to standard output, as a file to share',
    arguments: [team],
    options: [],
    examples: ['convene teams export release-crew > crew.json'],
    load: async () => (await import('../teams/files.ts')).exportTeam,
  },
]
