import { type EventPlace, type Fact, fact } from '../event/event.ts'
import { messageBy } from '../prompt/ask.ts'
import { digestText } from '../prompt/digest.ts'
import type { MessageId } from '../shared/ids.ts'
import { LONGEST_TITLE, titleOf } from '../state/headline.ts'
import { pastOf } from '../state/past.ts'
import { type Run, type Session, seatOf } from '../state/session.ts'
import { cleanLine } from '../text/clean.ts'
import { cutAtWord } from '../text/cut-at-word.ts'
import { plainWords } from '../text/markdown-line.ts'
import { quoted } from '../text/quoted.ts'
import { assign } from './assign.ts'
import type { TaskReport } from './mode.ts'

/** The hidden agent that names a session, and the one that sums it up. */
const TITLE = 'title'
const SUMMARY = 'summary'

/** Names the session after its first run, if the settings want an agent to. Never a title that the user has set. */
export function titleTask(session: Session, run: Run, result: string): readonly Fact[] {
  const seat = run.settings.titles === 'agent' && seatOf(run, TITLE)
  if (!seat || run.number !== 1 || !isNamedByGoal(session)) return []
  const parts = [
    `## Goal\n\n${quoted(session.goal)}`,
    ...(result === '' ? [] : [`## Result\n\n${quoted(result.slice(0, LONGEST_RESULT))}`]),
  ]
  return assign(run, { place: TITLE, seat, kind: 'title', description: parts.join('\n\n'), ...byItself })
}

const LONGEST_RESULT = 3_000

const isNamedByGoal = ({ goal, title }: Session): boolean => title === titleOf(goal)

/** Sums the session up for anyone who asked its summary agent. */
export function summaryTask(session: Session, run: Run): readonly Fact[] {
  const seat = seatOf(run, SUMMARY)
  const takes = session.queue.filter((id) => messageBy(session, id)?.to === SUMMARY)
  if (!seat || takes.length === 0) return []
  const asked = takes.map((id) => quoted(messageBy(session, id as MessageId)?.text ?? '')).join('\n\n')
  const description = `${asked}\n\n${digestText({ past: pastOf(session) })}`
  return assign(run, { place: `summary-${takes[0]}`, seat, kind: 'summary', description, takes, ...byItself })
}

const byItself = { conversation: 'fresh', execution: 'single', own: true } as const

/** What the session makes of such an answer: its title, or a message for the user. */
export function absorbOwn(session: Session, report: TaskReport, place: EventPlace): readonly Fact[] {
  const { ok, report: text, agent, error } = report
  if (agent === TITLE) {
    const title = ok ? titleIn(text) : ''
    return title === '' || !isNamedByGoal(session) ? [] : [fact('session.updated', { title })]
  }
  if (ok) return [fact('message', { author: agent, role: 'member', kind: 'answer', text }, place)]
  const { code, message } = error ?? { code: 'failed', message: 'The agent failed.' }
  return [fact('error', { code, source: agent, message, fatal: false }, place)]
}

/** The first line, without marks, quotes, a label and a full stop. */
function titleIn(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? ''
  const bare = plainWords(cleanLine(line).replace(/^[#>*\s-]+/u, '')).replace(/^title\s*:\s*/iu, '')
  return cutAtWord(bare.replaceAll(/^["'“”‘’\s]+|["'“”‘’.\s]+$/gu, ''), LONGEST_TITLE)
}
