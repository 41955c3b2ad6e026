import { z } from 'zod'
import { declareAnswer } from '../../../answer/declared.ts'
import { withFieldLines } from '../../../answer/field-tables.ts'
import { valueIn } from '../../../answer/marks.ts'
import { confidenceIn } from '../../../decision/read-answer.ts'
import { clean, cleanLine } from '../../../text/clean.ts'
import { type Observation, readProposal } from './read-proposal.ts'

/** An observation that would tell the options apart. */
export const experiment = declareAnswer({
  name: 'experiment',
  asks: 'a panelist, if the blind vote of a decision splits: what to look at, and what it shows if each option is right',
  part: 'whole',
  json: z.object({
    look: z.string().describe('the command, file, page or question, in one line'),
    expects: z.array(
      z.object({ option: z.string().describe('letter'), shows: z.string().describe('what it shows, to the letter') }),
    ),
  }),
  form: `LOOK: <the command, "file <path>", "GET <address>", or "ask <question>", in one line>
EXPECT <letter>: <what it shows if that option is right, to the letter>
EXPECT <another letter>: <what it shows if that one is right>`,
  write: ({ look, expects }) =>
    [
      look.trim().includes('\n') ? `LOOK:\n\`\`\`\n${clean(look).trim()}\n\`\`\`` : `LOOK: ${clean(look).trim()}`,
      ...expects.map(({ option, shows }) => `EXPECT ${cleanLine(option).slice(0, 9)}: ${cleanLine(shows)}`),
    ].join('\n'),
  complaint: 'it names nothing to look at, or does not say what it would show',
  otherwise: 'the panelist proposes nothing, with a warning',
  examples: [
    {
      look: 'node -e "console.log(0.1 + 0.2)"',
      expects: [
        { option: 'A', shows: '0.3' },
        { option: 'B', shows: '0.30000000000000004' },
      ],
    },
  ],
  read: (text: string): Observation | null | undefined => readProposal(text),
})

/** What a panelist thinks an experiment will show, before it runs. */
export type Predicted = { readonly option: string; readonly confidence: number | null }

/** A sealed prediction. */
export const prediction = declareAnswer({
  name: 'prediction',
  asks: 'a panelist, before an experiment runs: which option will it bear out?',
  part: 'whole',
  json: z.object({
    prediction: z.string().describe('letter of the option whose expectation will come true'),
    confidence: z.number().min(0).max(100).nullable().describe('0 to 100'),
  }),
  complaint: 'it names none of the options',
  otherwise: 'the panelist seals no prediction, with a warning',
  examples: [{ prediction: 'B', confidence: 80 }],
  read: (answer: string, options: readonly string[]): Predicted | undefined => {
    const text = withFieldLines(answer, ['PREDICTION', 'CONFIDENCE'])
    const said = valueIn(text, 'PREDICTION') ?? ''
    const [whole = '', written] = LETTER.exec(said) ?? []
    const letter = written?.toUpperCase()
    return letter !== undefined && options.includes(letter) && !ANOTHER.test(said.slice(whole.length))
      ? { option: letter, confidence: confidenceIn(text) }
      : undefined
  },
})

const LETTER = /^(?:option\s{1,3})?\(?([a-l])\)?(?=\s*$|[.,:;)]|\s{1,4}(?:[(–—-]|because\b|since\b|as\b))/iu
/** `A, B` and `A; or B` predict nothing. `B, because A is cached` does. */
const ANOTHER = /^[.,:;]\s{0,4}(?:(?:and|or)\s{1,4})?(?:[Oo]ption\s{1,3})?\(?[A-L]\)?\s{0,4}(?:$|[.,:;(–—-])/u
