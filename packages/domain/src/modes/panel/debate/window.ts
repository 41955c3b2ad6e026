import { aliasesOf, anonymous } from '../../../anonymity/anonymity.ts'
import { valueIn } from '../../../answer/marks.ts'
import { type Fact, fact } from '../../../event/event.ts'
import { messageBy } from '../../../prompt/ask.ts'
import { askerName, isCaller, USER } from '../../../team/user-seat.ts'
import { quoted } from '../../../text/quoted.ts'
import { estimateTokens } from '../../../usage/usage.ts'
import { beginAnew } from '../setup/conversation.ts'
import { panelistName } from '../setup/seats.ts'
import { argumentIn, IN_A_DISCUSSION } from './argument.ts'
import type { DebateContext, DebateRooms, DebateState } from './state.ts'

/** The window over the board holds fewer than this. When it is full, its oldest part goes into the summary. */
export const FULL = 30
export const STEP = 10

type Entry = DebateState['board'][number]

/** Whether the window's oldest messages must be summarized before anyone speaks. */
export const isBoardFull = ({ debate: { board, window } }: DebateRooms): boolean => board.length - window.start >= FULL

/** What an agent has not seen of the board: the whole window if its conversation is empty. */
export function unseen({ panel }: DebateContext, agent: string): readonly Entry[] {
  const seen = panel.debate.seen[agent]
  if (seen === undefined) return panel.debate.board.slice(panel.debate.window.start)
  return panel.debate.board.slice(seen).filter(({ by }) => by !== agent)
}

/** Messages as panelists and the Moderator read them: under aliases, with ids to cite. `shows`: the fields they may read. */
export function boardText(
  context: DebateContext,
  entries: readonly Entry[],
  reader = '',
  shows: readonly string[] = IN_A_DISCUSSION,
): readonly string[] {
  const aliases = aliasesOf(context.run)
  const options = optionWords(context)
  return entries.map(({ id, by }) => {
    const { text = '', author = USER } = messageBy(context.session, id) ?? {}
    const who = by === reader ? 'You' : (aliases[by] ?? outsider(author))
    const shown = by === reader || !aliases[by] ? text : argumentIn(text, shows, options) || NO_ARGUMENT
    return `### ${who} [${id}]\n\n${quoted(anonymous(context.run, by, shown))}`
  })
}

const optionWords = ({ panel }: DebateContext): readonly string[] => panel.debate.options.map(({ text }) => text)

const NO_ARGUMENT = '(gave no argument)'

/** The user, or a program that spoke to the panel. */
const outsider = (author: string): string => (isCaller(author) ? askerName(author) : 'The user')

/** The same with names: only for the Head, and only once the debate is over. `shows`: everything by default. */
export function namedText(
  context: DebateContext,
  entries: readonly Entry[],
  shows?: readonly string[],
): readonly string[] {
  return entries.map(({ id, by }) => {
    const { text = '', author = USER } = messageBy(context.session, id) ?? {}
    const who = by === '' ? outsider(author) : panelistName(context.run, by)
    return `### ${who} [${id}]\n\n${quoted(shows ? argumentIn(text, shows) || NO_ARGUMENT : text)}`
  })
}

/** The ask for the agent that keeps the running summary. */
export function summaryBrief(context: DebateContext): string {
  const { start, summary } = context.panel.debate.window
  const oldest = context.panel.debate.board.slice(start, start + STEP)
  return [
    'Sum up this part of a panel discussion, so that the panelists can go on from your summary alone. Keep every argument, every piece of evidence and who holds which position, under the aliases they have here, with the message ids such as [m12]. At most 400 words.',
    summary === '' ? '' : `## Summary so far\n\n${quoted(summary)}`,
    '## Conversation',
    ...boardText(context, oldest),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Used if no agent can summarize: the gist of each message, in its own words. */
export function plainSummary(context: DebateContext): string {
  const { start, summary } = context.panel.debate.window
  const aliases = aliasesOf(context.run)
  const rows = context.panel.debate.board.slice(start, start + STEP).map(({ id, by }) => {
    const { text = '', author = USER } = messageBy(context.session, id) ?? {}
    const gist =
      valueIn(text, 'POSITION') ??
      argumentIn(text, IN_A_DISCUSSION, optionWords(context)).replace(/\s+/g, ' ').slice(0, 200)
    return `- ${aliases[by] ?? outsider(author)} [${id}]: ${anonymous(context.run, by, gist)}`
  })
  return [summary, rows.join('\n')].filter((part) => part !== '').join('\n')
}

/** Moves the window: the summary replaces its oldest part, and conversations with the board start over. */
export function stepFacts(context: DebateContext, summary: string): readonly Fact[] {
  const { session, run, panel } = context
  const from = panel.debate.window.start
  const to = from + STEP
  const texts = panel.debate.board.slice(from, to).map(({ id }) => messageBy(session, id)?.text ?? '')
  const tokensBefore = texts.reduce((sum, text) => sum + estimateTokens(text), 0)
  const step = { from, to, text: summary, tokensBefore, tokensAfter: estimateTokens(summary) }
  const readers = [...run.team.members, ...(run.team.judge ? [run.team.judge] : [])]
  return [fact('compaction', step), ...readers.flatMap(({ slug }) => beginAnew(session, slug, { from, to }))]
}
