import type { Fact } from '../event/event.ts'

type Vote = Extract<Fact, { type: 'decision.voted' }>['data']

/** What a vote's seal commits to: who chose what, how sure. The reason is committed to by the chain. */
const ballotText = ({ decision, voter, option, confidence, probabilities, abstains, casting }: Vote): string =>
  JSON.stringify([
    decision,
    voter,
    option,
    confidence ?? null,
    probabilities ?? null,
    abstains ?? false,
    casting ?? false,
  ])

/** The text whose hash is the seal. */
export const sealText = (salt: string, vote: Vote): string => `convene ballot 1\n${salt}\n${ballotText(vote)}`
