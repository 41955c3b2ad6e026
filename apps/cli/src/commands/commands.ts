import type { CliCommand } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { databaseUrlOption, foreground, json, verbosity } from '../command-line/options.ts'
import { setup } from '../command-line/setup.ts'
import { reviewOptions } from '../review/review-options.ts'
import { decisionCommands } from './decision-commands.ts'
import { evalCommands } from './eval-commands.ts'
import { libraryCommands } from './library-commands.ts'
import { receiptCommands } from './receipt-commands.ts'
import { reviewCommand } from './review-command.ts'
import { serverCommands } from './server-commands.ts'
import { sessionCommands } from './session-commands.ts'
import { settingsCommands } from './settings-commands.ts'
import { steerCommands } from './steer-commands.ts'

/** Every command. Help lists them by group, in this order. */
export const commands: readonly CliCommand[] = [
  {
    name: '',
    group: 'run',
    everyday: true,
    summary: 'open the app in its own window, or in the browser',
    arguments: [{ name: 'link', optional: true }],
    options: [
      { name: 'window', kind: 'flag', summary: 'open the app window, and fail if that is not possible' },
      { name: 'browser', kind: 'flag', summary: 'start the server and open the browser' },
      ...setup,
      verbosity,
    ],
    examples: ['convene', 'convene --browser'],
    load: async () => (await import('../run/start.ts')).startCommand,
  },
  {
    name: 'run',
    group: 'run',
    everyday: true,
    summary: 'put a team on a goal, live in the terminal',
    arguments: [{ name: 'goal' }],
    options: [
      {
        name: 'session',
        kind: 'text',
        value: 'ID',
        summary: 'start a new run in this session, with its mode, team, models and limits',
      },
      ...setup,
      {
        name: 'attach',
        kind: 'list',
        value: 'FILE',
        summary: 'attach a text file or an image to the goal (repeatable)',
      },
      {
        name: 'detach',
        kind: 'flag',
        summary: 'run in the background on the server (started if needed) and print the session id',
      },
      ...reviewOptions,
      ...foreground,
    ],
    examples: [
      'convene run "Which of our endpoints lack rate limits?"',
      'convene run "SQLite or Postgres for this service?" --agents architect,security,performance',
      'convene run "Write the release notes" --team draft-critique-refine > notes.md',
      'convene run "Review this change" --attach change.diff --json | jq .type',
      'convene run "Review src/orders" --team code-review-team --output review.sarif --fail-on high',
    ],
    notes: [
      'In a terminal, if you name no mode, team or agents, Convene picks them to suit the goal and says so.',
      'In a script, a single agent works on the goal unless you add `--mode auto`.',
      'In a terminal, the run is shown live. If standard output is a file or a pipe, it receives the answer as Markdown',
      'and progress goes to standard error. Use `-` as the goal to read it from standard input.',
      `Exit codes: ${exitCodes.map(({ code, means }) => `${code} ${means}`).join(', ')}. An interrupted run is paused, and you can resume it.`,
    ],
    remote: true,
    load: async () => (await import('../run/run.ts')).run,
  },
  {
    name: 'chat',
    group: 'run',
    everyday: true,
    summary: 'start an interactive session: goals, messages and follow-ups',
    arguments: [{ name: 'goal|session', optional: true }],
    options: [...setup, verbosity],
    examples: ['convene chat', 'convene chat "SQLite or Postgres for this service?"', 'convene chat last'],
    notes: [
      'Several words are a goal, one word is a session (`last` is the newest). During a run, what you type is sent to it as a',
      'message. After the run, it is a follow-up. Commands begin with a slash: /help lists them. Ctrl-C pauses a run. Press it',
      'again to leave, or press Ctrl-D. In a script, use `convene run`.',
    ],
    load: async () => (await import('../chat/chat.ts')).chatCommand,
  },
  {
    name: 'demo',
    group: 'run',
    summary: 'watch a scripted example: no key, no model, nothing stored',
    arguments: [{ name: 'example', optional: true }],
    options: [
      {
        name: 'speed',
        kind: 'number',
        value: 'N',
        summary: 'playback speed (default: 1)',
        range: { min: 0.25, max: 100, whole: false },
      },
      { name: 'list', kind: 'flag', summary: 'list the examples' },
    ],
    examples: ['convene demo', 'convene demo incident --speed 2'],
    load: async () => (await import('../examples/demo.ts')).demo,
  },
  ...steerCommands,
  ...sessionCommands,
  reviewCommand,
  ...libraryCommands,
  ...decisionCommands,
  ...receiptCommands,
  ...evalCommands,
  ...settingsCommands,
  {
    name: 'trust',
    group: 'set up',
    summary: 'review what a workspace would set, and trust its current files',
    arguments: [{ name: 'folder', optional: true }],
    options: [
      { name: 'show', kind: 'flag', summary: 'only show the files, in full' },
      { name: 'yes', kind: 'flag', summary: 'skip the confirmation' },
      json,
    ],
    examples: ['convene trust --show', 'convene trust ../cloned --yes'],
    load: async () => (await import('../trust/trust.ts')).trust,
  },
  ...serverCommands,
  {
    name: 'doctor',
    group: 'set up',
    everyday: true,
    summary: 'check what is configured, reachable or missing, and how to fix it',
    arguments: [],
    options: [
      { name: 'model', kind: 'text', value: 'PROVIDER/MODEL', summary: 'test one model in a short conversation' },
      {
        name: 'updates',
        kind: 'flag',
        summary: 'also ask npm, or git in a checkout, for a newer version, as the setting updates does',
      },
      { name: 'database', kind: 'flag', summary: 'check the shared database instead, for example after a restore' },
      databaseUrlOption,
      json,
    ],
    examples: ['convene doctor', 'convene doctor --updates', 'convene doctor --model openai/gpt-5'],
    load: async () => (await import('../doctor/doctor.ts')).doctor,
  },
  {
    name: 'update',
    group: 'set up',
    summary: 'check for a newer version and update this copy',
    arguments: [],
    options: [{ name: 'check', kind: 'flag', summary: 'only check, and say how to update' }],
    examples: ['convene update', 'convene update --check'],
    notes: ['Asks npm, or git in a checkout. Convene checks on its own only if the setting `updates` is on.'],
    load: async () => (await import('../update/update.ts')).update,
  },
  {
    name: 'help',
    group: 'set up',
    summary: 'show help for Convene, for one command, or for all',
    arguments: [{ name: 'command|all', optional: true, rest: true }],
    options: [],
    examples: ['convene help run', 'convene help sessions show', 'convene help all'],
    // Handled by the parser, so help loads no other code.
    load: async () => async () => 0,
  },
]
