import type { Command } from './command.ts'
import { decisionCommands } from './decision-commands.ts'
import { libraryCommands } from './library-commands.ts'
import { foreground, json, setup, verbosity } from './options.ts'
import { sessionCommands } from './session-commands.ts'
import { settingsCommands } from './settings-commands.ts'

const session = { name: 'session' }

/** Every command there is, in the order in which help lists them. */
export const commands: readonly Command[] = [
  {
    name: '',
    summary: 'open the app in a window of its own, else in the browser',
    arguments: [{ name: 'link', optional: true }],
    options: [
      { name: 'window', kind: 'flag', summary: 'open a window of its own, or say why not' },
      { name: 'browser', kind: 'flag', summary: 'serve it, and open the browser' },
      ...setup,
      verbosity,
    ],
    examples: ['convene', 'convene --browser'],
    load: async () => (await import('../run/start.ts')).start,
  },
  {
    name: 'run',
    summary: 'put a team on a goal, live in the terminal',
    arguments: [{ name: 'goal' }],
    options: [
      {
        name: 'session',
        kind: 'text',
        value: 'ID',
        summary: 'a new run in that session, with its mode, team, models and limits',
      },
      ...setup,
      { name: 'attach', kind: 'list', value: 'FILE', summary: 'add a text or a picture to the goal (repeatable)' },
      { name: 'detach', kind: 'flag', summary: 'let the server run it, started if there is none; print the id' },
      ...foreground,
    ],
    examples: [
      'convene run "Which of our endpoints lack rate limits?"',
      'convene run "SQLite or Postgres for this service?" --agents architect,security,performance',
      'convene run "Write the release notes" --team draft-critique-refine > notes.md',
      'convene run "Review this change" --attach change.diff --json | jq .type',
    ],
    notes: [
      'On a terminal the run is shown live. When standard output goes to a file or a pipe, the answer goes there as',
      'Markdown and progress goes to standard error. A goal of `-` is read from standard input.',
      'Exit: 0 completed, 1 failed, 2 bad usage or configuration, 3 cancelled, 4 waiting for a person,',
      '130 interrupted, 143 ended by SIGTERM; an interrupted run is paused and can be resumed.',
    ],
    load: async () => (await import('../run/run.ts')).run,
  },
  {
    name: 'ask',
    summary: 'ask a follow-up question on a finished session',
    arguments: [session, { name: 'question' }],
    options: [{ name: 'to', kind: 'text', value: 'AGENT', summary: 'the agent that answers' }, ...foreground],
    examples: ['convene ask 5V8Q2K7N "What would change your mind?"'],
    load: async () => (await import('../run/ask.ts')).ask,
  },
  {
    name: 'message',
    summary: 'say something to a run; it is queued and never interrupts',
    arguments: [session, { name: 'text' }],
    options: [{ name: 'to', kind: 'text', value: 'AGENT', summary: 'for this agent only' }],
    examples: ['convene message 5V8Q2K7N "Leave the tests out." --to architect'],
    load: async () => (await import('../run/steer.ts')).message,
  },
  {
    name: 'answer',
    summary: 'answer the question that a run waits at; it goes on here',
    arguments: [session, { name: 'text' }],
    options: foreground,
    examples: ['convene answer 5V8Q2K7N "Spaces."'],
    load: async () => (await import('../approvals/answer.ts')).answerQuestion,
  },
  {
    name: 'approve',
    summary: 'let the topic or the plan pass that a run waits with; it goes on here',
    arguments: [session],
    options: [
      { name: 'edit', kind: 'text', value: 'FILE', summary: 'as this file says, instead of as it stands' },
      ...foreground,
    ],
    examples: ['convene approve 5V8Q2K7N', 'convene approve 5V8Q2K7N --edit topic.md'],
    load: async () => (await import('../approvals/answer.ts')).approveGate,
  },
  {
    name: 'reject',
    summary: 'send the topic or the plan back, with what should be different; it goes on here',
    arguments: [session, { name: 'feedback' }],
    options: foreground,
    examples: ['convene reject 5V8Q2K7N "Compare the costs as well."'],
    load: async () => (await import('../approvals/answer.ts')).rejectGate,
  },
  {
    name: 'propose',
    summary: 'put something to the vote of the team, while it works',
    arguments: [session, { name: 'topic' }, { name: 'option', rest: true }],
    options: [{ name: 'evidence', kind: 'text', value: 'TEXT', summary: 'what the voters should know' }],
    examples: ['convene propose 5V8Q2K7N "Where do we store it?" SQLite Postgres'],
    load: async () => (await import('../decisions/vote.ts')).propose,
  },
  {
    name: 'vote',
    summary: 'vote in a decision of the team, by the words or the number of an option',
    arguments: [session, { name: 'decision' }, { name: 'option' }],
    options: [{ name: 'reason', kind: 'text', value: 'TEXT', summary: 'why; it stands in the record' }],
    examples: ['convene vote 5V8Q2K7N d1 2 --reason "We have it already."'],
    notes: ['You have a vote where the setting `decisions.userVotes` is true. It is secret until the vote is closed.'],
    load: async () => (await import('../decisions/vote.ts')).vote,
  },
  {
    name: 'approvals',
    summary: 'list what waits for your approval or answer, in all sessions',
    arguments: [],
    options: [json],
    examples: ['convene approvals'],
    load: async () => (await import('../approvals/list.ts')).listApprovals,
  },
  {
    name: 'approvals answer',
    summary: 'allow or deny what an agent asks: once, session, always or deny',
    arguments: [{ name: 'id' }, { name: 'answer' }],
    options: [
      {
        name: 'pattern',
        kind: 'text',
        value: 'RULE',
        summary: "with session or always: what to allow, such as 'bash:git *' (default: exactly this)",
      },
      { name: 'reason', kind: 'text', value: 'TEXT', summary: 'with deny: told to the agent' },
      { name: 'resume', kind: 'flag', summary: 'go on with the run here' },
      ...foreground,
    ],
    examples: [
      'convene approvals answer 5V8Q2K7N.1.coder.c2-1 once --resume',
      'convene approvals answer 5V8Q2K7N deny --reason "Use the test database."',
    ],
    notes: [
      '<id> is any unambiguous part of what `convene approvals` shows. A plain deny ends the whole attempt: other asks of',
      'the same task are denied too. `always` is also kept as a rule in your settings.',
    ],
    load: async () => (await import('../approvals/answer.ts')).answerApproval,
  },
  {
    name: 'resume',
    summary: 'go on with a paused or interrupted run, or watch one that runs elsewhere',
    arguments: [session],
    options: [
      { name: 'agent', kind: 'text', value: 'AGENT', summary: 'let only this paused agent go on' },
      ...foreground,
    ],
    examples: ['convene resume 5V8Q2K7N', 'convene resume 5V8Q2K7N --agent security'],
    load: async () => (await import('../run/resume.ts')).resume,
  },
  {
    name: 'pause',
    summary: 'pause a run, in this or another process; calls under way finish',
    arguments: [session],
    options: [{ name: 'agent', kind: 'text', value: 'AGENT', summary: 'pause only this agent; the others go on' }],
    examples: ['convene pause 5V8Q2K7N', 'convene pause 5V8Q2K7N --agent security'],
    load: async () => (await import('../run/steer.ts')).pause,
  },
  {
    name: 'stop',
    summary: 'cancel a run at once, in this or another process',
    arguments: [session],
    options: [],
    examples: ['convene stop 5V8Q2K7N'],
    load: async () => (await import('../run/steer.ts')).stop,
  },
  {
    name: 'reset',
    summary: "close a finished run's conversations, so that a new run starts fresh",
    arguments: [session],
    options: [],
    examples: ['convene reset 5V8Q2K7N'],
    load: async () => (await import('../run/steer.ts')).reset,
  },
  ...sessionCommands,
  ...decisionCommands,
  ...libraryCommands,
  ...settingsCommands,
  {
    name: 'trust',
    summary: 'what a workspace would decide, and trust it as it is now',
    arguments: [{ name: 'folder', optional: true }],
    options: [
      { name: 'show', kind: 'flag', summary: 'only show, with the whole files' },
      { name: 'yes', kind: 'flag', summary: 'do not ask' },
      json,
    ],
    examples: ['convene trust --show', 'convene trust ../cloned --yes'],
    load: async () => (await import('../trust/trust.ts')).trust,
  },
  {
    name: 'serve',
    summary: 'serve the app and its calls over HTTP, until ended',
    arguments: [],
    options: [
      {
        name: 'port',
        kind: 'number',
        value: 'N',
        range: { min: 0, max: 65_535, whole: true },
        summary: 'listen at this port (default: 7410, or any that is free)',
      },
      { name: 'host', kind: 'text', value: 'HOST', summary: 'listen at this address (default: this machine only)' },
    ],
    examples: ['convene serve', 'convene serve --port 8080'],
    notes: [
      'Prints a link that lets a browser in. One server serves a data folder: a second one prints the link of the first.',
      'Runs that were cut off go on by themselves. See docs/guide/server.md.',
    ],
    load: async () => (await import('../server/serve.ts')).serve,
  },
  {
    name: 'doctor',
    summary: 'what is configured, reachable and missing, and how to fix it',
    arguments: [],
    options: [json],
    examples: ['convene doctor'],
    load: async () => (await import('../doctor/doctor.ts')).doctor,
  },
  {
    name: 'help',
    summary: 'help, for everything or for one command',
    arguments: [{ name: 'command', optional: true, rest: true }],
    options: [],
    examples: ['convene help run', 'convene help sessions show'],
    // The parser answers it, so that help loads nothing.
    load: async () => async () => 0,
  },
]
