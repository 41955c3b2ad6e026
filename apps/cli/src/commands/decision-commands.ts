import type { CliCommand } from '../command-line/command.ts'
import { json } from '../command-line/options.ts'

/** Decisions from all sessions: how they turned out, and what that says about models. */
export const decisionCommands: readonly CliCommand[] = [
  {
    name: 'decisions',
    group: 'decide',
    summary: 'list decisions of all sessions, newest first, and how they turned out',
    arguments: [],
    options: [
      { name: 'unresolved', kind: 'flag', summary: 'only decisions without an outcome' },
      { name: 'due', kind: 'flag', summary: 'only decisions whose review date has passed, without an outcome' },
      json,
    ],
    examples: ['convene decisions --unresolved', 'convene decisions --due'],
    load: async () => (await import('../decisions/of-all-sessions.ts')).listDecided,
  },
  {
    name: 'decisions resolve',
    group: 'decide',
    summary: 'say how a decision turned out; without its name, asks about those that are due',
    arguments: [{ name: 'session/decision', optional: true }],
    options: [
      {
        name: 'outcome',
        kind: 'text',
        value: 'OPTION',
        summary: 'the option that was right, by text or number, or: none, unclear',
      },
      { name: 'note', kind: 'text', value: 'TEXT', summary: 'what happened, in a sentence' },
      { name: 'undo', kind: 'flag', summary: 'withdraw the outcome' },
    ],
    examples: [
      'convene decisions resolve',
      'convene decisions resolve 7Q4M2KXR/d1 --outcome 2 --note "The load test settled it."',
      'convene decisions resolve 7Q4M2KXR/d1 --undo',
    ],
    notes: [
      'Outcomes are stored in the session and never leave this machine. A new outcome replaces the previous one.',
    ],
    load: async () => (await import('../decisions/resolve.ts')).resolveOutcome,
  },
  {
    name: 'records',
    group: 'team',
    summary: 'show how often models were right, from decisions with an outcome',
    arguments: [],
    options: [json],
    examples: ['convene records'],
    notes: [
      'confidence: the average the model stated. right then: how often those votes were right. The strip shows both: the filled part is how often it was right, the mark is its confidence.',
      'Brier: how far off its confidences were. 0 is perfect, 0.25 is a coin flip.',
      'Counting rules, on your own resolved decisions: the one in use (now) and the one that may replace it (next).',
      'Rehearsals and unclear outcomes do not count.',
    ],
    load: async () => (await import('../decisions/records.ts')).showRecords,
  },
  {
    name: 'decisions replay',
    group: 'decide',
    summary: 'replay recorded votes with known answers and measure the voting rules',
    arguments: [{ name: 'file', rest: true, optional: true }],
    options: [
      { name: 'voters', kind: 'text', value: 'A,B,C', summary: 'count only these voters, as one team' },
      { name: 'panels', kind: 'text', value: 'FILE', summary: 'replay the panels in this list, and print their mean' },
      {
        name: 'folder',
        kind: 'text',
        value: 'FOLDER',
        summary: 'where the votes of the panels are (default: beside it)',
      },
      {
        name: 'orders',
        kind: 'number',
        value: 'N',
        summary: 'number of orders to average over (default: 5)',
        range: { min: 1, max: 100, whole: true },
      },
      {
        name: 'seed',
        kind: 'number',
        value: 'N',
        summary: 'random seed for the orders (default: 1)',
        range: { min: 0, max: 4_294_967_295, whole: true },
      },
      {
        name: 'ask',
        kind: 'text',
        value: 'WHO',
        summary: 'who is asked in each decision (default: everyone)',
        choices: ['everyone', 'two-first', 'as-few-as-needed'],
      },
      {
        name: 'resolved',
        kind: 'number',
        value: 'PERCENT',
        summary: 'resolve only this share of the decisions (default: 100)',
        range: { min: 0, max: 100, whole: true },
      },
      {
        name: 'wrong',
        kind: 'number',
        value: 'PERCENT',
        summary: 'resolve this share of them with a wrong outcome (default: 0)',
        range: { min: 0, max: 100, whole: true },
      },
      { name: 'by-age', kind: 'flag', summary: 'also group by the number of decisions resolved before' },
      json,
    ],
    examples: [
      'convene decisions replay votes.jsonl --voters gpt-4o,claude-sonnet-4,gemini-2.5-pro',
      'convene decisions replay --panels panels.jsonl --by-age',
    ],
    notes: [
      'One decision per line: {"set","id","topic","options"?,"truth","votes":[{"voter","option","confidence"}]}.',
      'A line of a panels file: {"name","file","voters":[…]}.',
      'Each decision is counted with only what was known before it, then resolved. Nothing is stored.',
      'counting: the rule in use. majority: the most votes win. A tie counts as a coin toss between its options.',
      'close: the first two are within 57 : 43. unlikely: the first option is more likely wrong than right.',
    ],
    load: async () => (await import('../decisions/replay.ts')).replayRecorded,
  },
]
