import type { CliCommand, CommandOption } from '../command-line/command.ts'
import { json } from '../command-line/options.ts'

const options: readonly CommandOption[] = [
  { name: 'anyway', kind: 'flag', summary: 'keep: even if checks fail on the merged files' },
  { name: 'message', kind: 'text', value: 'TEXT', summary: 'commit: the message' },
  { name: 'branch', kind: 'text', value: 'NAME', summary: 'commit or pr: a new branch' },
  { name: 'title', kind: 'text', value: 'TEXT', summary: 'pr: the title' },
  { name: 'remote', kind: 'text', value: 'NAME', summary: 'pr: the git remote to push to (default: origin)' },
  { name: 'draft', kind: 'flag', summary: 'pr: as a draft' },
  {
    name: 'severity',
    kind: 'text',
    value: 'SEVERITY',
    choices: ['low', 'medium', 'high', 'critical'],
    summary: 'comment: how serious it is (default: medium)',
  },
  { name: 'send', kind: 'flag', summary: 'comment: send it to the owner of the step at once' },
  json,
]

/** `review`: what a session has built. */
export const reviewCommand: CliCommand = {
  name: 'review',
  group: 'sessions',
  summary: 'review what a session has built: its change, hunk by hunk, with what proves it',
  arguments: [{ name: 'session' }, { name: 'what', optional: true, rest: true }],
  options,
  examples: [
    'convene review last',
    'convene review 5V8Q2K7N undo 2 src/a.ts',
    'convene review 5V8Q2K7N comment src/a.ts:12 "Why not a set?" --send',
    'convene review 5V8Q2K7N keep',
    'convene review 5V8Q2K7N commit --message "Rate-limit the login"',
  ],
  notes: [
    'In a terminal, it is interactive: j and k go from change to change, a keeps, x undoes, c comments, s sends the comments',
    'to the owners of the steps. A, X, C and P keep, undo, commit and propose the whole change.',
    'For scripts: keep [PART…], undo [PART…], commit, pr, comment FILE:LINE TEXT, send, resolve ID and reopen ID. A part is',
    'a number from the list, or a file. Without anything to do, and without a terminal, it prints the review.',
  ],
  remote: true,
  load: async () => (await import('../build/review.ts')).reviewBuild,
}
