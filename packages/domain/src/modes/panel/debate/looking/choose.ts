import type { Check } from '../../../../check/check.ts'
import { isAllowed } from '../../../../checked-work/may-run.ts'
import { record, rest, type Step } from '../../../../effect/effect.ts'
import { type Fact, fact } from '../../../../event/event.ts'
import { estimate } from '../../../../mode/estimate.ts'
import { estimateText } from '../../../../run/estimate-text.ts'
import { agentMembers } from '../../../../team/user-seat.ts'
import { choiceId, SKIP } from '../../experiment/places.ts'
import { rightsText } from '../../experiment/rights.ts'
import { blankExperiments, type Experiment, type ExperimentProposal } from '../../experiment/state.ts'
import { policyOf } from '../../setup/experiment-policy.ts'
import { panelistName } from '../../setup/seats.ts'
import type { DebateContext } from '../state.ts'
import { expectsText, whatText } from './prompts.ts'
import { heldLetters, votesByLetter } from './split.ts'

/** You see at most this many. */
const MOST_OFFERED = 3

/** The cheapest first. */
const COST: { readonly [kind in Check['kind']]: number } = { file: 0, command: 1, address: 2, you: 3, change: 4 }

/** Proposals that can still run, the cheapest first. */
function candidates({ panel }: DebateContext): readonly ExperimentProposal[] {
  const { proposals, opened } = panel.debate.experiment ?? blankExperiments
  return proposals
    .filter(({ id, check, refused }) => check !== null && refused === null && !opened.some((one) => one.id === id))
    .toSorted((one, other) => costOf(one) - costOf(other))
}

const costOf = ({ check }: ExperimentProposal): number =>
  check === null ? 9 : COST[check.kind] + (check.kind === 'command' && check.network ? 1.5 : 0)

/** Opens the experiment that the rules allow, or that you choose. Undefined: none. */
export function choose(
  context: DebateContext,
  open: (proposal: ExperimentProposal, by: Experiment['by']) => Step,
): Step | undefined {
  const { run, panel } = context
  const offered = candidates(context).slice(0, MOST_OFFERED)
  if (offered.length === 0) return undefined
  if (policyOf(run) === 'auto') {
    const proposal = offered.find(({ check }) => check !== null && isAllowed(context, check))
    return proposal && open(proposal, 'rules')
  }
  const { choices, opened } = panel.debate.experiment ?? blankExperiments
  const id = choiceId(run, opened.length + 1)
  const answer = choices[id]
  if (answer === undefined) return record(asked(context, id, offered))
  if (answer === null) return rest
  const proposal = offered[placeIn(answer, offered.length)]
  return proposal && open(proposal, 'user')
}

/** `run 2`, `2`, or a yes if there is only one. Anything else skips. */
function placeIn(answer: string, count: number): number {
  const said = answer.trim().toLowerCase()
  const number = /^(?:run\s+)?(\d)\.?$/u.exec(said)?.[1]
  if (number !== undefined) return Number(number) - 1
  return count === 1 && /^(?:run(?: it)?|yes|y|ok(?:ay)?|allow)[.!]?$/u.test(said) ? 0 : -1
}

function asked(context: DebateContext, id: string, offered: readonly ExperimentProposal[]): Fact {
  const only = offered.length === 1
  const options = offered.map((_, place) => (only ? 'run' : `run ${place + 1}`))
  return fact('question.asked', { id, question: questionOf(context, offered), options: [...options, SKIP] })
}

/** What would run, with which rights, what each option expects, and what it costs. */
function questionOf(context: DebateContext, offered: readonly ExperimentProposal[]): string {
  const { run, panel } = context
  const votes = votesByLetter(context)
  const score = heldLetters(context)
    .map((letter) => `${letter} ${votes.filter(({ option }) => option === letter).length}`)
    .join(', ')
  const listed = offered.map((proposal, place) => {
    const { check, by, expects } = proposal
    const rights = check ? rightsText(check) : ''
    const number = offered.length === 1 ? '' : `${place + 1}. `
    return `${number}${check ? whatText(check) : ''} (${rights}). ${expectsText(expects, panel.debate.options.length)}. Proposed by ${panelistName(run, by)}.`
  })
  return [
    `The blind vote is split (${score}). Look before the debate?`,
    ...listed,
    `Everybody predicts in secret what it shows, then votes again: ${estimateText(costIn(context))}.`,
  ].join('\n')
}

const [INPUT, OUTPUT] = [400, 250]

/** A prediction and a vote of each panelist. */
function costIn({ run }: DebateContext) {
  const asked = agentMembers(run.team).map((seat) => ({ seat, calls: 2, input: INPUT, output: OUTPUT }))
  return estimate({ course: () => ({ asked, inARow: 2 }) }, run, run.goal, run.images)
}
