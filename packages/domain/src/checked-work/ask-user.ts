import { type Fact, fact } from '../event/event.ts'
import type { Session } from '../state/session.ts'
import { type CheckedWork, type Due, unseenAt, workEnd } from './work.ts'

/** Ids of questions that a check asks. */
export const isCheckQuestion = (id: string): boolean => /\/check-final\d+\.\d+$/u.test(id)

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const YES = words('y yes yep yeah yup ok okay right correct true sure lgtm good fine 👍')
const AROUND = words('it does is looks all to me very thanks thank you great')

/** Whether all of an answer is a yes: in a longer one, something else follows. */
export function isYes(answer: string): boolean {
  const said = answer
    .toLowerCase()
    .split(/[\s.,!]+/u)
    .filter((word) => word !== '')
  return said.some((word) => YES.has(word)) && said.every((word) => YES.has(word) || AROUND.has(word))
}

/** What you are asked when everything else has been checked. */
export const askUser = (session: Session, work: CheckedWork): readonly Fact[] =>
  questionsOf(work).flatMap(({ check, key: id }) => {
    if (check.kind !== 'you' || id in session.questions) return []
    const question = work.step === undefined ? check.question : `Step ${work.step}: ${check.question}`
    return [
      fact(
        'question.asked',
        { id, question, options: ['yes', 'no'] },
        work.step === undefined ? {} : { step: work.step },
      ),
    ]
  })

/** What you said. Only a yes is a pass. */
export const answeredByUser = (session: Session, work: CheckedWork): readonly Fact[] =>
  questionsOf(work).flatMap((due) => {
    const answer = work.run.checkAnswers?.[due.key]
    if (answer === undefined || due.key in session.questions) return []
    if (isYes(answer)) return [workEnd(work, due, { outcome: 'passed' })]
    return [workEnd(work, due, { outcome: 'failed', reason: `you said: ${answer.slice(0, 200)}` })]
  })

const questionsOf = (work: CheckedWork): readonly Due[] =>
  unseenAt(work, 'final').filter(({ check }) => check.kind === 'you' && work.whyNotRun(check) === undefined)
