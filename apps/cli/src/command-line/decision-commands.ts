import type { Command } from './command.ts'
import { json } from './options.ts'

/** How good the team's decisions are. */
export const decisionCommands: readonly Command[] = [
  {
    name: 'decisions replay',
    summary: 'count recorded votes with known answers, and say how good the rule was',
    arguments: [{ name: 'file', rest: true }],
    options: [
      { name: 'voters', kind: 'text', value: 'A,B,C', summary: 'only these voters, as a team' },
      {
        name: 'orders',
        kind: 'number',
        value: 'N',
        summary: 'how many orders to average over (5)',
        range: { min: 1, max: 100, whole: true },
      },
      {
        name: 'seed',
        kind: 'number',
        value: 'N',
        summary: 'for the orders (1)',
        range: { min: 0, max: 4_294_967_295, whole: true },
      },
      json,
    ],
    examples: ['convene decisions replay votes.jsonl --voters gpt-4o,claude-sonnet-4,gemini-2.5-pro'],
    notes: [
      'One decision per line: {"set","id","topic","options"?,"truth","votes":[{"voter","option","confidence"}]}.',
      'Each decision is counted with what was known before it, and then resolved. Nothing is stored.',
    ],
    load: async () => (await import('../decisions/replay.ts')).replayVotes,
  },
]
