import type { Command } from './command.ts'
import { json } from './options.ts'

/** Measuring how good the team's decisions are. */
export const decisionCommands: readonly Command[] = [
  {
    name: 'decisions replay',
    summary: 'replay recorded votes with known answers and measure the voting rule',
    arguments: [{ name: 'file', rest: true }],
    options: [
      { name: 'voters', kind: 'text', value: 'A,B,C', summary: 'count only these voters, as one team' },
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
      json,
    ],
    examples: ['convene decisions replay votes.jsonl --voters gpt-4o,claude-sonnet-4,gemini-2.5-pro'],
    notes: [
      'One decision per line: {"set","id","topic","options"?,"truth","votes":[{"voter","option","confidence"}]}.',
      'Each decision is counted with only what was known before it, then resolved. Nothing is stored.',
    ],
    load: async () => (await import('../decisions/replay.ts')).replayVotes,
  },
]
