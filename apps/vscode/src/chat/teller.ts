export { awaitsOnlyUser } from '@convene/domain'

import { type Event, type EventOf, estimateText, type Run, usualMode } from '@convene/domain'
import type { LiveDelta } from '@convene/protocol'
import {
  castOf,
  claimMarks,
  claimRows,
  type Entry,
  type EntryOf,
  emptyStory,
  isShown,
  lineOf,
  type Story,
  sentenceOf,
  type Tone,
  tell as tellStory,
  withSeats,
} from '@convene/reading'
import type { EditorVerbosity } from '../settings/verbosity.ts'
import { askShown, questionShown } from './asks.ts'
import { endings } from './endings.ts'
import { filesShown } from './files.ts'
import { liveText } from './live-text.ts'
import { type ChatNames, isCut, isOnlyVoice, isWhole, messageHeading, messageShown } from './messages.ts'
import { isFinalPhase, markdown, oneLine, piece, plain, progressPart, type ResponsePart } from './response-part.ts'
import { results } from './results.ts'
import { shownTexts } from './shown-texts.ts'
import { sources } from './sources.ts'
import { votes } from './votes.ts'

/** What a chat shows of a run, event by event, and of what is being written. */
export type Teller = {
  tell(event: Event): readonly ResponsePart[]
  hear(delta: LiveDelta): readonly ResponsePart[]
  /** What is said last, given the run as it is then: the files it changed, and its numbers if it has ended. */
  end(run: Run | null): readonly ResponsePart[]
}

/** Seats and mode of a continued run. */
type Known = { readonly mode: string; readonly seats: readonly { readonly slug: string; readonly name: string }[] }

/** What a teller keeps in mind between events. */
const memory = () => ({
  live: liveText(),
  files: filesShown(),
  ends: endings(),
  found: results(),
  whole: shownTexts(),
  ballots: votes(),
  ...sources(),
})
type Memory = ReturnType<typeof memory>

/** A teller learns who is who from the start of the run, or from its caller. */
export function teller(verbosity: EditorVerbosity, before: Known = { mode: usualMode(1), seats: [] }): Teller {
  const kept = memory()
  const seats = before.seats.map((seat) => ({ ...seat, model: '' }))
  let story = withSeats(emptyStory, before.mode, seats)
  let isFirst = true
  const telling = (): Telling => ({ ...kept, story, names: { ...namesOf(story), isFirst }, verbosity })
  const told = (event: Event): readonly ResponsePart[] => {
    const { story: next, changes } = tellStory(story, event)
    story = next
    note(event, telling())
    if (event.type === 'message' && event.data.role !== 'user') {
      const shown = said(event, telling())
      isFirst = false
      return shown
    }
    if (event.type === 'question.asked') return questionShown(event, telling().names, kept.whole)
    return happened(
      event,
      changes.flatMap((change) => ('put' in change ? [change.put] : [])),
      telling(),
    )
  }
  return {
    hear: (delta) => {
      const heard = kept.live.hear(delta)
      if (!heard) return []
      const { names } = telling()
      const needsName = heard.isNew && !isOnlyVoice('answer', names)
      return [piece(`${needsName ? `${messageHeading(heard.agent, 'answer', names)}\n\n` : ''}${heard.text}`)]
    },
    tell: (event) => {
      const shown = told(event)
      for (const { kind } of shown) if (kind === 'progress') kept.found.step()
      return shown
    },
    end: (run) => [...kept.files.changed(), ...kept.ends.numbers(run)],
  }
}

function note(event: Event, { live, found, ends, hear, names }: Telling): void {
  live.note(event, names.mode)
  found.note(event)
  ends.note(event)
  if (event.type === 'message') hear(event)
}

