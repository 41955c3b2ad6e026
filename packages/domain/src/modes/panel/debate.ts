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
import { type PanelContext, turnsTaken } from './state.ts'
import { transition } from './table.ts'
import { isFull, plainSummary, stepFacts, summaryBrief } from './window.ts'

/** Who speaks, and when the debate ends. */
export function debate(context: PanelContext): Step {
  const { run, panel } = context
  const redirected = panel.turns.filter(({ state }) => state === 'redirected')
  if (redirected.length > 0) return record(...redirected.flatMap(({ agent }) => redirect(context, agent)))
  const over = turnsOver(context) ?? nobodyLeft(context)
  if (over) return over
  if (panel.verdict !== null) return record(transition(run, 'convergenceDetected', 'converged'))
  const settled = settledBy(context)
  if (settled)
    return record(
      fact('moderation', { action: 'converged', rule: 'convergence', reason: settled }),
      transition(run, 'convergenceDetected', 'converged'),
    )
  if (isFull(panel)) return moveWindow(context)
  if (isCheckDue(context)) return record(...askModerator(context, 'Converged?'))
  const silent = isBetweenRounds(context) ? passOver(context) : []
  if (silent.length > 0) return record(...silent)
  return isAlone(context) ? record(transition(run, 'convergenceDetected', 'no_progress')) : speak(context)
}

/** The turns are used up: a limit like the others, so what follows is paid from the reserve. */
function turnsOver({ panel }: PanelContext): Step | undefined {
  const spent = turnsTaken(panel)
  const cap = panel.maxTurns
  if (cap === null || spent < cap) return undefined
  return record(fact('budget', { which: 'turns', spent, reserved: 0, cap }))
}

/** A whole round in which no one could speak: the next one would be no better. */
function nobodyLeft(context: PanelContext): Step | undefined {
  const { session, run, panel } = context
  if (!isBetweenRounds(context) || spokenIn(context, roundsDone(context)).length > 0) return undefined
  const isEmpty = panel.turns.every(({ state }) => state !== 'approved')
  if (!isEmpty) return record(transition(run, 'convergenceDetected', 'error:all_members_failed'))
  const summary = 'No panelist could contribute. The errors above say why.'
  return conclude(session, run, { state: 'failed', trigger: 'error', reason: 'error:all_members_failed', summary })
}

/** The first round is blind: everyone at once. After that, one after another. */
function speak(context: PanelContext): Step {
  const { run, panel } = context
  const done = turnsTaken(panel)
  const left = (panel.maxTurns ?? Number.MAX_SAFE_INTEGER) - done
  if (roundNow(context) === 1)
    return record(
      ...waiting(context)
        .slice(0, left)
        .flatMap((seat, index) => contribute(context, seat, done + index + 1)),
    )
  if (mayPick(context)) return record(...askModerator(context, 'Next speaker'))
  const seat = speaker(context)
  if (!seat) return rest
  return record(transition(run, 'turnCompleted'), ...contribute(context, seat, done + 1))
}

/** Once per turn, if the team asks for it and there is a choice. */
const mayPick = (context: PanelContext): boolean =>
  panelSettings(context.run).moderatorPicks &&
  context.run.team.judge !== undefined &&
  waiting(context).length > 1 &&
  context.panel.pickedFor !== turnsTaken(context.panel) + 1

function contribute(context: PanelContext, seat: Seat, turn: number): readonly Fact[] {
  const { session, run } = context
  return assign(run, {
    place: `round${roundNow(context)}/${seat.slug}`,
    seat,
    heading: 'Contribute',
    description: contributeBrief(context, seat.slug, turn),
    takes: session.queue.filter((id) => messageBy(session, id)?.to === seat.slug),
    turn,
    allowance: isStuck(context, seat.slug) ? wordsOnly(context, seat.slug) : turnAllowance(context),
  })
}

const turnAllowance = ({ run }: PanelContext): Allowance => ({
  ...roles.panelist,
  ...(run.limits.maxToolCallsPerTurn !== null && { toolCalls: run.limits.maxToolCallsPerTurn }),
  ...(run.limits.maxTurnDuration !== null && { minutes: run.limits.maxTurnDuration }),
})

/** The tools stay in the prompt, or its beginning would change; their calls are refused. Who has seen that does not see it twice. */
export const wordsOnly = (context: PanelContext, agent: string): Allowance => ({
  ...turnAllowance(context),
  toolCalls: 0,
  iterations: isStuck(context, agent) ? 1 : 2,
})

function redirect(context: PanelContext, agent: string): readonly Fact[] {
  const { run } = context
  const seat = seatOf(run, agent)
  if (!seat) return []
  const { round, turn } = context.panel.turns.findLast((one) => one.agent === agent) ?? { round: 0, turn: 0 }
  const place = `round${round}/${agent}/redirect`
  const description = redirectBrief(context, agent)
  return assign(run, { place, seat, heading: 'Redirect', description, turn, allowance: wordsOnly(context, agent) })
}

function askModerator(context: PanelContext, heading: 'Converged?' | 'Next speaker'): readonly Fact[] {
  const { run, panel } = context
  const seat = run.team.judge
  if (!seat) return []
  const done = turnsTaken(panel)
  const allowance = roles.check
  if (heading === 'Converged?') {
    const description = convergedBrief(context, seat.slug)
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
  const open = waiting(context).map(({ slug }) => aliasOf(run, slug))
  const description = nextBrief(context, seat.slug, open.toSorted())
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
function moveWindow(context: PanelContext): Step {
  const { run, panel } = context
  const seat = seatOf(run, 'summary') ?? seatOf(run, 'compaction')
  if (!seat) return record(...stepFacts(context, plainSummary(context)))
  const place = `window${panel.window.steps + 1}`
  const description = summaryBrief(context)
  return record(
    ...assign(run, { place, seat, heading: 'Summarize', description, conversation: 'fresh', execution: 'single' }),
  )
}
