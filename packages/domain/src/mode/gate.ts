import { ASSUMED, GATE_OPEN, type Gate } from '../event/ask-facts.ts'
import { type Fact, fact } from '../event/event.ts'
import type { Facts } from '../event/facts.ts'
import type { StepGrant } from '../event/step.ts'
import { overText } from '../run/limit-text.ts'
import { hasPerson } from '../state/has-person.ts'
import type { Run } from '../state/session.ts'

/** The answerer of a question whose answer was given at the start. */
export const GIVEN = 'given'

export const UNATTENDED = 'Proceed with your best assumptions.'

type Standing = {
  readonly id: string
  readonly gate: Gate
  readonly question: string
  readonly text: string
  readonly grants?: readonly StepGrant[]
  readonly estimate?: Facts['question.asked']['estimate']
}

/** Asks the user to approve, edit or reject something. If approved in advance, it passes immediately. */
export function standAtGate(run: Run, { estimate, grants = [], ...standing }: Standing): readonly Fact[] {
  const question = [standing.question, overText(run)].filter((part) => part !== '').join(' ')
  const asked = fact('question.asked', {
    ...standing,
    question,
    options: ['approve', 'reject'],
    ...(grants.length > 0 && { grants: [...grants] }),
    ...(estimate && { estimate }),
  })
  const passes = fact('question.answered', { id: standing.id, answer: 'approve', by: GATE_OPEN })
  return run.settings.yes ? [asked, passes] : [asked]
}

/**
 * The run's own questions, one at a time, in order. Answers given at the start are used first. The rest wait for the
 * user like the gate, unless the run is unattended and everything was approved in advance.
 */
export function askPerson(
  run: Run,
  questions: readonly { readonly id: string; readonly question: string }[],
): readonly Fact[] {
  const given = (run.settings.answers ?? []).slice(run.answersUsed)
  return questions.flatMap(({ id, question }, index) => {
    const asked = fact('question.asked', { id, question, options: [] })
    const answer = given[index]
    if (answer !== undefined) return [asked, fact('question.answered', { id, answer, by: GIVEN })]
    if (hasPerson(run)) return [asked]
    return [asked, fact('question.answered', { id, answer: UNATTENDED, by: ASSUMED })]
  })
}
