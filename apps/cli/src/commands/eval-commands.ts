import type { CliCommand } from '../command-line/command.ts'
import { setup } from '../command-line/setup.ts'

/** Compares a panel with cheaper ways to answer, on the user's own questions. */
export const evalCommands: readonly CliCommand[] = [
  {
    name: 'eval',
    group: 'team',
    summary: 'measure whether a panel is worth its cost, on your questions',
    arguments: [{ name: 'questions', optional: true }],
    options: [
      {
        name: 'arms',
        kind: 'text',
        value: 'A,B,…',
        summary: 'what to compare: single, self-consistency, two-first, panel (default: single,panel)',
      },
      { name: 'model', kind: 'text', value: 'PROVIDER/MODEL', summary: 'the model that answers alone' },
      { name: 'team', kind: 'text', value: 'NAME|FILE', summary: "the panel's team" },
      ...setup.filter(({ name }) => name === 'reasoning'),
      {
        name: 'judge',
        kind: 'text',
        value: 'PROVIDER/MODEL',
        summary: 'compares answers to questions without a known answer',
      },
      {
        name: 'grade',
        kind: 'text',
        value: 'BY',
        choices: ['judge', 'human'],
        summary: 'who compares such answers; human opens a page',
      },
      {
        name: 'recorded',
        kind: 'list',
        value: 'NAME=FILE',
        summary: 'add an arm from a log of lm-eval or Inspect (repeatable)',
      },
      { name: 'budget', kind: 'text', value: 'USD', summary: 'stop before the eval costs more, such as 5usd' },
      {
        name: 'starter',
        kind: 'number',
        value: 'N',
        summary: 'ask N of the 60 questions that come with Convene',
        range: { min: 2, max: 60, whole: true },
      },
      { name: 'resume', kind: 'flag', summary: 'continue the newest eval, or the newest with these questions' },
      { name: 'yes', kind: 'flag', summary: 'start without asking' },
      { name: 'json', kind: 'flag', summary: 'print only the report, as JSON' },
    ],
    examples: [
      'convene eval questions.jsonl --arms single,self-consistency,panel --budget 5usd',
      'convene eval --starter 60 --arms single,panel --budget 5usd',
      'convene eval --resume',
    ],
    notes: [
      'One question per line: {"id","question","answer"?,"options"?,"topic"?,"rubric"?}. Also reads promptfoo tests, Inspect samples, lm-eval logs and CSV.',
      'Report, JSON and all votes are stored in the data folder. `convene decisions replay` reads the votes.',
    ],
    load: async () => (await import('../optional/optional-command.ts')).optionalCommand('eval'),
  },
  {
    name: 'eval grade',
    group: 'team',
    summary: 'open a page to compare the answers of an eval, without names',
    arguments: [{ name: 'eval', optional: true }],
    options: [
      { name: 'browser', kind: 'flag', summary: 'open it in the browser' },
      { name: 'window', kind: 'flag', summary: 'open it in its own window' },
    ],
    examples: ['convene eval grade'],
    notes: ['Keys: 1, 2 or 0 for a tie, U to undo. `convene eval --resume` prints the report with your grades.'],
    load: async () => (await import('../optional/optional-command.ts')).optionalCommand('eval grade'),
  },
]