function said(event: EventOf<'message'>, { live, whole, cited, names, verbosity }: Telling): readonly ResponsePart[] {
  const { kind, text } = event.data
  const rest = live.rest(event)
  const shown = rest === undefined ? messageShown(event, names, verbosity) : [markdown(rest)]
  if (shown.length === 0) return []
  if (!isCut(kind, text, verbosity)) whole.add(text)
  // No message has an icon: an agent cannot write such a line itself.
  const marks = claimRows(claimMarks(event.data.claims)).map(({ tone, line }) =>
    markdown(plain(`Claims ${line.replaceAll('`', '')}`), tone === 'good' ? 'eye' : 'warning'),
  )
  return isWhole(kind, verbosity) ? [...shown, ...marks, ...cited(text, event.session, names)] : shown
}

function happened(event: Event, entries: readonly Entry[], telling: Telling): readonly ResponsePart[] {
  const { live, files, cited, names, verbosity } = telling
  const ending = live.close(event)
  return [
    ...(ending === undefined ? [] : [piece(`${ending}\n\n`)]),
    ...files.tell(event),
    ...again(event, telling),
    ...shownOf(event, entries, telling),
    ...cited(noticesIn(entries, verbosity), event.session, names),
  ]
}

/** The result once more, if steps that came after it have folded it away. */
function again(event: Event, { found, cited, names, verbosity }: Telling): readonly ResponsePart[] {
  if (event.type !== 'run.finished') return []
  return found
    .hidden(event, names.mode)
    .flatMap((message) => [
      ...messageShown(message, names, verbosity),
      ...cited(message.data.text, event.session, names),
    ])
}

const noticesIn = (entries: readonly Entry[], verbosity: EditorVerbosity): string =>
  entries.map((entry) => (entry.kind === 'notice' && isShown(entry.level, verbosity) ? entry.text : '')).join('\n')

function namesOf(story: Story): ChatNames {
  const { name, mode } = castOf(story)
  return { name, mode, isFirst: true }
}

type Telling = Memory & { readonly story: Story; readonly names: ChatNames; readonly verbosity: EditorVerbosity }

function shownOf(event: Event, entries: readonly Entry[], telling: Telling): readonly ResponsePart[] {
  switch (event.type) {
    case 'run.started':
      return entries.flatMap((entry) => (entry.kind === 'opening' ? started(event, entry) : []))
    case 'permission.asked':
      return askShown(event, telling.names)
    case 'decision.proposed':
      return telling.ballots.card(event, telling.names) ?? noticesShown(entries, telling)
    case 'decision.voted':
      return [...noticesShown(entries, telling), ...telling.ballots.reminder(event)]
    case 'run.state':
      // The editor folds away everything above the last progress line, so none may follow the end.
      return isFinalPhase(event.data.to) ? [] : [step(event, telling)]
    case 'model.failed':
      return event.data.waitMs === undefined ? [] : [step(event, telling)]
    case 'permission.answered':
    case 'question.answered':
      // A step: otherwise the links to the other answers would stay above the result. Until the next one, the answer
      // shows which buttons are used up.
      return [answeredShown(event, entries, telling), ...answerShown(event, entries, telling)]
    case 'task.assigned':
    case 'tool.called':
    case 'step.state':
    case 'handoff':
      return telling.verbosity === 'brief' ? [] : [step(event, telling)]
    default:
      return [...noticesShown(entries, telling), ...stepsShown(event, telling)]
  }
}

const noticesShown = (entries: readonly Entry[], telling: Telling): readonly ResponsePart[] =>
  entries.flatMap((entry) => entryShown(entry, telling))

/** The current activity, in one line that the next one replaces. */
function step(event: Event, { story }: Telling): ResponsePart {
  const cast = castOf(story)
  const isAsked = event.type === 'task.assigned'
  const line = lineOf(event, cast)
  return progressPart(sentenceOf(isAsked ? { ...line, body: '' } : line, cast.name))
}

/** The answer in the story's words, which name every rule that it grants. */
function answeredShown(event: Event, entries: readonly Entry[], telling: Telling): ResponsePart {
  const notice = entries.find((entry) => entry.kind === 'notice')
  return notice ? progressPart(notice.text) : step(event, telling)
}

/** A text that was approved is known: it was shown, or the user has written it. */
function answerShown(event: Event, entries: readonly Entry[], telling: Telling): readonly ResponsePart[] {
  const isApproved = event.type === 'question.answered' && event.data.answer === 'approve'
  return isApproved ? [markdown(lineOf(event, castOf(telling.story)).text, icons.good)] : noticesShown(entries, telling)
}

const icons: { readonly [tone in Tone]?: string } = {
  good: 'check',
  asked: 'question',
  warning: 'warning',
  bad: 'error',
}

function entryShown(entry: Entry, { verbosity, ends }: Telling): readonly ResponsePart[] {
  if (!isShown(entry.level, verbosity)) return []
  switch (entry.kind) {
    case 'notice':
    case 'scored':
      return [markdown(plain(oneLine(entry.text, 600)), icons[entry.tone])]
    case 'ending':
      return ends.sentence(entry)
    default:
      return []
  }
}

/** The steps of a plan that the user has not read at its gate, or has changed there. */
function stepsShown(event: Event, { names, whole }: Telling): readonly ResponsePart[] {
  if (event.type !== 'plan.committed' || whole.hasAll(event.data.steps.map(({ description }) => description))) return []
  const rows = event.data.steps.map(
    ({ id, owner, description }) => `- **${id}** ${oneLine(description, 160)} *(${names.name(owner)})*`,
  )
  return [markdown(rows.join('\n'))]
}

function started(
  { data }: EventOf<'run.started'>,
  { who, limits, rehearses }: EntryOf<'opening'>,
): readonly ResponsePart[] {
  return [
    progressPart(`${who}, ${estimateText(data.estimate)}`),
    ...(limits.length > 0 ? [progressPart(`Limits: ${limits.join(' · ')}`)] : []),
    ...(rehearses
      ? [
          markdown(
            '> Rehearsal: no model is connected, so a built-in program answers with quotes from your message and files.',
          ),
        ]
      : []),
  ]
}
