import { knowsAliases, unnamedPast } from '../anonymity/unnamed-past.ts'
import { claimsLine, SEEN } from '../claim/claim-text.ts'
import type { Facts } from '../event/facts.ts'
import type { TaskKind } from '../event/task-kind.ts'
import type { Image } from '../image/image.ts'
import { at } from '../list/list.ts'
import type { MessageId } from '../shared/ids.ts'
import type { Message, Session } from '../state/session.ts'
import { askerName, isCaller, USER } from '../team/user-seat.ts'
import { quoted } from '../text/quoted.ts'
import { digestText, pickText } from './digest.ts'
import { headings } from './heading.ts'

/** `isNew`: the agent is starting on the goal. `date`: today's date, if this conversation does not have it. */
type Opening = { readonly isNew?: boolean; readonly date?: string | undefined }

/** The user message that asks an agent for something: a heading that says what, then everything it needs. */
export function askText(session: Session, ask: Facts['task.assigned'], { isNew = false, date }: Opening = {}): string {
  const parts = [
    `# ${headings[ask.kind]}`,
    date === undefined ? '' : `Current date: ${date}`,
    isNew ? goalSetter(session) : '',
    ...bodyOf(ask),
    pastFor(session, ask, isNew),
  ]
  if (ask.shows?.length) parts.push('## Previous responses', ...quote(session, ask.shows, isJudging(ask)))
  if (ask.missing?.length) parts.push('## Missing responses', ...ask.missing)
  if (ask.takes?.length && ask.kind !== 'follow_up') parts.push(newMessages(session, ask.takes))
  return parts.filter((part) => part !== '').join('\n\n')
}

/** What this agent cannot remember about earlier runs. */
function pastFor(session: Session, ask: Facts['task.assigned'], isNew: boolean): string {
  const { run, past } = session
  if (!isNew) return pickText(session, ask)
  if (ask.kind === 'summarize') return ''
  return digestText({ past: run && knowsAliases(run, ask.to) ? unnamedPast(run, past) : past })
}

/** If the task is part of a larger request, the request comes first, so the agent knows what it is for. */
function bodyOf({ description, request }: Facts['task.assigned']): readonly string[] {
  if (request === undefined) return [description]
  return [
    '## Original User Request (context)',
    request,
    '## Your Assigned Task',
    quoted(description),
    '## Your Report',
    REPORTING,
  ]
}

const REPORTING =
  'Finish with a report that stands on its own. Where a tool fails, report the failure as it is; never invent its output.'

/** What the user has added since, in order. What another program added is under its own name. */
export function newMessages(session: Session, takes: readonly MessageId[]): string {
  const said = takes.flatMap((id) => messageBy(session, id) ?? []).filter(({ text }) => text !== '')
  return said.length === 0 ? '## Added by the user' : saidUnder(said, 'Added')
}

/** Texts under a heading that says whose they are. Messages of one author that follow each other share it. */
export const saidUnder = (said: readonly Pick<Message, 'author' | 'text'>[], how: string, when = ''): string =>
  said
    .flatMap(({ author, text }, place) =>
      said[place - 1]?.author === author
        ? [quoted(text)]
        : [`## ${[how, 'by', askerName(author), when].filter(Boolean).join(' ')}`, quoted(text)],
    )
    .join('\n\n')

/** Tells an agent that starts on the goal who set it, if it was not the user. */
function goalSetter({ run, messages }: Session): string {
  const author = run && at(messages, run.spoken.from - 1)?.author
  return author && isCaller(author) ? `The goal comes from ${askerName(author)}.` : ''
}

/** The images attached to these messages. */
export const imagesOf = (session: Session, ids: readonly MessageId[] = []): readonly Image[] =>
  ids.flatMap((id) => messageBy(session, id)?.images ?? [])

/** Whether this ask is about what others have done, and not about what to do next. */
const isJudging = ({ kind }: Facts['task.assigned']): boolean => JUDGING.includes(kind)
const JUDGING: readonly TaskKind[] = ['synthesize', 'evaluate', 'review', 'plan', 'decide']

function quote(session: Session, ids: readonly MessageId[], isJudging: boolean): readonly string[] {
  return ids.flatMap((id) => {
    const message = messageBy(session, id)
    if (!message) return []
    const seen = isJudging ? claimsLine(message.claims) : ''
    const said = `### ${nameOf(session, message.author)} [${message.id}]\n\n${quoted(message.text)}`
    return [said, ...(seen === '' ? [] : [`### ${SEEN} [${message.id}]\n\n${quoted(seen)}`])]
  })
}

/** Messages are numbered from 1 in log order, so the number is also the index. */
export function messageBy(session: Session, id: MessageId): Message | undefined {
  return at(session.messages, Number(id.slice(1)) - 1)
}

function nameOf(session: Session, slug: string): string {
  const team = session.run?.team
  if (slug === USER) return slug
  return [team?.lead, team?.judge, ...(team?.members ?? [])].find((seat) => seat?.slug === slug)?.name ?? slug
}
