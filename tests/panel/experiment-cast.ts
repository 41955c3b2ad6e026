import type { Checked, CheckRequest } from '@convene/engine'
import { type Lines, OPTIONS, stageOf, start, vote } from './decide-cast.ts'

/** A command that tells the options apart. */
export const LOOK = 'LOOK: node -e "console.log(6)"\nEXPECT A: 6\nEXPECT B: 7'
export const predicts = (letter: string, sure = 80) => `PREDICTION: ${letter}\nCONFIDENCE: ${sure}`

/** Ada and Bert vote for B and Cleo for A, until somebody has looked. */
export const splitLines: Lines = {
  Topic: OPTIONS,
  Contribute: (agent, nth, ask) =>
    nth > 1 && ask.includes('What was looked at') ? vote('A') : vote(agent === 'cleo' ? 'A' : 'B'),
  Experiment: LOOK,
  Predict: (agent) => predicts(agent === 'cleo' ? 'A' : 'B'),
}

export const printed = (output: string): Checked => ({ outcome: 'passed', exit: 0, output })

export type Looker = (request: CheckRequest) => Checked | Promise<Checked>

/** A decision whose checks are played too. */
export function lookingStage(script: Lines, looks: Looker = () => printed('6')) {
  const ran: CheckRequest[] = []
  const checks = {
    run: async (request: CheckRequest) => {
      ran.push(request)
      return looks(request)
    },
  }
  return { stage: stageOf(script, checks), ran }
}

/** Rules that let commands of this kind run without asking. */
export const allowing = (rule = 'node *') => [{ layer: 'user', rules: { bash: { '*': 'ask', [rule]: 'allow' } } }]

/** A decision that runs what its rules allow. */
export const looking = (mode: object = {}, settings: object = {}): ReturnType<typeof start> =>
  start({ settings: { permissions: allowing(), ...settings, mode: { experiments: 'auto', ...mode } } } as never)
