import type { Command } from './command.ts'
import { json } from './options.ts'

const session = { name: 'session' }

/** `sessions` and what is under it. */
export const sessionCommands: readonly Command[] = [
  {
    name: 'sessions',
    summary: 'list sessions, the newest first',
    arguments: [],
    options: [
      { name: 'query', kind: 'text', value: 'WORDS', summary: 'those whose messages, goal or title have these words' },
      { name: 'state', kind: 'text', value: 'STATE', summary: 'running, paused, completed, cancelled, failed …' },
      { name: 'team', kind: 'text', value: 'TEAM', summary: 'those of this team' },
      {
        name: 'limit',
        kind: 'number',
        value: 'N',
        range: { min: 1, max: 10_000, whole: true },
        summary: 'at most N (default: 50)',
      },
      json,
    ],
    examples: ['convene sessions', 'convene sessions --query "rate limit" --state completed'],
    load: async () => (await import('../sessions/list.ts')).listSessions,
  },
  {
    name: 'sessions show',
    summary: 'show a session: its goal, its messages and what it cost',
    arguments: [session],
    options: [
      { name: 'timeline', kind: 'flag', summary: 'every event, one a line' },
      { name: 'files', kind: 'flag', summary: 'the changes it has made to files, as diffs' },
      { name: 'json', kind: 'flag', summary: 'every event as JSON, one a line' },
    ],
    examples: ['convene sessions show 5V8Q2K7N', 'convene sessions show 5V8Q2K7N --timeline'],
    load: async () => (await import('../sessions/show.ts')).showSession,
  },
  {
    name: 'sessions revert',
    summary: 'take a change to a file back, and record that',
    arguments: [session, { name: 'change' }],
    options: [],
    examples: ['convene sessions revert 5V8Q2K7N d1'],
    notes: ['`convene sessions show <session> --files` lists the changes.'],
    load: async () => (await import('../sessions/changes.ts')).revertChange,
  },
  {
    name: 'sessions patch',
    summary: 'show what an agent did in its worktree, or make the same changes in the workspace',
    arguments: [session],
    options: [
      { name: 'agent', kind: 'text', value: 'AGENT', summary: 'whose (default: the only one)' },
      { name: 'output', kind: 'text', value: 'FILE', summary: 'write the patch to a new file' },
      { name: 'apply', kind: 'flag', summary: 'make the changes in the workspace: exactly, or none of them' },
    ],
    examples: ['convene sessions patch 5V8Q2K7N', 'convene sessions patch 5V8Q2K7N --agent coder --apply'],
    notes: ['An agent with `worktree: true` in its file works in a git worktree of its own.'],
    load: async () => (await import('../sessions/patch.ts')).patchSession,
  },
  {
    name: 'sessions export',
    summary: 'write a session to standard output',
    arguments: [session],
    options: [
      { name: 'format', kind: 'text', value: 'FORMAT', choices: ['md', 'json'], summary: 'Markdown (default) or JSON' },
    ],
    examples: ['convene sessions export 5V8Q2K7N > decision.md'],
    load: async () => (await import('../sessions/export.ts')).exportSession,
  },
  {
    name: 'sessions fork',
    summary: 'make a new session that begins with a copy of this one',
    arguments: [session],
    options: [
      { name: 'at', kind: 'text', value: 'SEQ|MESSAGE', summary: 'up to this event or message (default: the end)' },
      json,
    ],
    examples: ['convene sessions fork 5V8Q2K7N --at m3'],
    load: async () => (await import('../sessions/fork.ts')).forkSession,
  },
  {
    name: 'sessions rename',
    summary: 'give a session another title',
    arguments: [session, { name: 'title' }],
    options: [],
    examples: ['convene sessions rename 5V8Q2K7N "Which database?"'],
    load: async () => (await import('../sessions/update.ts')).renameSession,
  },
  {
    name: 'sessions pin',
    summary: 'keep a session at the top of the list',
    arguments: [session],
    options: [],
    examples: ['convene sessions pin 5V8Q2K7N'],
    load: async () => (await import('../sessions/update.ts')).pinSession,
  },
  {
    name: 'sessions unpin',
    summary: 'undo pin',
    arguments: [session],
    options: [],
    examples: ['convene sessions unpin 5V8Q2K7N'],
    load: async () => (await import('../sessions/update.ts')).unpinSession,
  },
  {
    name: 'sessions tag',
    summary: 'set the tags of a session; without any, remove them',
    arguments: [session, { name: 'tag', optional: true, rest: true }],
    options: [],
    examples: ['convene sessions tag 5V8Q2K7N storage decided'],
    load: async () => (await import('../sessions/update.ts')).tagSession,
  },
  {
    name: 'sessions delete',
    summary: 'delete a session with everything in it',
    arguments: [session],
    options: [{ name: 'yes', kind: 'flag', summary: 'do not ask' }],
    examples: ['convene sessions delete 5V8Q2K7N --yes'],
    load: async () => (await import('../sessions/delete.ts')).deleteSession,
  },
]
