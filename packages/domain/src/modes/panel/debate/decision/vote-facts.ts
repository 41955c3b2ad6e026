import { withoutUnknown } from '../../../../answer/citations.ts'
import { valueIn } from '../../../../answer/marks.ts'
import { voterName } from '../../../../decision/commit.ts'
import { confidenceIn } from '../../../../decision/read-answer.ts'
import { type Fact, fact } from '../../../../event/event.ts'
import { letterAt } from '../../../../text/letters.ts'
import { changeOfPositions } from '../change.ts'
import { choice as asksForVote } from '../contribution-answers.ts'
import { isFormText } from '../forms.ts'
import { positionFacts } from '../ledger.ts'
import { optionHeld, shownOptions } from '../options.ts'
import { readChanged, readPosition, readVeto } from '../reading.ts'
import type { ClusteredOption, DebateContext, Held } from '../state.ts'
import { withOptions } from '../state.ts'
import type { StatedAt } from '../stated-at.ts'
import { type ChosenPosition, readChoice, readProbabilities, unreadVoteText } from '../vote.ts'

const MOST_OPTIONS = 12

/** A contribution's vote as a line of the ledger. A position that matches none of the options becomes one. */
export function voteFacts(context: DebateContext, text: string, at: StatedAt): readonly Fact[] {
  const { panel } = context
  if (panel.debate.options.length === 0) return freePosition(context, text, at)
  const shown = shownOptions(context)
  const choice = readChoice(text, shown)
  if (!choice) return [unread(context, at, unreadVoteText(text, shown))]
  if (choice.kind === 'abstain') return [abstention(at, valueIn(text, 'REASON') ?? '')]
  const options = optionsWith(panel.debate.options, choice, at)
  if (options.length > MOST_OPTIONS) return [unread(context, at, `would be more than ${MOST_OPTIONS} options`)]
  const place = choice.kind === 'option' ? choice.place : options.length - 1
  const drawn = options.map(({ text: own, covers }) => ({ text: own, covers: [...covers] }))
  return [
    ...(options === panel.debate.options
      ? []
      : [fact('options.drawn', { options: drawn, by: at.place.agent ?? '' }, at.place)]),
    ...voted({ ...context, panel: withOptions(panel, options) }, text, { at, place, isAdded: choice.kind === 'new' }),
  ]
}

const optionsWith = (
  options: readonly ClusteredOption[],
  choice: ChosenPosition,
  { message }: StatedAt,
): readonly ClusteredOption[] =>
  choice.kind === 'new' ? [...options, { text: choice.text, covers: message ? [message] : [] }] : options

/** Before there are options: a position in the panelist's own words. Some write it as their vote. */
function freePosition(context: DebateContext, text: string, at: StatedAt): readonly Fact[] {
  const vote = valueIn(text, 'VOTE')
  const said = readPosition(text) || vote === undefined || isFormText(vote) ? text : `${text}\nPOSITION: ${vote}`
  const reason = valueIn(text, 'REASON') ?? ''
  const stated = positionFacts(context, said, at).map((one) => withReason(one, reason))
  return stated.length > 0 ? stated : [unread(context, at, 'states no position')]
}

const withReason = (stated: Fact, reason: string): Fact =>
  stated.type === 'position' && reason !== '' ? { ...stated, data: { ...stated.data, reason } } : stated

/** A reason is a sentence, not the whole answer again. */
const LONGEST_REASON = 1_000

type Voted = { readonly at: StatedAt; readonly place: number; readonly isAdded: boolean }

function voted(context: DebateContext, text: string, { at, place, isAdded }: Voted): readonly Fact[] {
  const {
    debate: { options },
  } = context.panel
  const option = letterAt(place)
  const said = readProbabilities(text, options.length, isAdded)
  const probabilities = said?.ok ? Object.fromEntries(said.value.map((share, index) => [letterAt(index), share])) : null
  const veto = readVeto(text)
  const data = {
    round: at.round,
    position: options[place]?.text ?? '',
    confidence: probabilities ? (probabilities[option] ?? null) : confidenceIn(text),
    ...changeIn(context, text, { at, option }),
    option,
    ...(probabilities && { probabilities }),
    ...(at.message && { message: at.message }),
    reason: (valueIn(text, 'REASON') ?? '').slice(0, LONGEST_REASON),
    ...(veto !== '' && { veto: veto.slice(0, LONGEST_REASON) }),
  }
  return [fact('position', data, at.place), ...unsure(context, said, at)]
}

/** Changed means a different letter, whatever `CHANGED:` says. */
function changeIn(context: DebateContext, text: string, { at, option }: { at: StatedAt; option: string }) {
  const { agent = '' } = at.place
  const before = context.panel.debate.ledger.findLast((line) => line.agent === agent && !line.abstains)
  const letterOf = (line: Held) => {
    const meant = optionHeld(context.panel.debate.options, line)
    return meant ? letterAt(context.panel.debate.options.indexOf(meant)) : ''
  }
  const changed = before !== undefined && letterOf(before) !== option
  const because = changed ? (readChanged(valueIn(text, 'CHANGED'))?.because ?? '') : ''
  const change = changed ? changeOfPositions(context, { agent, key: option, because, before }, letterOf) : {}
  return { changed, because: withoutUnknown(because, context.session.messages.size), ...change }
}

/** Unreadable probabilities are dropped with a warning. The vote still counts. */
function unsure(
  { run }: DebateContext,
  said: ReturnType<typeof readProbabilities>,
  { place }: StatedAt,
): readonly Fact[] {
  if (said === undefined || said.ok) return []
  const message = `The probabilities of ${voterName(run, place.agent ?? '')} could not be read and are ignored. ${said.why}`
  return [fact('warning', { code: 'probabilities_unread', message }, place)]
}

function abstention({ place, round, message }: StatedAt, reason: string): Fact {
  const held = { round, position: 'Abstains', confidence: null, changed: false, because: '', abstains: true }
  return fact('position', { ...held, reason, ...(message && { message }) }, place)
}

function unread({ run, panel }: DebateContext, { place }: StatedAt, why: string): Fact {
  const { agent = '' } = place
  const isLast = panel.debate.revoted.includes(agent) || run.limit !== null
  const earlier = panel.debate.ledger.some((line) => line.agent === agent)
  const then = isLast ? (earlier ? 'and its earlier vote counts' : 'and does not count') : 'and is requested again'
  return fact(
    'warning',
    {
      code: 'ballot_unread',
      message: `The vote of ${voterName(run, agent)} ${why}, ${then}.`,
      ...(isLast && { unread: asksForVote.name }),
    },
    place,
  )
}
