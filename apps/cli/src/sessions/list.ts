import { cleanLine, EVAL_TAG, type FoundSentence } from '@convene/domain'
import type { ListedSession, SessionSort } from '@convene/engine'
import { shortId, withInterrupted, withSentences } from '@convene/host'
import { headlineParts, outcomeWord } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import { dueReminder } from '../decisions/due.ts'
import type { CliProgram } from '../program.ts'
import { longAgoText } from '../terminal/ago.ts'
import { printJson, printNote, printTable } from '../terminal/print.ts'
import type { Style } from '../terminal/style.ts'
import type { TextSink } from '../terminal/terminal.ts'
import { shorten, widthOf } from '../terminal/width.ts'
import { stateFilter, stateWord } from './state-filter.ts'

const USUAL = 50
/** Columns that a narrow terminal can spare, in this order: what it is for, changed. */
const SPARES = [3, 4]

/** The part of a terminal's width that outcomes may take, and how wide they are at least and at most. */
const OUTCOME = { share: 0.3, least: 18, most: 44 }

/** `convene sessions`: newest first, after the pinned ones. */
export async function sessionsCommand(program: CliProgram, input: Input): Promise<number> {
  const state = input.text('state')
  const filter = state === undefined ? undefined : stateFilter(state)
  if (filter && !filter.ok) return program.refuse(filter.refusal)
  const { log } = await program.store()
  const query = input.text('query')
  const team = await teamName(program, input.text('team'))
  const tag = input.text('tag')?.replace(/^#/u, '')
  const limit = input.number('limit') ?? USUAL
  const keeps = filter?.value.keeps
  const all = await log.list({
    ...filter?.value.query,
    // The log cannot tell all states apart. With a limit, it would leave out matches after the first rows.
    ...(!keeps && { limit }),
    ...(query !== undefined && { query }),
    ...(team !== undefined && { team }),
    ...(tag === undefined ? { exceptTag: EVAL_TAG } : { tag }),
    sort: (input.text('sort') ?? 'changed') as SessionSort,
    ...(input.text('workspace') !== undefined && { workspace: program.workspace }),
  })
  const found = await withInterrupted(program, all)
  const listed = keeps ? found.filter(keeps).slice(0, limit) : found
  const sessions = await withSentences(program, query, listed)
  if (input.flag('json')) return printJson(program, sessions.map(jsonOf))
  if (sessions.length === 0) {
    const filtered = [query, state, team, tag, input.text('workspace')].some((filter) => filter !== undefined)
    printNote(program, filtered ? 'No matching sessions.' : 'No sessions yet. Start one: convene run "<goal>"')
    return 0
  }
  return printSessions(program, sessions)
}

async function printSessions(program: CliProgram, sessions: readonly Row[]): Promise<number> {
  const { out } = program.terminal
  printTable(program, {
    titles: ['title', 'outcome', 'id', 'kind', 'changed'],
    rows: sessions.map((session) => rowOf(session, program.now(), outcomeWidth(out))),
    flexible: 0,
    spares: SPARES,
    below: sessions.map((session) => belowOf(session, out.style)),
  })
  if (sessions.some(({ interrupted }) => interrupted))
    printNote(program, 'Interrupted: its process ended. Continue it with: convene resume <session>')
  const due = out.isTerminal ? await dueReminder(program) : undefined
  if (due !== undefined) printNote(program, due)
  return 0
}

/** A team by name or slug. A deleted team is found by the name its sessions recorded. */
async function teamName(program: CliProgram, wanted: string | undefined): Promise<string | undefined> {
  if (wanted === undefined) return undefined
  return (await program.teams()).get(wanted)?.team.name ?? wanted
}

type Row = Omit<ListedSession, 'found'> & { readonly sentence?: FoundSentence; readonly interrupted?: boolean }

/** The sentence that was searched for, or what checks and events showed: a state alone would not say on whose word it is. */
function belowOf({ sentence, summary }: Row, style: Style): string | undefined {
  if (sentence) return marked(sentence, style)
  const { counted, isDoubted } = headlineParts(cleanLine(summary))
  return isDoubted || CHECKED.test(counted) ? `  ${style.dim(counted)}` : undefined
}

const CHECKED = /^\d+ of \d+ (?:steps?|checks?)\b/u

/** The sentence with the matching words in bold. It is clean: `sentenceWith` made sure of that. */
function marked({ text, marks }: FoundSentence, style: Style): string {
  let at = 0
  const parts = marks.map(([from, to]) => {
    const part = `${style.dim(text.slice(at, from))}${style.bold(text.slice(from, to))}`
    at = to
    return part
  })
  return `  ${parts.join('')}${style.dim(text.slice(at))}`
}

const jsonOf = ({ createdAt, updatedAt, wakeAt, moves: _moves, interrupted = false, ...session }: Row) => ({
  ...session,
  interrupted,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
  wakeAt: wakeAt === null ? null : new Date(wakeAt).toISOString(),
})

const outcomeWidth = ({ isTerminal, columns }: TextSink): number =>
  isTerminal
    ? Math.min(OUTCOME.most, Math.max(OUTCOME.least, Math.floor(columns() * OUTCOME.share)))
    : Number.POSITIVE_INFINITY

function rowOf(session: Row, now: number, widest: number): readonly string[] {
  const { id, mode, team, title, updatedAt, pinned, tags } = session
  const marks = [pinned ? '★' : '', cleanLine(title), ...tags.map((tag) => `#${cleanLine(tag)}`)]
  return [
    marks.filter((mark) => mark !== '').join(' '),
    outcomeOf(session, widest),
    shortId(id),
    outcomeWord(mode, team),
    longAgoText(now - updatedAt),
  ]
}

/** What was decided and by which votes, or how many steps are done. Without that, the state. */
function outcomeOf(session: Row, widest: number): string {
  const state = stateWord(session)
  const { outcome, counted } = headlineParts(cleanLine(session.summary))
  if (state !== 'Done' || counted === '') return state
  const [count = ''] = counted.split(' · ')
  if (CHECKED.test(count)) return `${state}, ${count}`
  return `${shorten(outcome, Math.max(8, widest - widthOf(count) - 3))} · ${count}`
}
