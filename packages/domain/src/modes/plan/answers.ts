import { z } from 'zod'
import { declareAnswer } from '../../answer/declared.ts'
import type { NamedMember } from '../../answer/find-member.ts'
import { undecorated } from '../../answer/lines.ts'
import { isNone, isPlaceholder, isUnneeded } from '../../answer/words.ts'
import { CommentSeverity } from '../../event/build-facts.ts'
import { cleanLine } from '../../text/clean.ts'
import { type CandidateComparison, readComparison } from './read-comparison.ts'
import { type ReadPlan, readPlan } from './read-plan.ts'
import { waysIn } from './step-options.ts'
import { readStepWord, type StepWord } from './step-word.ts'
import { type HandoffWord, handoffWord, type PlanWord, planWord, type ReviewWord, reviewWord } from './verdicts.ts'

const Step = z.object({
  id: z.string().describe('s1, s2, …'),
  owner: z.string().describe('a member'),
  description: z.string(),
  acceptance: z.string(),
  dependsOn: z.array(z.string()).describe('ids of the steps that must be finished first'),
  tools: z.array(z.string()).nullable(),
  approve: z.enum(['auto', 'ask']).nullable(),
  budget: z
    .object({
      minutes: z.number().nullable(),
      tokens: z.number().nullable(),
      toolCalls: z.number().nullable(),
      files: z.number().nullable(),
    })
    .nullable(),
  worktree: z.boolean().nullable(),
  candidates: z.number().nullable().describe('how many members build it, each in a worktree; the best is taken'),
  checks: z.array(z.string()).nullable().describe('commands that pass when the step is done'),
})
const nothingSpecial = { tools: null, approve: null, budget: null, worktree: null, candidates: null, checks: null }

/** The steps. The text form is JSON as well, so both forms are the same. */
export const stepsAnswer = declareAnswer({
  name: 'steps',
  asks: 'the planner: which steps, by whom, after which',
  part: 'whole',
  json: z.object({ steps: z.array(Step) }),
  form: '{"steps":[{"id":"s1","owner":"<member>","description":"…","acceptance":"…","dependsOn":[],"checks":["npm test"],"tools":["read","edit"],"approve":"auto","budget":{"minutes":10,"tokens":20000,"toolCalls":20,"files":5},"worktree":false}]}',
  write: (plan) => JSON.stringify(plan),
  complaint: 'it holds no plan that can be carried out',
  otherwise:
    'asked a third time with what is wrong; then the reviewed plan is kept, or the run fails with `invalid_plan`',
  examples: [
    {
      steps: [
        {
          id: 's1',
          owner: 'ada',
          description: 'Write it.',
          acceptance: 'It is there.',
          dependsOn: [],
          ...nothingSpecial,
        },
      ],
    },
  ],
  read(text: string): ReadPlan | undefined {
    const plan = readPlan(text)
    return plan.errors.length === 0 ? plan : undefined
  },
})

const reasoned = <Word extends string>(yes: Word, no: Word) =>
  z.object({ verdict: z.enum([yes, no]), reason: z.string().describe(`why, if it is ${no}`) })

/** One word, or another with its reason after it. */
const inWords =
  (yes: string, no: string) =>
  ({ verdict, reason }: { readonly verdict: string; readonly reason: string }): string =>
    verdict.toUpperCase() === yes ? yes : [no, reasonIn(reason)].filter((part) => part !== '').join(': ')

/** After the word, `none`, `not needed` and `or` would retract it. */
function reasonIn(written: string): string {
  const reason = undecorated(cleanLine(written))
  return isNone(reason) || isUnneeded(reason) || isPlaceholder(reason) || /^or\b/iu.test(reason) ? '' : reason
}

/** A teammate's verdict on a plan. */
export const planReview = declareAnswer({
  name: 'plan-review',
  asks: 'a teammate: would the plan reach the goal?',
  part: 'whole',
  json: reasoned('approve', 'concerns'),
  form: '<APPROVE or CONCERNS: what is missing, wrong, too large, or owned by the wrong member>',
  write: inWords('APPROVE', 'CONCERNS'),
  complaint: 'it said neither APPROVE nor CONCERNS',
  otherwise: 'what was said counts as concerns, with a warning',
  examples: [
    { verdict: 'approve', reason: '' },
    { verdict: 'concerns', reason: 'Nobody tests it.' },
  ],
  read: (text: string): PlanWord | undefined => planWord(text),
})

