import { cleanLine, type Event, isFinal, USER } from '@convene/domain'
import type { Client, PendingView, SessionView } from '@convene/protocol'
import { endingText, lineOf, strangers, textOf } from '@convene/reading'
import { eventOf } from '../run/follow-run.ts'

/** What a button answers. A decision's name is unique only within a run, so its options count too. */
export type Item =
  | { readonly kind: 'ask' | 'gate' | 'question'; readonly id: string }
  | { readonly kind: 'vote'; readonly id: string; readonly options: readonly string[] }

/**
 * Why a button no longer does anything, as a message to the user. Undefined while its item is pending. A chat keeps its
 * buttons after the item was answered, here or elsewhere.
 */
export async function pastAnswer(client: Client, session: string, item: Item): Promise<string | undefined> {
  const view = await client.session({ id: session })
  if (!view.ok) return view.refusal.message
  const { pending } = view.value
  if (pending.some((waiting) => isSame(waiting, item))) return undefined
  const answer = await answerTo(client, session, item)
  const newer = item.kind === 'gate' && pending.some(({ kind }) => kind === 'gate') ? NEWER : ''
  return `${answer ?? overText(view.value)}${newer}`
}

const NEWER = ' A new version is waiting for your answer.'

function isSame({ ask, question, vote }: PendingView, item: Item): boolean {
  if (item.kind === 'ask') return ask?.id === item.id
  if (item.kind !== 'vote') return question?.id === item.id
  return vote?.decision === item.id && String(vote.options) === String(item.options)
}

/** Nobody answered it: its run has ended, or no longer needs the answer. */
function overText({ session: { phase, reason } }: SessionView): string {
  if (!isFinal(phase)) return 'This is no longer needed. The run has continued without it.'
  return `This can no longer be answered. The run has ended: ${endingText(phase, reason)}.`
}

const answers: { readonly [kind in Item['kind']]: string } = {
  ask: 'permission.answered',
  gate: 'question.answered',
  question: 'question.answered',
  vote: 'decision.voted,decision.committed',
}

/** The answer in the story's words. */
async function answerTo(client: Client, session: string, { kind, id }: Item): Promise<string | undefined> {
  const given = await client.events({ id: session, type: answers[kind], tail: 1_000 })
  const events = given.ok ? given.value.items.map((item) => eventOf(item as never)) : []
  const answer = events.findLast((event) => isAbout(event, id))
  if (!answer) return undefined
  if (answer.type === 'decision.voted') return 'You have already voted.'
  if (answer.type === 'question.answered' && answer.data.turn) return 'You have already taken this turn.'
  const line = lineOf(answer, strangers)
  // The user knows a text that they have approved.
  const isApproved = answer.type === 'question.answered' && answer.data.answer === 'approve'
  const said = cleanLine(isApproved ? line.text : textOf(line))
  const short = said.length > LONGEST ? `${said.slice(0, LONGEST - 1)}…` : said
  return `${answer.type === 'decision.committed' ? 'The vote is closed.' : 'This was already answered.'} ${ended(short)}`
}

const LONGEST = 160
const ended = (text: string): string => (/[.?!…]$/u.test(text) ? text : `${text}.`)

function isAbout(event: Event, id: string): boolean {
  if (event.type === 'permission.answered') return event.data.ask === id
  if (event.type === 'question.answered') return event.data.id === id
  if (event.type === 'decision.voted') return event.data.decision === id && event.data.voter === USER
  return event.type === 'decision.committed' && event.data.decision === id
}
