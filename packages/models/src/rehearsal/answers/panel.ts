import { protocolFor, REPORT_SECTIONS } from '@convene/domain'
import { lineIn, type ParsedAsk } from './ask.ts'
import {
  type AnswerMaterial,
  bulleted,
  CONNECT,
  fromFiles,
  gist,
  LABEL,
  paragraphs,
  speakersIn,
  writtenName,
} from './parts.ts'
import { clip, escaped, withoutMarkup } from './quote.ts'
import { seedOf } from './seed.ts'

/** Not numbered: options get their letters in the order of the answers, and A might be the second. */
const POSITIONS = ['Sample position: circle', 'Sample position: square', 'Sample position: triangle'] as const
const [FIRST, , YIELDING] = POSITIONS
const CONFIDENCE = 50
const MAX_GOAL = 400

export const sampleClarification = (): string => 'CLEAR: this is a rehearsal, so no answer would change it.'

export const topic = ({ ask }: AnswerMaterial): string =>
  paragraphs(
    LABEL,
    `**Goal:** ${clip(escaped(withoutMarkup(ask.goal)), MAX_GOAL)}`,
    ask.sections['What should change'] === undefined
      ? ''
      : '**Noted:** A rehearsal cannot rewrite the topic. A connected model would.',
    '**What happens:** Each panelist quotes a few lines from the files and takes a sample position, to show how a panel works. None of it counts.',
    protocolFor(ask.goal) === 'discuss' ? 'DISCUSSION_DEPTH: quick' : '',
  )

/** A sample position. A panelist that starts with the third one changes to another's, so that a change can be seen. */
export function sampleContribution(material: AnswerMaterial): string {
  const { ask } = material
  if (ask.options.length > 0)
    return paragraphs(LABEL, fromFiles(material), ask.earlier.length > 0 ? speakersIn(material) : '', voteOn(ask))
  const own = positionOf(ask)
  const held = ask.sections['Positions held now']
  const other = own === YIELDING && held !== undefined ? otherThan(own, ask) : undefined
  const changed = other ? `yes, because ${other.id === '' ? other.author : `[${other.id}]`}` : 'no'
  return paragraphs(
    LABEL,
    fromFiles(material),
    held === undefined ? '' : speakersIn(material),
    [
      `POSITION: ${other ? (lineIn(other.text, 'POSITION') ?? FIRST) : own}`,
      `CONFIDENCE: ${CONFIDENCE}`,
      ...(held === undefined ? [] : [`CHANGED: ${changed}`]),
    ].join('\n'),
  )
}

/** A sample vote for the option that matches the panelist's position. One that started with the third changes it. */
function voteOn(ask: ParsedAsk): string {
  const { options } = ask
  const own = lineIn(ask.said, 'VOTE') ?? letterOf(options.indexOf(positionOf(ask)))
  const other = ask.earlier.find(({ author }) => author !== 'You')
  const at = Math.max(0, (own?.charCodeAt(0) ?? 0) - 'A'.charCodeAt(0))
  const changes = options[at] === YIELDING && other !== undefined && options.length > 1
  const vote = changes ? options.findIndex((option) => option !== YIELDING) : at >= options.length ? 0 : at
  const left = options.length > 1 ? (100 - CONFIDENCE) / (options.length - 1) : 0
  const shares = options.map((_, place) => `${letterOf(place)} ${place === vote ? CONFIDENCE : left}`)
  return [
    `VOTE: ${letterOf(vote)}`,
    `PROBABILITIES: ${shares.join(', ')}`,
    'REASON: A sample vote. A rehearsal has no opinion.',
    ...(ask.earlier.length > 0 ? [`CHANGED: ${changes ? `yes, because [${other?.id}]` : 'no'}`] : []),
  ].join('\n')
}

/** A sample estimate. */
export const sampleEstimate = ({ ask }: AnswerMaterial): string =>
  paragraphs(
    LABEL,
    [
      ...(ask.asked.includes('PROBABILITY:') ? ['PROBABILITY: 50 %'] : ['P10: 1', 'P50: 2', 'P90: 4']),
      'REASON: A sample estimate. A rehearsal has no opinion.',
    ].join('\n'),
  )

const letterOf = (place: number): string => String.fromCharCode('A'.charCodeAt(0) + Math.max(0, place))

