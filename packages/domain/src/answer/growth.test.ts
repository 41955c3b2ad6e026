import { squaresOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { argumentIn } from '../modes/panel/debate/argument.ts'
import { readOptions } from '../modes/panel/debate/read-options.ts'
import { readPosition } from '../modes/panel/debate/reading.ts'
import { readQuestions } from '../modes/panel/opening/read-questions.ts'
import { seatNamed } from '../modes/plan/form-team.ts'
import { readPlanText } from '../modes/plan/plan-text.ts'
import { readStepWord } from '../modes/plan/step-word.ts'
import { reviewWord } from '../modes/plan/verdicts.ts'
import { maxIterations } from '../modes/reflect/iterations.ts'
import { readJudgement } from '../modes/reflect/read-evaluation.ts'
import { jsonIn } from './json.ts'
import { marksIn } from './marks.ts'
import { optionMeant } from './option.ts'
import { verdictIn } from './verdict.ts'

const isThing = (value: unknown): value is object => typeof value === 'object'

const readers: { readonly [name: string]: (text: string) => unknown } = {
  'a position': (text) => readPosition(`POSITION: ${text}\nCONFIDENCE: 80`),
  'what peers may read': (text) => argumentIn(`${text}\nVOTE: ${text}`, ['REASON']),
  'questions of a head': readQuestions,
  'options of a head': (text) => readOptions(`- ${text}\n- Wait`),
  'a ballot': (text) => optionMeant(['Wait', 'Ship'], text),
  'a vote': (text) => marksIn(`VOTE: ${text}`, { words: ['VOTE'] }),
  'a verdict': (text) => verdictIn(text, { yes: ['ACCEPT'], no: ['REOPEN'] }),
  'a name': (text) => seatNamed([], text),
  'a plan': (text) => readPlanText(`s1. ada: ${text}\n   budget: ${text}`),
  'the word of a step': (text) => readStepWord(`BLOCKED: ${text}`),
  'the word of a review': (text) => reviewWord(`REOPEN: ${text}`),
  'a remark behind a yes': (text) => reviewWord(`ACCEPT: ${text}`),
  'a word that nothing follows': readStepWord,
  'a goal with a flag': (text) => maxIterations({ goal: `${text}\n--max 3`, limits: {} } as never),
  'JSON with curly quotes': (text) => jsonIn(`{“${text.replaceAll('a', '\\“')}}`, isThing),
  'a judgement': (text) => readJudgement(`RATIONALE: ${text}\nSCORE: 0.5`),
}

describe('reading time does not grow quadratically with the length', () => {
  test.each(Object.entries(readers))('%s', (_name, read) => expect(squaresOf(read)).toEqual([]))
})
