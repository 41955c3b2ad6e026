import { predictionPlace } from '../../../../decision/places.ts'
import { record, rest, type Step, want } from '../../../../effect/effect.ts'
import { type Fact, fact } from '../../../../event/event.ts'
import { assign } from '../../../../mode/assign.ts'
import { nextMessageId } from '../../../../state/stamp.ts'
import { agentMembers } from '../../../../team/user-seat.ts'
import { experiment, prediction } from '../../experiment/answers.ts'
import { optionShown } from '../../experiment/expectation.ts'
import { effectOf, proposalPlace } from '../../experiment/places.ts'
import {
  blankExperiments,
  type Experiment,
  type ExperimentProposal,
  isLook,
  proposalOf,
} from '../../experiment/state.ts'
import { MOST_EXPERIMENTS, policyOf } from '../../setup/experiment-policy.ts'
import { roles } from '../../setup/roles.ts'
import { roundsDone } from '../speakers.ts'
import { type DebateContext, turnLimit } from '../state.ts'
import { choose } from './choose.ts'
import { fencedOutput, predictionBrief, proposalBrief, whatText } from './prompts.ts'
import { heldLetters, isSplit, votesByLetter } from './split.ts'

const TIMEOUT_MS = 60_000
const PROPOSAL_OUTPUT = 600
const PREDICTION_OUTPUT = 200

/**
 * What comes next if a panel looks instead of talking, between two rounds of votes. Undefined if it does not, or has
 * looked: the next round of votes follows.
 */
export function nextExperiment(context: DebateContext): Step | undefined {
  const { run, panel } = context
  const state = panel.debate.experiment ?? blankExperiments
  const open = state.opened.at(-1)
  if (open && !open.shown) return goOn(context, open)
  if (isLookDue(context) || !isSplit(context) || policyOf(run) === 'off') return undefined
  const round = roundsDone(context)
  if (state.asked.length === 0) return round === 1 ? propose(context) : undefined
  // A second one only if the first one has shown nothing that tells the options apart.
  const mayFollow = !open || open.shown?.option == null
  const isTime = round === 1 || isLook(state, round)
  if (!mayFollow || !isTime || state.opened.length >= MOST_EXPERIMENTS) return undefined
  return choose(context, (proposal, by) => record(...opened(context, proposal, by)))
}

/** Whether the votes that follow an experiment have not been cast. */
export const isLookDue = (context: DebateContext): boolean =>
  isLook(context.panel.debate.experiment, roundsDone(context) + 1)

/** Those with a side propose. The user is asked which one to run. */
function propose(context: DebateContext): Step | undefined {
  const { run } = context
  const votes = votesByLetter(context)
  const seats = agentMembers(run.team).filter(({ slug }) => votes.some(({ agent }) => agent === slug))
  if (seats.length === 0) return undefined
  return record(
    ...seats.flatMap((seat) =>
      assign(run, {
        place: proposalPlace(seat.slug),
        seat,
        kind: 'experiment',
        description: proposalBrief(context, seat.slug),
        answer: experiment,
        execution: 'single',
        allowance: { ...roles.check, maxOutput: PROPOSAL_OUTPUT },
      }),
    ),
  )
}

/** It will run, so everybody seals a prediction first. */
function opened(context: DebateContext, proposal: ExperimentProposal, by: Experiment['by']): readonly Fact[] {
  const { run } = context
  return [
    fact(
      'experiment.opened',
      { experiment: proposal.id, round: roundsDone(context), by },
      { parent: String(run.number) },
    ),
    ...agentMembers(run.team).flatMap((seat) =>
      assign(run, {
        place: predictionPlace(proposal.id, seat.slug),
        seat,
        kind: 'predict',
        description: predictionBrief(context, seat.slug, proposal),
        answer: prediction,
        execution: 'single',
        allowance: { ...roles.check, maxOutput: PREDICTION_OUTPUT },
      }),
    ),
  ]
}

/** All predictions are in: it runs, and what it showed is recorded. */
function goOn(context: DebateContext, { id, result, by }: Experiment): Step | undefined {
  const { session, run, panel } = context
  const proposal = proposalOf(panel.debate.experiment ?? blankExperiments, id)
  const check = proposal?.check
  if (!proposal || !check) return undefined
  const key = effectOf(run, id)
  if (result) return record(...finished(context, proposal, result))
  if (check.kind === 'you') {
    if (key in session.questions) return rest
    return record(fact('question.asked', { id: key, question: check.question, options: [] }))
  }
  return want({
    kind: 'check',
    key,
    run: run.number,
    check,
    moment: 'experiment',
    since: `${run.number}-experiment`,
    ...(by === 'rules' && { unasked: true }),
    timeoutMs: TIMEOUT_MS,
  })
}

/** What it showed, for everybody to cite. */
function finished(
  context: DebateContext,
  { id, check, expects }: ExperimentProposal,
  { seen, shows, ms }: NonNullable<Experiment['result']>,
): readonly Fact[] {
  const { session, run } = context
  const place = { parent: String(run.number) }
  const last = session.run?.checks?.findLast(({ effect }) => effect === effectOf(run, id))
  const held = Object.fromEntries(Object.entries(expects).filter(([letter]) => heldLetters(context).includes(letter)))
  const option = seen ? optionShown(held, last ?? { outcome: 'passed', output: shows }) : null
  const text = `${check ? whatText(check) : ''} ${seen ? 'showed' : 'showed nothing'}:\n\n${fencedOutput(shows)}`
  return [
    fact('message', { author: 'convene', role: 'system', kind: 'experiment', text }, place),
    fact(
      'experiment.finished',
      {
        experiment: id,
        ...(check?.kind !== 'you' && { effect: effectOf(run, id) }),
        seen,
        shows,
        ...(option !== null && { option }),
        message: nextMessageId(session),
        ms,
      },
      place,
    ),
    ...(seen ? moreTurns(context) : []),
  ]
}

/** Everybody votes once more than was planned. A number of turns that somebody set stays. */
function moreTurns(context: DebateContext): readonly Fact[] {
  const { run, panel } = context
  const { maxTurns } = panel.opening
  if (maxTurns === null || turnLimit(context) !== null) return []
  const done = panel.debate.turns.length
  return [fact('progress', { done, total: maxTurns + run.team.members.length, active: 0, finished: 0 })]
}