/** How an owner ends a step it cannot finish. */
export const stepEnd = declareAnswer({
  name: 'step-end',
  asks: 'the owner of a step, at the end of its report: is it blocked or handed off?',
  part: 'prose',
  json: z.object({ blocked: z.string().optional(), handoff: z.string().optional() }),
  form: 'BLOCKED: <reason>\n- <option>\n- <option>\nor\nHANDOFF: <member>: <reason>',
  complaint: 'it says nothing',
  otherwise: 'not asked again: without these lines it is the report of a finished step',
  examples: [{ blocked: 'the key is missing' }, { handoff: 'bert: he knows the tests' }],
  read: (text: string, members: readonly NamedMember[] | undefined): StepWord | undefined =>
    readStepWord(text, members),
})

/** The ways out of a blocked step. */
export const waysOn = declareAnswer({
  name: 'ways-on',
  asks: 'the lead: what can be done about a blocked step?',
  part: 'whole',
  json: z.object({ options: z.array(z.string()).describe('two to five') }),
  form: '- <option>\n- <option>',
  write: ({ options }) => options.map((option) => `- ${cleanLine(option)}`).join('\n'),
  complaint: 'it listed fewer than two options',
  otherwise: 'the team votes on trying again or dropping the step, with a warning',
  examples: [{ options: ['Ask the user for the key', 'Leave the step out'] }],
  read: (text: string): readonly string[] | undefined => waysIn(text),
})

/** A member's answer to an offered step. */
export const offerAnswer = declareAnswer({
  name: 'offer-answer',
  asks: 'a member that is offered a step: does it take it over?',
  part: 'whole',
  json: reasoned('acknowledge', 'refuse'),
  form: '<ACKNOWLEDGE or REFUSE: the reason>',
  write: inWords('ACKNOWLEDGE', 'REFUSE'),
  complaint: 'it said neither ACKNOWLEDGE nor REFUSE',
  otherwise: 'the step stays with its owner, with a warning',
  examples: [
    { verdict: 'acknowledge', reason: '' },
    { verdict: 'refuse', reason: 'I cannot test it.' },
  ],
  read: (text: string): HandoffWord | undefined => handoffWord(text),
})

/** A reviewer's verdict on a finished step, after looking at it with tools. */
export const review = declareAnswer({
  name: 'review',
  asks: 'the reviewer of a step: are its acceptance criteria met?',
  part: 'prose',
  json: reasoned('accept', 'reopen'),
  form: '<ACCEPT or REOPEN: the reason>',
  write: inWords('ACCEPT', 'REOPEN'),
  complaint: 'it said neither ACCEPT nor REOPEN',
  otherwise: 'the step counts as finished but not as accepted, with a warning',
  examples: [
    { verdict: 'accept', reason: '' },
    { verdict: 'reopen', reason: 'The second criterion is not met.' },
  ],
  read: (text: string): ReviewWord | undefined => reviewWord(text),
})

/** Which of several candidates for a step is better, with comments on their lines. */
export const comparison = declareAnswer({
  name: 'comparison',
  asks: 'a seat that built none of the candidates for a step: which one is better?',
  part: 'prose',
  json: z.object({
    comments: z.array(
      z.object({
        candidate: z.string(),
        path: z.string(),
        line: z.number(),
        severity: CommentSeverity,
        text: z.string(),
      }),
    ),
    vote: z.string().describe('the letter of one candidate'),
    reason: z.string(),
  }),
  form: '<A, B, …> <path>:<line>: <low, medium, high or critical>: <what is wrong with this line>\nVOTE: <the letter of one candidate>\nREASON: <why, in one sentence>',
  write: ({ comments, vote, reason }) =>
    [
      ...comments.map(
        ({ candidate, path, line, severity, text }) =>
          `${cleanLine(candidate)} ${cleanLine(path)}:${line}: ${severity}: ${cleanLine(text)}`,
      ),
      `VOTE: ${cleanLine(vote)}`,
      `REASON: ${cleanLine(reason)}`,
    ].join('\n'),
  complaint: 'it named no single candidate after VOTE',
  otherwise: 'its vote counts for none, with a warning',
  examples: [
    { comments: [], vote: 'B', reason: 'It covers the empty list.' },
    {
      comments: [{ candidate: 'A', path: 'src/a.ts', line: 12, severity: 'high', text: 'The file is never closed.' }],
      vote: 'B',
      reason: 'It closes the file.',
    },
  ],
  read: (text: string, names: readonly string[] = ['a', 'b']): CandidateComparison | undefined =>
    readComparison(text, names),
})

export const planAnswers = [stepsAnswer, planReview, stepEnd, waysOn, offerAnswer, review, comparison]
