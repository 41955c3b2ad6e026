import {
  clean,
  cleanLines,
  createDomain,
  durationText,
  type EffectKey,
  type Event,
  type EventOf,
  errorText,
} from '@convene/domain'
import { shortId } from '@convene/host'
import { claimRows, type EntryOf, isStreamed, isToldElsewhere, type Entry as StoryEntry, tell } from '@convene/reading'
import { bestResult } from './best-result.ts'
import { closeDirect, openDirect, textLines } from './direct.ts'
import { closingOf, noteOf, notice, printedOf } from './printed.ts'
import { liveSpeakerOf } from './speakers.ts'
import { toldTable } from './told-table.ts'
import type { LiveEntry, LiveView } from './view.ts'
import { withoutReported } from './without-reported.ts'

/** The view after an event, and the entries to print. */
export type Folded = { readonly view: LiveView; readonly entries: readonly LiveEntry[] }

const domain = createDomain()

/** Folds one append: the session's own fold, work in progress, and entries for people. */
export function foldBatch(view: LiveView, batch: readonly Event[]): Folded {
  const goals = new Set(batch.flatMap((event) => (event.type === 'run.started' ? event.data.takes : [])))
  const entries: LiveEntry[] = []
  let current = view
  for (const event of batch) {
    const { story, changes } = tell(current.story, event)
    current = { ...current, session: domain.evolve(current.session, event), story }
    if (event.id !== undefined && goals.has(event.id)) continue
    const folded = foldEvent(
      current,
      event,
      changes.flatMap((change) => ('put' in change ? [change.put] : [])),
    )
    current = folded.view
    entries.push(...folded.entries)
  }
  const late = hasCallsUnderWay(current) ? { view: current, entries: [] } : closeLate(current)
  return { view: late.view, entries: [...entries, ...late.entries] }
}

const hasCallsUnderWay = ({ session }: LiveView): boolean =>
  Object.values(session.started).some(({ kind }) => kind === 'model')

/** Prints the end of a run that aborted calls, with their cost as far as it is known. */
export function closeLate(view: LiveView): Folded {
  const { late } = view
  if (!late) return { view, entries: [] }
  const totals = view.session.run?.finished?.totals ?? late.totals
  const over = { ...view, late: null }
  return print(over, printedOf(over, { ...late, totals }))
}

/** Folds live text. A single call is streamed; several are shown by their last words. */
export function foldLiveText(view: LiveView, effect: EffectKey, kind: 'text' | 'reasoning', text: string): Folded {
  const running = view.running.map((each) => (each.effect === effect ? { ...each, [kind]: each[kind] + text } : each))
  const call = running.find((each) => each.effect === effect)
  const next = { ...view, running }
  if (!call || kind === 'reasoning') return { view: next, entries: [] }
  if (view.direct?.effect === effect) return textLines(next, text)
  if (view.direct || running.length > 1 || !isStreamed(view.session.tasks[call.task]?.kind))
    return { view: next, entries: [] }
  const opened = openDirect(next, call)
  const said = textLines(opened.view, call.text)
  return { view: said.view, entries: [...opened.entries, ...said.entries] }
}

/** A message for people that is not in the log. */
export function foldNotice(view: LiveView, text: string): Folded {
  return print(view, [notice('plain', text)])
}

function foldEvent(view: LiveView, event: Event, told: readonly StoryEntry[]): Folded {
  const printed = isToldElsewhere(view.session, event) ? [] : told.flatMap((entry) => printedOf(view, entry))
  switch (event.type) {
    case 'run.started':
      return { view, entries: printed }
    case 'effect.started':
      return { view: started(view, event), entries: [] }
    case 'model.replied':
      return replied(view, event)
    case 'model.failed':
    case 'effect.aborted':
    case 'effect.lost':
      return ended(view, event, printed)
    case 'message':
      return message(view, told)
    case 'run.finished':
      return finished(view, event, told)
    case 'decision.proposed':
      return print(view, [...printed, ...seat(view, event)])
    case 'decision.committed':
      return print(view, withoutReported(view, printed))
    default:
      return print(view, printed)
  }
}

/** The user has a vote: how to cast it, from any terminal. */
function seat({ session }: LiveView, { data }: EventOf<'decision.proposed'>): readonly LiveEntry[] {
  if (data.ballot || !data.eligible.includes('user')) return []
  return [notice('warning', `You have a vote: convene vote ${shortId(session.id)} ${data.decision} 1`)]
}

/** Printed at the end of the append, once no call is under way any more. */
function finished(view: LiveView, event: EventOf<'run.finished'>, told: readonly StoryEntry[]): Folded {
  const late = told.find((entry) => entry.kind === 'ending') ?? null
  const table = toldTable(view)
  const best = bestEntries(view, event)
  return print({ ...view, late }, table ? [...best, { kind: 'table', table }] : best)
}

/** A loop that stopped early returns its best result, which may have been shown long ago. */
function bestEntries({ session }: LiveView, { data }: EventOf<'run.finished'>): readonly LiveEntry[] {
  const text = bestResult(session, data.summary)
  const lead = session.run?.team.lead
  if (text === '' || !lead) return []
  return [{ kind: 'heading', speaker: liveSpeakerOf(session, lead.slug) }, ...markdownLines(text)]
}

function started(view: LiveView, { task, agent, at, data }: EventOf<'effect.started'>): LiveView {
  if (data.kind === 'tool' || !task || !agent) return view
  const running = [...view.running, { effect: data.effect, task, agent, since: at, text: '', reasoning: '' }]
  return { ...view, running, waiting: view.waiting.filter((each) => each.task !== task) }
}

const without = (view: LiveView, effect: EffectKey): LiveView => ({
  ...view,
  running: view.running.filter((each) => each.effect !== effect),
})

