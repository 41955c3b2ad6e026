import { record, rest, type Step } from '../../../../effect/effect.ts'
import { type Fact, fact } from '../../../../event/event.ts'
import { assign } from '../../../../mode/assign.ts'
import { seatOf } from '../../../../state/session.ts'
import type { Seat } from '../../../../team/team.ts'
import { roles } from '../../setup/roles.ts'
import { aliasOf } from '../../setup/seats.ts'
import { panelSettings } from '../../setup/settings.ts'
import { movePanel } from '../../setup/table.ts'
import { converged, nextSpeaker } from '../answers.ts'
import { isAlone, passOver } from '../nothing-new.ts'
import { debateSpeaker, isBetweenRounds, roundNow, userFirst, waiting } from '../speakers.ts'
import { type DebateContext, turnsTaken } from '../state.ts'
import { contribute, nobodyLeft, redirected, turnsOver } from '../turns.ts'
import { isBoardFull, plainSummary, stepFacts, summaryBrief } from '../window.ts'
import { discussionPlace, isUnread } from './checks.ts'
import { convergedBy, groupPositions, isCheckDue } from './convergence.ts'
import { convergedBrief, discussionEnding, discussionTurnBrief, nextBrief } from './prompts.ts'

/** Who speaks, and when the debate ends. */
export function nextInDiscussion(context: DebateContext): Step {
  const { run, panel } = context
  const over = redirected(context, discussionEnding(context)) ?? turnsOver(context) ?? nobodyLeft(context)
  if (over) return over
  if (panel.debate.verdict !== null) return record(movePanel(run, 'convergenceDetected', 'converged'))
  const groups = groupPositions(context)
  if (groups) return groups
  const settled = convergedBy(context)
  if (settled)
    return record(
      fact('moderation', { action: 'converged', rule: 'convergence', reason: settled }),
      movePanel(run, 'convergenceDetected', 'converged'),
    )
  if (isBoardFull(panel)) return moveWindow(context)
  if (isCheckDue(context)) return record(...askModerator(context, 'converged'))
  const silent = isBetweenRounds(context) ? passOver(context) : []
  if (silent.length > 0) return record(...silent)
  return isAlone(context) ? record(movePanel(run, 'convergenceDetected', 'no_progress')) : speak(context)
}

/** The first round is blind and in parallel. After that, one panelist speaks at a time. */
function speak(context: DebateContext): Step {
  const { run, panel } = context
  const done = turnsTaken(panel)
  const left = (panel.opening.maxTurns ?? Number.MAX_SAFE_INTEGER) - done
  if (roundNow(context) === 1)
    return record(
      ...userFirst(waiting(context))
        .slice(0, left)
        .flatMap((seat, index) => {
          const turn = done + index + 1
          return give(context, seat, turn)
        }),
    )
  if (mayPick(context)) return record(...askModerator(context, 'next_speaker'))
  const seat = debateSpeaker(context)
  if (!seat) return rest
  return record(movePanel(run, 'turnCompleted'), ...give(context, seat, done + 1))
}

const give = (context: DebateContext, seat: Seat, turn: number): readonly Fact[] =>
  contribute(context, seat, turn, {
    description: discussionTurnBrief(context, seat.slug, turn),
    answer: discussionEnding(context).answer,
  })

/** Once per turn, if the team asks for it and there is a choice. Again after an unreadable answer. */
function mayPick(context: DebateContext): boolean {
  const { run, panel } = context
  const isWanted = panelSettings(run).moderatorPicks && run.team.judge !== undefined && waiting(context).length > 1
  const turn = turnsTaken(panel) + 1
  return isWanted && (panel.debate.pickedFor !== turn || isUnread(context, `next${turn}`))
}

function askModerator(context: DebateContext, kind: 'converged' | 'next_speaker'): readonly Fact[] {
  const { run, panel } = context
  const seat = run.team.judge
  if (!seat) return []
  const asksSpeaker = kind === 'next_speaker'
  const turn = turnsTaken(panel) + (asksSpeaker ? 1 : 0)
  const name = asksSpeaker ? `next${turn}` : `converged${turn}`
  const again = isUnread(context, name)
  const open = waiting(context).map(({ slug }) => aliasOf(run, slug))
  return assign(run, {
    place: discussionPlace(context, name),
    seat,
    kind,
    description: asksSpeaker
      ? nextBrief(context, { agent: seat.slug, waiting: open.toSorted(), again })
      : convergedBrief(context, { agent: seat.slug, again }),
    answer: asksSpeaker ? nextSpeaker : converged,
    turn,
    allowance: roles.check,
    execution: 'single',
  })
}

/** The window's oldest messages go into the running summary, written by the hidden summarizing agent or by code. */
function moveWindow(context: DebateContext): Step {
  const { run, panel } = context
  const seat = seatOf(run, 'summary') ?? seatOf(run, 'compaction')
  if (!seat) return record(...stepFacts(context, plainSummary(context)))
  const place = `window${panel.debate.window.steps + 1}`
  const description = summaryBrief(context)
  return record(
    ...assign(run, { place, seat, kind: 'summarize', description, conversation: 'fresh', execution: 'single' }),
  )
}
