import { isAbstention } from '../../answer/words.ts'
import { readRange } from '../../estimate/read-range.ts'
import type { UserTurn } from '../../mode/mode.ts'
import { ok, type Result, refuse } from '../../shared/result.ts'
import type { Session } from '../../state/session.ts'
import type { Task } from '../../state/task.ts'
import { cleanLine } from '../../text/clean.ts'
import { letterAt } from '../../text/letters.ts'
import { ballot } from './ballot/answers.ts'
import { arguedVote, choice } from './debate/contribution-answers.ts'
import { readPosition, samePosition } from './debate/reading.ts'
import { roundNow } from './debate/speakers.ts'
import { type ChosenPosition, readChoice } from './debate/vote.ts'
import { quantityOf } from './estimate/state.ts'
import type { ReportContext } from './report/state.ts'
import type { Panel } from './state.ts'

/** The user's turns in a panel: they are asked the same as the others, and answer in their own words. */
export const userTurn: UserTurn<Panel> = {
  ask: (session, panel, task) => {
    const context = contextOf(session, panel)
    return { question: context ? questionOf(context, task) : '', options: optionsFor(panel, task) }
  },
  read: (_session, panel, task, text) => {
    if (task.kind === 'estimate') return readEstimate(panel, text)
    const options = optionsFor(panel, task)
    return options.length > 0 ? readVote(text, options, task) : readStance(text)
  },
}

const contextOf = (session: Session, panel: Panel): ReportContext | undefined =>
  session.run ? { session, run: session.run, panel } : undefined

const votes: readonly string[] = [arguedVote.name, choice.name, ballot.name]

/** Empty while positions are free text. */
const optionsFor = ({ debate: { options } }: Panel, { answer = '' }: Task): readonly string[] =>
  votes.includes(answer) ? options.map(({ text }) => text) : []

function questionOf(context: ReportContext, task: Task): string {
  const { panel } = context
  if (task.kind === 'estimate') return estimateQuestion(panel)
  const isVote = optionsFor(panel, task).length > 0
  const how = isVote ? 'Name an option, then say why. You can also abstain.' : 'Say what you would do and why.'
  if (task.kind === 'redirect' || task.kind === 'vote') {
    const { reason = '' } = panel.debate.violations.findLast(({ agent }) => agent === task.agent) ?? {}
    return ['Your turn again: your answer was not passed on.', reason, how].filter((part) => part !== '').join(' ')
  }
  if (task.kind === 'final_position') return `Cast your ballot. It stays secret until all are in. ${how}`
  const round = roundNow(context)
  const order = panel.opening.protocol === 'decide' || round === 1
  const blind = 'The others answer after you, without seeing what you say in this round.'
  return `Your turn in round ${round}. ${order ? `${blind} ` : ''}${how}`
}

/** The vote is the first line, or its beginning: `B because …`, the words of an option, or abstain. */
function readVote(text: string, options: readonly string[], { answer }: Task): Result<string> {
  const [first = '', ...rest] = text.trim().split('\n')
  const vote = readChoice(`VOTE: ${cleanLine(first)}`, options)
  if (!vote) return refuse('unknown_option', unknownVote(options))
  const meant = textOf(vote, options)
  const below = rest.join('\n').trim()
  // A new option is on the next ballot in these words.
  const argued = below || (vote.kind === 'new' ? '' : argumentAfter(first.trim(), meant))
  const why = cleanLine(argued).slice(0, LONGEST)
  const lines = [
    // The letter shows whether it is a change. This is only the reason.
    ...(answer === ballot.name ? [`POSITION: ${meant}`] : why === '' ? [] : [`CHANGED: yes, because ${why}`]),
    `VOTE: ${voteOf(vote)}`,
    ...(why === '' ? [] : [`REASON: ${why}`]),
  ]
  // A vote without an argument is a marked line, so that the others are not shown it.
  const said = argued || `VOTE: ${meant}`
  return checked(`${said}\n\n${lines.join('\n')}`, (whole) => sameChoice(readChoice(whole, options), vote))
}

/** `the writes block` from `B because the writes block`: the vote is stated separately. Empty if there is only a vote. */
function argumentAfter(line: string, meant: string): string {
  if (/^\W*(?:option\s)?\w{1,2}\W*$/iu.test(line) || isAbstention(line) || samePosition(line, meant)) return ''
  const words = line.toLowerCase().startsWith(meant.toLowerCase()) ? line.slice(meant.length) : line
  return words === line ? line.replace(LETTER, '') : words.replace(/^[\s.,:;)–—-]{0,4}(?:because\s)?/iu, '')
}

const LETTER = /^\W{0,2}(?:option\s)?[a-z](?![\p{L}\p{N}])[\s.,:;)–—-]{1,4}(?:because\s)?(?=\S)/iu

const voteOf = (vote: ChosenPosition): string => {
  if (vote.kind === 'option') return letterAt(vote.place)
  return vote.kind === 'abstain' ? 'abstain' : `something else: ${vote.text}`
}

const textOf = (vote: ChosenPosition, options: readonly string[]): string => {
  if (vote.kind === 'option') return options[vote.place] ?? ''
  return vote.kind === 'abstain' ? 'Abstains' : vote.text
}

const sameChoice = (one: ChosenPosition | undefined, other: ChosenPosition): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const unknownVote = (options: readonly string[]): string => {
  const listed = options.map((option, place) => `${letterAt(place)}. ${option}`).join('; ')
  return `Your answer names none of the options, so it was not counted. Begin with one of them: ${listed}. You can also write "abstain", or "something else: …".`
}

const LONGEST = 300

const estimateQuestion = (panel: Panel): string =>
  `Your estimate. It stays sealed until all are in. ${howToEstimate(panel)}`

const howToEstimate = (panel: Panel): string =>
  quantityOf(panel).kind === 'chance'
    ? 'Write a probability, such as 35 %, then say why.'
    : `Write a range, such as 3–5${quantityOf(panel).unit === '' ? '' : ` ${quantityOf(panel).unit}`}: it will be between the two in 8 of 10 cases. Then say why.`

/** The first line is the estimate, what follows is the reason. */
function readEstimate(panel: Panel, text: string): Result<string> {
  const [first = '', ...rest] = text.trim().split('\n')
  const quantity = quantityOf(panel)
  const isRead = (said: string) => typeof readRange(said, quantity) !== 'string'
  if (isAbstention(first)) return ok('ABSTAIN')
  if (!isRead(text) && !isRead(first))
    return refuse('unread_answer', `Your estimate could not be read. ${howToEstimate(panel)}`)
  const said = isRead(first) ? first : text
  const why = cleanLine(rest.join(' ')).slice(0, LONGEST)
  return ok(why === '' || said === text ? said : `${said}\nREASON: ${why}`)
}

/** Without options, the first line is the position. */
function readStance(text: string): Result<string> {
  const said = text.trim()
  const stance = cleanLine(said.split('\n')[0] ?? '').slice(0, LONGEST)
  return checked(`${said}\n\nPOSITION: ${stance}`, (whole) => readPosition(whole)?.position === stance)
}

/** An unreadable text would count as silence without the user noticing. */
const checked = (text: string, isRead: (text: string) => boolean): Result<string> =>
  isRead(text)
    ? ok(text)
    : refuse(
        'unread_answer',
        'Your answer could not be read. Write it as plain text, the main point in the first line.',
      )
