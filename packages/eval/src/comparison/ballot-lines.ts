import type { ArmAnswer } from './arm.ts'
import { votedFor } from './grade.ts'
import { type EvalQuestion, truthText } from './question.ts'

/** One arm's votes as lines for `convene decisions replay`. Only questions with a known answer have any. */
export function ballotLines(set: string, questions: readonly EvalQuestion[], answers: readonly ArmAnswer[]): string {
  return questions
    .flatMap((question) => {
      const answer = answers.find((each) => each.question === question.id)
      if (question.truth === null || !answer || answer.ballots.length === 0) return []
      const votes = answer.ballots.map(({ voter, option, confidence }) => ({
        voter,
        option: votedFor(question, option),
        confidence,
      }))
      const { id, topic, options, truth } = question
      return [
        `${JSON.stringify({ set, id, topic, ...(options.length > 0 && { options }), truth: truthText(truth), votes })}\n`,
      ]
    })
    .join('')
}
