import type { Command } from './command.ts'
import { decisionCommands } from './decision-commands.ts'
import { evalCommands } from './eval-commands.ts'
import { libraryCommands } from './library-commands.ts'
import { foreground, json, setup, verbosity } from './options.ts'
import { serverCommands } from './server-commands.ts'
import { sessionCommands } from './session-commands.ts'
import { settingsCommands } from './settings-commands.ts'

const session = { name: 'session' }
const gate = {
  name: 'gate',
  kind: 'text',
  value: 'ID',
  summary: 'answer only if this version is still pending',
} as const

/** Every command, in help order. */
export const commands: readonly Command[] = [
  {
    name: '',
    summary: 'open the app in its own window, or in the browser',
    arguments: [{ name: 'link', optional: true }],
    options: [
      { name: 'window', kind: 'flag', summary: 'open the app window, and fail if that is not possible' },
      { name: 'browser', kind: 'flag', summary: 'start the server and open the browser' },
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
        summary: 'start a new run in this session, with its mode, team, models and limits',
      },
      ...setup,
      { name: 'constraints', kind: 'text', value: 'TEXT', summary: 'constraints for every run in the session' },
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
      ...foreground,
    ],
    examples: [
      'convene run "Which of our endpoints lack rate limits?"',
      'convene run "SQLite or Postgres for this service?" --agents architect,security,performance',
      'convene run "Write the release notes" --team draft-critique-refine > notes.md',
      'convene run "Review this change" --attach change.diff --json | jq .type',
    ],
    notes: [
      'In a terminal, a goal without a mode, team or agents chooses them by what it asks for, and the run says so.',
      'In a script, one agent works, unless you add `--mode auto`.',
      'In a terminal, the run is shown live. If standard output is a file or a pipe, it receives the answer as Markdown',
      'and progress goes to standard error. Use `-` as the goal to read it from standard input.',
      'Exit codes: 0 completed, 1 failed, 2 bad usage or configuration, 3 cancelled, 4 waiting for you,',
      '130 interrupted, 143 ended by SIGTERM. An interrupted run is paused, and you can resume it.',
    ],
    load: async () => (await import('../run/run.ts')).run,
  },
  {
    name: 'chat',
    summary: 'type goals, follow-ups and messages in a terminal that stays',
    arguments: [{ name: 'goal|session', optional: true }],
    options: [...setup, verbosity],
    examples: ['convene chat', 'convene chat "SQLite or Postgres for this service?"', 'convene chat last'],
    notes: [
      'Several words are a goal, one word is a session (`last` is the newest). While a run works, what you type is a message',
      'to it. After it has ended, it is a follow-up. Commands begin with a slash: /help lists them. Ctrl-C pauses a run',
      'that works, again leaves. Ctrl-D leaves. In a script, use `convene run`.',
    ],
    load: async () => (await import('../chat/chat.ts')).chat,
  },
  {
    name: 'demo',
    summary: 'watch a recorded example: no key, no model, nothing stored',
    arguments: [{ name: 'example', optional: true }],
    options: [
      {
        name: 'speed',
        kind: 'number',
        value: 'N',
        summary: 'times as fast (default 1)',
        range: { min: 0.25, max: 100, whole: false },
      },
      { name: 'list', kind: 'flag', summary: 'list the examples' },
    ],
    examples: ['convene demo', 'convene demo incident --speed 2'],
    load: async () => (await import('../examples/demo.ts')).demo,
  },
  {
    name: 'ask',
    summary: 'ask a follow-up question about a finished run',
    arguments: [session, { name: 'question' }],
    options: [{ name: 'to', kind: 'text', value: 'AGENT', summary: 'the agent to ask' }, ...foreground],
    examples: ['convene ask 5V8Q2K7N "What would change your mind?"'],
    load: async () => (await import('../run/ask.ts')).ask,
  },
  {
    name: 'pick',
    summary: 'choose which answer is the result, by message or agent',
    arguments: [session, { name: 'message|agent' }],
    options: [],
    examples: ['convene pick 5V8Q2K7N m3', 'convene pick 5V8Q2K7N security'],
    notes: ['Follow-up questions go to the agent you picked, and later runs in the session build on its answer.'],
    load: async () => (await import('../sessions/pick.ts')).pick,
  },
  {
    name: 'message',
    summary: 'send a message to a run (queued, never interrupts)',
    arguments: [session, { name: 'text' }],
    options: [{ name: 'to', kind: 'text', value: 'AGENT', summary: 'only for this agent' }],
    examples: ['convene message 5V8Q2K7N "Leave the tests out." --to architect'],
    load: async () => (await import('../run/steer.ts')).message,
  },
  {
    name: 'answer',
    summary: 'answer a pending question and continue the run here',
    arguments: [session, { name: 'text' }],
    options: foreground,
    examples: ['convene answer 5V8Q2K7N "Spaces."'],
    load: async () => (await import('../approvals/answer.ts')).answerQuestion,
  },
  {
    name: 'approve',
    summary: 'approve the pending topic or plan and continue the run here',
    arguments: [session],
    options: [
      { name: 'edit', kind: 'text', value: 'FILE', summary: 'approve the text in this file instead' },
      { name: 'ask', kind: 'flag', summary: 'keep asking before each action, even if a plan step would allow it' },
      gate,
      ...foreground,
    ],
    examples: [
      'convene approve 5V8Q2K7N',
      'convene approve 5V8Q2K7N --ask',
      'convene approve 5V8Q2K7N --edit topic.md',
    ],
    load: async () => (await import('../approvals/answer.ts')).approveGate,
  },
  {
    name: 'reject',
    summary: 'send the pending topic or plan back with feedback and continue the run here',
    arguments: [session, { name: 'feedback' }],
    options: [gate, ...foreground],
    examples: ['convene reject 5V8Q2K7N "Compare the costs as well."'],
    load: async () => (await import('../approvals/answer.ts')).rejectGate,
  },
  {
    name: 'propose',
    summary: 'ask the team to vote on something during a run',
    arguments: [session, { name: 'topic' }, { name: 'option', rest: true }],
    options: [{ name: 'evidence', kind: 'text', value: 'TEXT', summary: 'background for the voters' }],
    examples: ['convene propose 5V8Q2K7N "Where do we store it?" SQLite Postgres'],
    load: async () => (await import('../decisions/vote.ts')).propose,
  },
  {
    name: 'vote',
    summary: 'cast your vote in an open decision, by option text or number',
    arguments: [session, { name: 'decision' }, { name: 'option' }],
    options: [{ name: 'reason', kind: 'text', value: 'TEXT', summary: 'your reason, kept in the decision record' }],
    examples: ['convene vote 5V8Q2K7N d1 2 --reason "We have it already."'],
    notes: ['You can vote if the setting `decisions.userVotes` is true. Votes stay secret until voting closes.'],
    load: async () => (await import('../decisions/vote.ts')).vote,
  },
  {
    name: 'approvals',
    summary: 'list everything waiting for you, in all sessions',
    arguments: [],
    options: [json],
    examples: ['convene approvals'],
    load: async () => (await import('../approvals/list.ts')).listApprovals,
  },
  {
    name: 'approvals answer',
    summary: 'answer an approval request: once, session, always or deny',
    arguments: [{ name: 'id' }, { name: 'answer' }],
    options: [
      {
        name: 'pattern',
        kind: 'text',
        value: 'RULE',
        summary: "with session or always: the rule to allow, such as 'bash:git *' (default: exactly this call)",
      },
      { name: 'reason', kind: 'text', value: 'TEXT', summary: 'with deny: the reason to give the agent' },
      { name: 'resume', kind: 'flag', summary: 'continue the run here' },
      ...foreground,
    ],
    examples: [
      'convene approvals answer 5V8Q2K7N.1.coder.c2-1 once --resume',
      'convene approvals answer 5V8Q2K7N deny --reason "Use the test database."',
    ],
    notes: [
      '<id> is any unambiguous part of an id listed by `convene approvals`. Denying without a reason also denies the other',
      'requests of the same task. `always` saves the rule in your settings.',
    ],
    load: async () => (await import('../approvals/answer.ts')).answerApproval,
  },
  {
    name: 'resume',
    summary: 'resume a paused or interrupted run, or watch one running in another process',
    arguments: [session],
    options: [{ name: 'agent', kind: 'text', value: 'AGENT', summary: 'resume only this paused agent' }, ...foreground],
    examples: ['convene resume 5V8Q2K7N', 'convene resume 5V8Q2K7N --agent security'],
    load: async () => (await import('../run/resume.ts')).resume,
  },
  {
    name: 'pause',
    summary: 'pause a run in any process (calls in progress finish first)',
    arguments: [session],
    options: [{ name: 'agent', kind: 'text', value: 'AGENT', summary: 'pause only this agent' }],
    examples: ['convene pause 5V8Q2K7N', 'convene pause 5V8Q2K7N --agent security'],
    load: async () => (await import('../run/steer.ts')).pause,
  },
  {
    name: 'stop',
    summary: 'cancel a run in any process, immediately',
    arguments: [session],
    options: [],
    examples: ['convene stop 5V8Q2K7N'],
    load: async () => (await import('../run/steer.ts')).stop,
  },
  {
    name: 'reset',
    summary: "clear a finished run's conversations so the next run starts fresh",
    arguments: [session],
    options: [],
    examples: ['convene reset 5V8Q2K7N'],
    load: async () => (await import('../run/steer.ts')).reset,
  },
  ...sessionCommands,
  ...decisionCommands,
  ...evalCommands,
  ...libraryCommands,
  ...settingsCommands,
  {
    name: 'trust',
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
    summary: 'check what is configured, reachable or missing, and how to fix it',
    arguments: [],
    options: [
      {
        name: 'model',
        kind: 'text',
        value: 'PROVIDER/MODEL',
        summary: 'test one model with a short conversation instead',
      },
      json,
    ],
    examples: ['convene doctor', 'convene doctor --model openai/gpt-5'],
    load: async () => (await import('../doctor/doctor.ts')).doctor,
  },
  {
    name: 'help',
    summary: 'show help for Convene or for one command',
    arguments: [{ name: 'command', optional: true, rest: true }],
    options: [],
    examples: ['convene help run', 'convene help sessions show'],
    // Answered by the parser, so that help loads no other code.
    load: async () => async () => 0,
  },
]
