import { record, rest, type Step } from '../../effect/effect.ts'
import { type Fact, fact } from '../../event/event.ts'
import type { Allowance } from '../../limits/allowance.ts'
import { assign } from '../../mode/assign.ts'
import { conclude } from '../../mode/conclude.ts'
import { messageBy } from '../../prompt/ask.ts'
import { seatOf } from '../../state/session.ts'
import type { Seat } from '../../team/team.ts'
import { aliasOf } from './ballot.ts'
import { isCheckDue, settledBy } from './convergence.ts'
import { isAlone, isStuck, passOver } from './nothing-new.ts'
import { contributeBrief, convergedBrief, nextBrief, redirectBrief } from './prompts.ts'
import { roles } from './roles.ts'
import { panelSettings } from './settings.ts'
import { isBetweenRounds, roundNow, roundsDone, speaker, spokenIn, waiting } from './speakers.ts'
import { type Floor, turnsTaken } from './state.ts'
import { transition } from './table.ts'
import { isFull, plainSummary, stepFacts, summaryBrief } from './window.ts'

/** Who speaks, and when the debate ends. */
export function debate(floor: Floor): Step {
  const { run, panel } = floor
  const redirected = panel.turns.filter(({ state }) => state === 'redirected')
  if (redirected.length > 0) return record(...redirected.flatMap(({ agent }) => redirect(floor, agent)))
  const over = turnsOver(floor) ?? nobodyLeft(floor)
  if (over) return over
  if (panel.verdict !== null) return record(transition(run, 'convergenceDetected', 'converged'))
  const settled = settledBy(floor)
  if (settled)
    return record(
      fact('moderation', { action: 'converged', rule: 'convergence', reason: settled }),
      transition(run, 'convergenceDetected', 'converged'),
    )
  if (isFull(panel)) return moveWindow(floor)
  if (isCheckDue(floor)) return record(...askModerator(floor, 'Converged?'))
  const silent = isBetweenRounds(floor) ? passOver(floor) : []
  if (silent.length > 0) return record(...silent)
  return isAlone(floor) ? record(transition(run, 'convergenceDetected', 'no_progress')) : speak(floor)
}

/** The turns are used up: a limit like the others, so what follows is paid from the reserve. */
function turnsOver({ panel }: Floor): Step | undefined {
  const spent = turnsTaken(panel)
  const cap = panel.maxTurns
  if (cap === null || spent < cap) return undefined
  return record(fact('budget', { which: 'turns', spent, reserved: 0, cap }))
}

/** A whole round in which nobody could speak: the next one would be no better. */
function nobodyLeft(floor: Floor): Step | undefined {
  const { session, run, panel } = floor
  if (!isBetweenRounds(floor) || spokenIn(floor, roundsDone(floor)).length > 0) return undefined
  const isEmpty = panel.turns.every(({ state }) => state !== 'approved')
  if (!isEmpty) return record(transition(run, 'convergenceDetected', 'error:all_members_failed'))
  const summary = 'No panelist could contribute. The errors above say why.'
  return conclude(session, run, { state: 'failed', trigger: 'error', reason: 'error:all_members_failed', summary })
}

/** The first round is blind: everybody at once. From then on one after another. */
function speak(floor: Floor): Step {
  const { run, panel } = floor
  const done = turnsTaken(panel)
  const left = (panel.maxTurns ?? Number.MAX_SAFE_INTEGER) - done
  if (roundNow(floor) === 1)
    return record(
      ...waiting(floor)
        .slice(0, left)
        .flatMap((seat, index) => contribute(floor, seat, done + index + 1)),
    )
  if (mayPick(floor)) return record(...askModerator(floor, 'Next speaker'))
  const seat = speaker(floor)
  if (!seat) return rest
  return record(transition(run, 'turnCompleted'), ...contribute(floor, seat, done + 1))
}

/** Once for each turn, where the team asks for it and there is a choice. */
const mayPick = (floor: Floor): boolean =>
  panelSettings(floor.run).moderatorPicks &&
  floor.run.team.judge !== undefined &&
  waiting(floor).length > 1 &&
  floor.panel.pickedFor !== turnsTaken(floor.panel) + 1

function contribute(floor: Floor, seat: Seat, turn: number): readonly Fact[] {
  const { session, run } = floor
  return assign(run, {
    place: `round${roundNow(floor)}/${seat.slug}`,
    seat,
    heading: 'Contribute',
    description: contributeBrief(floor, seat.slug, turn),
    takes: session.queue.filter((id) => messageBy(session, id)?.to === seat.slug),
    turn,
    allowance: isStuck(floor, seat.slug) ? wordsOnly(floor, seat.slug) : turnAllowance(floor),
  })
}

const turnAllowance = ({ run }: Floor): Allowance => ({
  ...roles.panelist,
  ...(run.limits.maxToolCallsPerTurn !== null && { toolCalls: run.limits.maxToolCallsPerTurn }),
  ...(run.limits.maxTurnDuration !== null && { minutes: run.limits.maxTurnDuration }),
})

/** The tools stay in the prompt, or its beginning would change; their calls are refused. Who has seen that does not see it twice. */
export const wordsOnly = (floor: Floor, agent: string): Allowance => ({
  ...turnAllowance(floor),
  toolCalls: 0,
  iterations: isStuck(floor, agent) ? 1 : 2,
})

function redirect(floor: Floor, agent: string): readonly Fact[] {
  const { run } = floor
  const seat = seatOf(run, agent)
  if (!seat) return []
  const { round, turn } = floor.panel.turns.findLast((one) => one.agent === agent) ?? { round: 0, turn: 0 }
  const place = `round${round}/${agent}/redirect`
  const description = redirectBrief(floor, agent)
  return assign(run, { place, seat, heading: 'Redirect', description, turn, allowance: wordsOnly(floor, agent) })
}

function askModerator(floor: Floor, heading: 'Converged?' | 'Next speaker'): readonly Fact[] {
  const { run, panel } = floor
  const seat = run.team.judge
  if (!seat) return []
  const done = turnsTaken(panel)
  const allowance = roles.check
  if (heading === 'Converged?') {
    const description = convergedBrief(floor, seat.slug)
    return assign(run, {
      place: `converged${done}`,
      seat,
      heading,
      description,
      turn: done,
      allowance,
      execution: 'single',
    })
  }
  const open = waiting(floor).map(({ slug }) => aliasOf(run, slug))
  const description = nextBrief(floor, seat.slug, open.toSorted())
  return assign(run, {
    place: `next${done + 1}`,
    seat,
    heading,
    description,
    turn: done + 1,
    allowance,
    execution: 'single',
  })
}

/** The oldest messages of the window go into the running summary, by the hidden agent for that, or by code. */
function moveWindow(floor: Floor): Step {
  const { run, panel } = floor
  const seat = seatOf(run, 'summary') ?? seatOf(run, 'compaction')
  if (!seat) return record(...stepFacts(floor, plainSummary(floor)))
  const place = `window${panel.window.steps + 1}`
  const description = summaryBrief(floor)
  return record(
    ...assign(run, { place, seat, heading: 'Summarize', description, conversation: 'fresh', execution: 'single' }),
  )
}
