import type { RecordedDecision, SessionId } from '@convene/domain'

let runs = 0

/** `votes` by model, in short: `{ a: 'X', b: 'Y' }`. */
export function decision(
  number: number,
  votes: { [model: string]: string },
  truth: string | null,
  chosen = 'X',
): RecordedDecision {
  return {
    session: `S${number}` as SessionId,
    run: `R${++runs}`,
    decision: 'd1',
    question: 'Which?',
    topic: 'general',
    options: ['X', 'Y', 'Z'],
    chosen,
    how: 'majority',
    ballots: Object.entries(votes).map(([model, option]) => ({ voter: model, model, option, confidence: 80 })),
    isRehearsal: false,
    at: number,
    resolved: { outcome: truth === null ? 'none' : 'option', option: truth, by: 'user', note: '', at: number },
  }
}

/** The same decision this many times. */
export const many = (count: number, votes: { [model: string]: string }, truth: string | null, chosen?: string) =>
  Array.from({ length: count }, (_, index) => decision(index, votes, truth, chosen))
