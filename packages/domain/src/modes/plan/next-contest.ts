import { failedText } from '../../check/check-text.ts'
import type { Effect } from '../../effect/effect.ts'
import type { ChosenBy } from '../../event/candidate-facts.ts'
import { type Fact, fact } from '../../event/event.ts'
import { assign } from '../../mode/assign.ts'
import type { EffectKey } from '../../shared/ids.ts'
import { openTasks, type Run } from '../../state/session.ts'
import { comparison } from './answers.ts'
import { MOST_REOPENS, outOfTries } from './bounds.ts'
import { type Candidate, type Contest, openContest } from './candidate.ts'
import { compareBrief } from './candidate-brief.ts'
import { judgesOf } from './candidate-seats.ts'
import { failuresIn, gradeOf, isAlive, seenBy, standingsOf, unseenOf } from './candidate-standing.ts'
import { bestByWord } from './candidate-winner.ts'
import { type Deciding, tryAgainOrFail } from './decide.ts'
import { lineRemarks, type Remark } from './line-remarks.ts'
import { moveTo } from './move.ts'
import { candidateName } from './plan-text.ts'
import type { StepRun } from './state.ts'

/** An unreadable comparison is requested once more. */
const MOST_ASKED = 2

/** What follows for a step that several seats build: checks decide first, then seats that built none of them. */
export function nextContest(context: Deciding, step: StepRun, contest: Contest): readonly Fact[] {
  const { session, run, plan } = context
  const refused = refusedOffer(step)
  if (refused.length > 0) return refused
  if (contest.candidates.some(({ built, out }) => built === null && out === null)) return []
  const alive = contest.candidates.filter(isAlive)
  if (alive.length === 0) return tryAgainOrFail(context, step, { reason: nobodyText(contest) })
  if (!run.limit && alive.some((one) => unseenOf(run, plan, step, one).length > 0)) return []
  const grades = alive.map((one) => gradeOf(seenBy(run, plan, step, one)))
  const best = alive.filter((_, index) => grades[index] === Math.max(...grades))
  if (!run.limit && Math.max(...grades) === 0) return allFail(context, step, best)
  const standings = [...standingsOf(run, plan, step, contest)]
  const by = (how: ChosenBy, { name: candidate, agent } = best[0] as Candidate) => [
    fact(
      'candidate.chosen',
      { step: step.id, attempt: step.attempt, candidate, agent, how, standings },
      { step: step.id, agent },
    ),
    ...lineRemarks(session, remarksOn(contest, step, candidate), best[0]?.built?.patch ?? ''),
  ]
  if (best.length === 1) return by(alive.length === 1 ? 'only' : 'checks')
  if (run.limit) return by('limit')
  if (new Set(best.map(({ built }) => built?.patch)).size === 1 && best[0]?.built?.patch !== '') return by('same')
  const asks = compare(context, step, contest, best)
  if (asks !== undefined) return asks
  const { candidate, how } = bestByWord(best, contest.judged)
  return by(how, candidate)
}

/** What each candidate has changed is read once its seat is done. Nothing is applied. */
export function candidateCaptures(run: Run, step: StepRun): readonly Effect[] {
  const done = (openContest(step)?.candidates ?? []).filter(({ report, built, out }) => report && !built && !out)
  return done.map(({ name, agent, worktree }) => ({
    kind: 'capture',
    key: `${run.number}/${step.id}/candidate-${step.attempt}-${name}/capture` as EffectKey,
    run: run.number,
    label: `${candidateName(name)} of step ${step.id}`,
    step: step.id,
    agent,
    worktree,
    candidate: { name, attempt: step.attempt },
  }))
}

/** A candidate stays with its seat: others are building the same already. */
function refusedOffer({ id, offer }: StepRun): readonly Fact[] {
  if (offer?.state !== 'offered') return []
  const reason = 'Others are building this step already: do it, or say why it cannot be done.'
  return [fact('handoff', { ...offer, reason, state: 'refused' }, { step: id, agent: offer.to })]
}

const nobodyText = ({ candidates }: Contest): string =>
  `none of its ${candidates.length} candidates could be built: ${candidates.map(({ name, out }) => `${candidateName(name)}: ${out}`).join('; ')}`

/** No candidate passes: the step is sent back by itself, as any step whose checks fail. */
function allFail(context: Deciding, step: StepRun, candidates: readonly Candidate[]): readonly Fact[] {
  const { run, plan } = context
  const rows = candidates.map((one) => {
    const [first] = failuresIn(seenBy(run, plan, step, one))
    return `${candidateName(one.name)}: ${first?.after ? failedText(first.after) : 'its checks fail'}`
  })
  const reason = ['The checks of all candidates fail.', ...rows].join('\n')
  const mayRepeat = step.reopens < MOST_REOPENS && !outOfTries(plan, step)
  return mayRepeat ? [moveTo(step, 'reopened', { reason })] : tryAgainOrFail(context, step, { reason })
}

/** Whom to ask which of them is better. Undefined: everybody has said so, or will not. */
function compare(
  { session, run, plan }: Deciding,
  step: StepRun,
  contest: Contest,
  best: readonly Candidate[],
): readonly Fact[] | undefined {
  const judges = judgesOf(
    run,
    contest.candidates.map(({ agent }) => agent),
  )
  const isOpen = openTasks(session).some((task) => task.step === step.id && task.kind === 'compare')
  const missing = judges.filter(({ slug }) => {
    const times = contest.asked.filter((asked) => asked === slug).length
    return times < MOST_ASKED && !contest.judged.some(({ by }) => by === slug)
  })
  if (missing.length === 0) return isOpen ? [] : undefined
  const busy = openTasks(session).flatMap((task) =>
    task.step === step.id && task.kind === 'compare' ? [task.agent] : [],
  )
  return missing
    .filter(({ slug }) => !busy.includes(slug))
    .flatMap((seat, index) => {
      const times = contest.asked.filter((asked) => asked === seat.slug).length
      return assign(run, {
        place: `${step.id}/compare${step.attempt}/${seat.slug}${times > 0 ? '/again' : ''}`,
        seat,
        kind: 'compare',
        description: compareBrief(run, plan, step, { candidates: turned(best, index), isAgain: times > 0 }),
        answer: comparison,
        execution: 'single',
        conversation: 'fresh',
        step: step.id,
      })
    })
}

/** Each reviewer reads them in another order, so that the first is not the first for all. */
const turned = <T>(all: readonly T[], by: number): readonly T[] => [
  ...all.slice(by % all.length),
  ...all.slice(0, by % all.length),
]

/** What reviewers said about lines of one candidate. */
const remarksOn = ({ judged }: Contest, { id: step }: StepRun, name: string): readonly Remark[] =>
  judged.flatMap(({ by: agent, comments }) =>
    comments.flatMap((said) => (said.candidate === name ? [{ said, place: { step, agent } }] : [])),
  )