/** A reply that was not streamed, or only from its middle on, is shown in full as its message. */
function replied(view: LiveView, { data, task }: EventOf<'model.replied'>): Folded {
  const over = { ...without(view, data.effect), failures: { ...view.failures, [task ?? '']: '' } }
  const unseen = { ...over, under: over.under?.task === task ? null : over.under }
  if (view.direct?.effect !== data.effect) return { view: unseen, entries: [] }
  const said = view.direct.said
  const rest = data.text.startsWith(said)
    ? textLines(over, data.text.slice(said.length))
    : { view: unseen, entries: [] }
  const closed = closeDirect(rest.view)
  return { view: closed.view, entries: [...rest.entries, ...closed.entries] }
}

type Cut = EventOf<'model.failed' | 'effect.aborted' | 'effect.lost'>

function ended(view: LiveView, event: Cut, printed: readonly LiveEntry[]): Folded {
  const { effect } = event.data
  if (!view.running.some((each) => each.effect === effect)) return print(view, printed)
  const closed = view.direct?.effect === effect ? closeDirect(view) : { view, entries: [] }
  const next = waits({ ...without(closed.view, effect), under: null }, event)
  const told = print(next, printed.length > 0 && isSame(view, event) ? [retriedAgain(view, event)] : printed)
  return { view: told.view, entries: [...closed.entries, ...told.entries] }
}

function waits(view: LiveView, event: Event): LiveView {
  if (event.type !== 'model.failed' || event.data.waitMs === undefined || !event.task || !event.agent) return view
  const { task, agent } = event
  const again = { task, agent, until: event.at + event.data.waitMs, why: errorText(event.data.code) }
  const waiting = [...view.waiting.filter((each) => each.task !== task), again]
  return { ...view, waiting, failures: { ...view.failures, [task]: event.data.message } }
}

/** A retry that fails the same way does not repeat the whole message. */
const isSame = ({ failures }: LiveView, event: Cut): event is EventOf<'model.failed'> =>
  event.type === 'model.failed' && event.data.waitMs !== undefined && failures[event.task ?? ''] === event.data.message

const retriedAgain = ({ session }: LiveView, { agent = '', data }: EventOf<'model.failed'>): LiveEntry =>
  notice('warning', `${liveSpeakerOf(session, agent).name}: same error. Retrying in ${durationText(data.waitMs ?? 0)}.`)

/** A message in full, unless it was already streamed. */
function message(view: LiveView, told: readonly StoryEntry[]): Folded {
  const said = told.find((entry) => entry.kind === 'said')
  if (!said || said.rank === 'repeated') return { view: { ...view, under: null }, entries: [] }
  if (said.voice === 'user')
    return print(view, [
      {
        kind: 'said',
        text: clean(`${said.person === null ? '' : `${said.person}: `}${said.text}`),
        to: said.to && liveSpeakerOf(view.session, said.to).name,
      },
    ])
  if (said.rank === 'note' && said.voice === 'agent')
    return print({ ...view, under: null }, [noteOf(view, said), ...marksOf(said)])
  if (said.voice === 'convene') return print(view, [{ kind: 'notice', tone: 'plain', text: clean(said.text) }])
  const report = said.rank === 'result' ? said.text : view.report
  return print({ ...view, under: null, report }, [...bodyOf(view, said), ...marksOf(said), closingOf(view, said)])
}

/** What the log says about its claims, in the margin where no agent writes. */
const marksOf = ({ marks }: Pick<EntryOf<'said'>, 'marks'>): readonly LiveEntry[] =>
  claimRows(marks).map(({ tone, line }) =>
    notice(tone === 'good' || tone === 'plain' ? 'plain' : 'warning', capitalized(line)),
  )

const capitalized = (line: string): string => `${line.charAt(0).toUpperCase()}${line.slice(1)}`

function bodyOf({ session, under }: LiveView, said: EntryOf<'said'>): readonly LiveEntry[] {
  if (under && isUnder(under, said)) return added(said.text, under.said)
  return [{ kind: 'heading', speaker: liveSpeakerOf(session, said.author) }, ...markdownLines(said.text)]
}

/** A report that was partly requested again starts with its first version, which was already shown. */
const isUnder = ({ task, kind }: NonNullable<LiveView['under']>, said: EntryOf<'said'>): boolean =>
  task === said.task || (kind === 'synthesize' && said.rank === 'result')

/**
 * What a message adds to the streamed reply: the program removes lines that it reads itself, and adds sections that a
 * report lacks. The reply counts as shown, whatever happened to its text.
 */
function added(text: string, shown: string): readonly LiveEntry[] {
  const known = new Set(cleanLines(shown).map(bare))
  const lines = markdownLines(text)
  const isNew = (entry: LiveEntry | undefined) =>
    entry?.kind === 'line' && entry.text.trim() !== '' && !known.has(bare(entry.text))
  return lines.filter((line, index) => isNew(line) || (isNew(lines[index + 1]) && isNew(lines[index - 1])))
}

const bare = (line: string): string =>
  line
    .replace(/\[m\d+\]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

/** Prints now, or after the answer that is being streamed. */
function print(view: LiveView, entries: readonly LiveEntry[]): Folded {
  if (!view.direct || entries.length === 0) return { view, entries }
  return { view: { ...view, held: [...view.held, ...entries] }, entries: [] }
}

/** A text as entries, line by line, each of them clean. */
export function markdownLines(text: string): readonly LiveEntry[] {
  let inCode = false
  return cleanLines(text.trimEnd()).map((line) => {
    const entry = { kind: 'line', text: line, inCode } as const
    if (/^\s*(```|~~~)/u.test(line)) inCode = !inCode
    return entry
  })
}
