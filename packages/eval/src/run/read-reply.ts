import { type Event, isStopped, recordedIn, resultsOf, type Session, tokensOf } from '@convene/domain'
import type { ArmReply, Cost } from '../comparison/arm.ts'
import { readSaid, shortAnswer } from '../comparison/grade.ts'
import type { EvalQuestion } from '../comparison/question.ts'
import type { EvalUnit } from './units.ts'

/** Longer answers are cut for judges and on the grading page. */
const LONGEST = 40_000

/** The answer of a session that has ended. */
export function readUnitReply({ kind, question }: EvalUnit, session: Session, events: readonly Event[]): ArmReply {
  const { run } = session
  const text = (run ? resultsOf(session, run) : [])
    .map((message) => message.text)
    .join('\n\n')
    .slice(0, LONGEST)
  const common = { text, cost: costIn(session), ms: run?.worked ?? 0, ...failureIn(session) }
  if (kind === 'judge') return { ...common, said: null, probability: null, ballots: [] }
  return { ...common, ...(kind === 'sample' ? sampled(question, session, text) : decided(question, events)) }
}

type Answered = Pick<ArmReply, 'said' | 'probability' | 'ballots'>

function sampled(question: EvalQuestion, { run }: Session, text: string): Answered {
  const { said, confidence } = readSaid(question, text)
  const model = run?.team.members[0]?.model ?? ''
  return {
    said: question.truth === null ? null : said,
    probability: confidence === null ? null : confidence / 100,
    ballots: said === null || question.truth === null ? [] : [{ voter: model, model, option: said, confidence }],
  }
}

/** The decision that the panel committed. */
function decided(question: EvalQuestion, events: readonly Event[]): Answered {
  const decision = recordedIn(events).at(-1)
  if (!decision || question.truth === null) return { said: null, probability: null, ballots: [] }
  const ballots = decision.ballots.flatMap((ballot) => {
    const option = shortAnswer(question, ballot.option)
    return option === null ? [] : [{ ...ballot, option }]
  })
  const said = decision.chosen === null ? null : shortAnswer(question, decision.chosen)
  return { said, probability: said === null ? null : probabilityIn(events, ballots, said), ballots }
}

function probabilityIn(events: readonly Event[], ballots: ArmReply['ballots'], said: string): number {
  const committed = events.findLast((event) => event.type === 'decision.committed')
  const stated = committed?.type === 'decision.committed' ? committed.data.probability : undefined
  return stated ?? ballots.filter(({ option }) => option === said).length / Math.max(1, ballots.length)
}

/** The spent amount includes uncertain costs. */
const costIn = ({ spent }: Session): Cost => ({
  usd: spent.costUsd,
  unpriced: spent.unpriced,
  tokens: tokensOf(spent),
  calls: spent.calls,
})

/**
 * A run cut off by its budget has no answer: its text is not what it would have said. An incomplete one is graded by
 * what it delivered.
 */
function failureIn(session: Session): Pick<ArmReply, 'failed'> {
  const { run } = session
  if (!run?.finished || run.finished.state === 'failed' || isStopped(session))
    return { failed: run?.finished?.reason ?? 'not finished' }
  return run.limit?.which === 'cost' ? { failed: 'limit:cost' } : {}
}