/** The last position held, or else the one that goes with the panelist's letter. */
function positionOf(ask: ParsedAsk): string {
  const held = /^- You(?: \([^)\n]*\))?: (.+)$/m.exec(ask.sections['Positions held now'] ?? '')?.[1]
  const letter = /know you as Panelist ([A-Z])/.exec(ask.asked)?.[1]
  const at = letter === undefined ? seedOf(ask.name) : letter.charCodeAt(0) - 'A'.charCodeAt(0)
  return held ?? lineIn(ask.said, 'POSITION') ?? POSITIONS[at % POSITIONS.length] ?? FIRST
}

const otherThan = (own: string, ask: ParsedAsk) =>
  ask.earlier.find(({ text, author }) => author !== 'You' && (lineIn(text, 'POSITION') ?? own) !== own)

/** The first panelist: a rehearsal has no opinion about who should speak. */
export const sampleNextSpeaker = ({ ask }: AnswerMaterial): string =>
  `NEXT: ${/Panelist [A-Z]/.exec(ask.sections['What is asked'] ?? '')?.[0] ?? 'Panelist A'}`

/** Counted, not judged: not converged as long as a position changes. */
export const sampleConverged = ({ ask }: AnswerMaterial): string =>
  /^CHANGED: yes/m.test(ask.sections.Board ?? '')
    ? 'NOT_CONVERGED: a position has changed since the last check.'
    : 'CONVERGED: no position has changed since the last check. A rehearsal only counts changes.'

const ROW = /^- Round (\d+), .+?(?: \(confidence [\d.]+\))?(?: \[(m\d+)\])?: (.+?)(?: \(changed, .*\))?$/gm

/** Every position once, with the first-round messages that stated it. */
export function options({ ask }: AnswerMaterial): string {
  const covers = new Map<string, readonly string[]>()
  for (const [, id = '', position = ''] of (ask.sections.Positions ?? '').matchAll(/^- \[(m\d+)\] (.+)$/gm))
    covers.set(position, [...(covers.get(position) ?? []), id])
  for (const [, round, id, position = ''] of (ask.sections['Position ledger'] ?? '').matchAll(ROW)) {
    const known = covers.get(position) ?? []
    covers.set(position, round === '1' && id ? [...known, id] : known)
  }
  return [...covers].map(([position, ids]) => `- ${position}${ids.length > 0 ? ` [${ids.join(', ')}]` : ''}`).join('\n')
}

/** The position held, with a sample ballot for it if there is something to vote on. */
export function sampleFinalPosition({ ask }: AnswerMaterial): string {
  const own = positionOf(ask)
  const held = `POSITION: ${own}\nCONFIDENCE: ${CONFIDENCE}`
  if (ask.options.length === 0) return held
  const vote = ask.options.find((option) => option === own) ?? ask.options[0]
  return `${held}\nVOTE: ${vote}\nREASON: A sample vote. A rehearsal has no opinion.`
}

/** The option on a panelist's ballot, in words: a contribution only has its letter. */
function ballotOf(author: string, ask: ParsedAsk): string | undefined {
  const ballots = (ask.sections.Ballots ?? '').split(/^### /mu)
  const own = ballots.find((ballot) => ballot.startsWith(`${author}\n`))
  return own && lineIn(own, 'VOTE')
}

/** A report made from what the panelists have said. Empty sections are left out. */
export function panelReport({ ask }: AnswerMaterial): string {
  const said = ask.earlier.filter(({ id }) => id !== '')
  const first = [...new Map(said.toReversed().map((one) => [one.author, one])).values()].toReversed()
  const held = [...new Map(said.map((one) => [one.author, one])).values()].flatMap((one) => {
    const position = lineIn(one.text, 'POSITION') ?? ballotOf(one.author, ask) ?? lineIn(one.text, 'VOTE')
    return position === undefined ? [] : [`${writtenName(one)}: ${escaped(position)}`]
  })
  const result = ask.sections['Result of the ballot']
  const counts = (result ?? '').split('\n').filter((row) => !/^- (Decision|Undecided)/.test(row))
  const written: { readonly [section: string]: string } = {
    'Executive Summary': bulleted('', [
      `Nothing is ${result === undefined ? 'found out' : 'decided'}: this was a rehearsal, and no model has reasoned.`,
      `The positions${result === undefined ? '' : ' and votes'} are samples that show how a panel works. ${first.map(({ id }) => `[${id}]`).join(' ')}`.trim(),
      CONNECT,
    ]).trim(),
    'Detailed Analysis': bulleted('', first.map(gist)).trim(),
    Disagreements: bulleted('', held).trim(),
    Appendix: counts.join('\n'),
  }
  return paragraphs(LABEL, ...REPORT_SECTIONS.map((name) => (written[name] ? `## ${name}\n\n${written[name]}` : '')))
}
