import { isEcho } from '../../../answer/echo.ts'
import { undecorated } from '../../../answer/lines.ts'
import { isRefusal } from '../../../answer/refusal.ts'
import { isPlaceholder } from '../../../answer/words.ts'
import { quantityAsked, quantityNamed } from '../../../estimate/quantity.ts'
import type { Quantity } from '../../../event/estimate-facts.ts'
import type { Facts } from '../../../event/facts.ts'
import type { OpenedRun } from '../../../mode/mode.ts'
import type { Run } from '../../../state/session.ts'
import { firstAsked } from '../setup/first-asked.ts'
import { limitsFor } from '../setup/limits.ts'
import type { ProtocolName } from '../setup/protocol-name.ts'
import { depthOf, estimateRounds, panelSettings, roundsOf, turnCap } from '../setup/settings.ts'
import { hasChoice } from './choice.ts'
import { optionsAsked } from './options-asked.ts'
import { ESTIMATE_ASK, TOPIC_ASK } from './prompts.ts'
import { fieldIn, optionsListed, topicLine, topicOptions, topicValue, topicWith } from './topic-options.ts'

/** The protocol and options of a panel, from its topic and the user's settings. */
export type TopicFrame = {
  readonly chosen: Facts['protocol.chosen']
  /** Fixed before anyone speaks. If empty, the positions become the options. */
  readonly options: readonly string[]
  /** The user's own words, if the Head wrote none. */
  readonly topic: string
  readonly isUnwritten: boolean
  readonly turns: number
}

/** Reads the Head's topic: the protocol, the options, the depth, and the text for people and panelists. */
export function readTopicFrame(run: Run, text: string): TopicFrame {
  const { protocol, by } = protocolIn(run, text)
  const depth = topicValue(text, 'DISCUSSION_DEPTH')
  const offered = protocol === 'decide' ? optionsOffered(run, text) : []
  const isEmpty = !isWritten(text)
  const rounds = roundsIn(run, protocol, depth)
  const limits = limitsFor(run, protocol, depthOf(run, depth))
  const fewer = protocol === 'decide' ? firstAsked(run, depth) : undefined
  const asksAll = fewer !== undefined && run.settings.asksAll === true
  const first = asksAll ? undefined : fewer
  const field = fieldIn(text)
  const findings = protocol === 'discuss' && !hasChoice(run.goal, text)
  return {
    chosen: {
      protocol,
      by,
      ...(protocol === 'estimate' && { quantity: quantityOf(run, text) }),
      ...(findings && { findings }),
      ...(rounds !== undefined && { rounds }),
      ...(first && { first }),
      ...(asksAll && { asksAll }),
      ...(field !== undefined && { field }),
      ...(limits && { limits }),
    },
    options: offered,
    topic: topicWith(isEmpty ? run.goal.trim() : text, offered),
    isUnwritten: isEmpty && topicOptions(text).length === 0,
    turns: rounds === undefined ? turnCap(run, depth) : decisionTurns(run, rounds),
  }
}

const roundsIn = (run: Run, protocol: ProtocolName, depth: string | undefined): number | undefined =>
  protocol === 'decide' ? roundsOf(run, depth) : protocol === 'estimate' ? estimateRounds(run) : undefined

/** The unit in the user's words, else the Head's. */
function quantityOf(run: Run, text: string): Quantity {
  const asked = quantityAsked(run.goal)
  const named = quantityNamed(topicLine(text, 'UNIT') ?? '')
  const isVague = asked === undefined || (asked.kind === 'number' && ['', 'days'].includes(asked.unit))
  return (isVague ? named : undefined) ?? asked ?? { kind: 'number', unit: '' }
}

/** The Head's options, else those that the goal lists or names in a sentence. */
function optionsOffered({ goal }: Run, text: string): readonly string[] {
  const written = topicOptions(text)
  return written.length > 0 ? written : optionsAsked(goal)
}

/** Whether the Head wrote a topic: something else than our own words, marks and headings. */
function isWritten(text: string): boolean {
  if (isEcho(text, TOPIC_ASK) || isEcho(text, ESTIMATE_ASK) || isRefusal(text)) return false
  return topicWith(text, [])
    .split('\n')
    .some((line) => !HEADING.test(line) && !EMPTY.test(undecorated(line)) && !isPlaceholder(withoutLabel(line)))
}

const withoutLabel = (line: string): string => undecorated(undecorated(line).replace(/^\w{1,30}[:：]/u, ''))

/** A title, such as `# Topic`, but not a whole sentence. */
const HEADING = /^\s{0,3}#{1,6}\s+\S+(?:\s+\S+){0,2}\s*$/u
/** Nothing, or a word that announces what does not follow: `TOPIC:`. */
const EMPTY = /^(?:[A-Z_]{2,20}|[\p{L}_ ]{1,30}[:：])?\W*$/u

type Chosen = Pick<Facts['protocol.chosen'], 'protocol' | 'by'>

/** The user's choice, then the Head's, then the wording of the goal. */
function protocolIn(run: Run, text: string): Chosen {
  const told = panelSettings(run).protocol
  if (told) return { protocol: told, by: 'user' }
  const said = topicValue(text, 'PROTOCOL')
  return said ? { protocol: said as ProtocolName, by: 'head' } : { protocol: protocolFor(run.goal), by: 'goal' }
}

/** The protocol, as far as it is known before the Head has read the goal. */
export const protocolAtStart = (run: Pick<Run, 'settings'>, goal: string): ProtocolName =>
  panelSettings(run).protocol ?? protocolFor(goal)

/** The limits that apply if the Head does not choose otherwise. Turns that depend on its choice are left out. */
export function limitsByFrame(run: OpenedRun): Partial<Run['limits']> {
  const protocol = protocolAtStart(run, run.goal)
  const caps = limitsFor(run, protocol, depthOf(run, undefined))
  if (protocol !== 'decide') return { ...caps }
  const { protocol: told, turnsGiven } = panelSettings(run)
  const isKnown = told !== undefined || turnsGiven
  return { ...caps, maxTurns: isKnown ? decisionTurns(run, roundsOf(run, undefined)) : null }
}

const decisionTurns = (run: OpenedRun, rounds: number): number =>
  Math.min(turnCap(run, 'deep'), rounds * run.team.members.length)

const LONGEST_GOAL = 2_000
const CHOOSES =
  /\b(?:decide|choose|pick|select)\b.{0,60}\b(?:whether|between|one of|or|from)\b|\b(?:vs\.?|versus)(?![\p{L}\p{N}])/isu
const OPEN = /^(?:how|why|what|where|who|when|explain|describe|list|review|analy[sz]e|explore|find)\b/iu
const ASKS = /\b(?:should|shall|which|or|whether)\b/iu

/** What the wording of a goal asks for: a choice between answers, an estimate, or a discussion. */
export function protocolFor(goal: string): ProtocolName {
  const text = goal.slice(0, LONGEST_GOAL)
  if (CHOOSES.test(text) || optionsListed(text).length > 0) return 'decide'
  if (quantityAsked(text)) return 'estimate'
  const sentences = text.split(/(?<=[.!?])\s|\n/u).map((sentence) => sentence.trim())
  const isChoice = (sentence: string) => ASKS.test(sentence) && (!OPEN.test(sentence) || /\bor\b/iu.test(sentence))
  return sentences.some((sentence) => sentence.endsWith('?') && isChoice(sentence)) ? 'decide' : 'discuss'
}
