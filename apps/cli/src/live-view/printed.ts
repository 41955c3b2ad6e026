import {
  capTexts,
  clean,
  cleanLine,
  cleanLines,
  countText,
  durationText,
  limitsExpected,
  modeViewOf,
  priceParts,
  type Session,
  stanceLine,
  tokensText,
  totalsText,
  unmetLines,
  withPlainMarks,
} from '@convene/domain'
import {
  claimLines,
  type EntryOf,
  endingParts,
  isShown,
  runOutcomeWord,
  type Entry as StoryEntry,
  verdictOf as verdictOfRun,
} from '@convene/reading'
import { liveSpeakerOf, liveSpeakersOf } from './speakers.ts'
import type { LiveEntry, LiveView, Tone } from './view.ts'

const LONGEST = 200
const LONGEST_WHY = 300
/** Longer diffs are read with `sessions show --files`. */
const MOST_LINES = 60

/** A run's opening: the goal, and the team. */
export function openingOf(session: Session): LiveEntry {
  const { run } = session
  return {
    kind: 'opening',
    goal: clean(run?.goal ?? session.goal),
    mode: run ? runOutcomeWord(run) : '',
    team: cleanLine(run?.team.name ?? ''),
    speakers: run ? liveSpeakersOf(run) : [],
    limits: run ? capTexts(limitsExpected(run)) : [],
  }
}

export const notice = (tone: Tone, text: string): LiveEntry => ({ kind: 'notice', tone, text: cleanLine(text) })

/** How a story entry is printed in its current state. A terminal cannot take anything back. */
export function printedOf(view: LiveView, entry: StoryEntry): readonly LiveEntry[] {
  if (!isShown(entry.level, view.verbosity)) return []
  switch (entry.kind) {
    case 'opening':
      return [openingOf(view.session)]
    case 'thought':
      return [{ kind: 'thought', speaker: liveSpeakerOf(view.session, entry.agent), text: clean(entry.text) }]
    case 'notice':
      return [notice(entry.tone, entry.text), ...entry.more.map((line) => notice('plain', line))]
    case 'round':
      return [notice('plain', entry.text)]
    case 'scored':
      return [notice(entry.tone, entry.text)]
    case 'ending':
      return [ending(view, entry)]
    case 'question':
      return [question(view, entry)]
    case 'tool':
      return tool(view, entry)
    case 'handover':
      return [entry.state === 'open' ? handed(view, entry) : reported(view, entry)]
    case 'change':
      return [change(view, entry)]
    case 'said':
      return []
  }
}

function ending({ session }: LiveView, { tone, text, unsaid, totals }: EntryOf<'ending'>): LiveEntry {
  const verdict = verdictOfRun(session.run)
  return {
    kind: 'ending',
    session: session.id,
    tone,
    text: cleanLine(text),
    summary: [clean(unsaid), cleanLine((session.run ? unmetLines(session.run) : []).join(', '))]
      .filter((part) => part !== '')
      .join(' '),
    facts: verdict ? endingParts(verdict, totals) : totalsText(totals),
  }
}

function question({ session }: LiveView, { agent, question: asked, options, gate }: EntryOf<'question'>): LiveEntry {
  return {
    kind: 'question',
    speaker: liveSpeakerOf(session, agent || (session.run?.team.lead?.slug ?? '')),
    question: clean(asked),
    // At a gate, the keys below or the commands say how to answer.
    options: gate === null ? options.map(cleanLine) : [],
    ...(gate !== null && { text: clean(gate).trim() }),
  }
}

/** A call is one line once it has ended. */
function tool({ session, story }: LiveView, entry: EntryOf<'tool'>): readonly LiveEntry[] {
  const { agent, depth, state, output } = entry
  if (state !== 'done' && entry.ms === null) return []
  return [
    {
      kind: 'tool',
      speaker: liveSpeakerOf(session, agent),
      named: depth > 0 || story.members > 1,
      depth,
      tool: cleanLine(entry.tool),
      target: cleanLine(entry.target),
      ok: state === 'done',
      ms: entry.ms ?? 0,
      why: state === 'failed' ? cleanLine(output).slice(0, LONGEST_WHY) : '',
    },
  ]
}

function handed({ session }: LiveView, { from, to, depth, description, background }: EntryOf<'handover'>): LiveEntry {
  const [text = ''] = description.split('\n\n## Report expectations')
  return {
    kind: 'handed',
    from: liveSpeakerOf(session, from),
    to: liveSpeakerOf(session, to),
    depth: depth - 1,
    text: shortened(text),
    background,
  }
}

/** A message for which one line is enough. */
export const noteOf = (view: LiveView, said: EntryOf<'said'>): LiveEntry =>
  said.hasPosition ? ballotOf(view, said) : assignmentOf(view, said)

/** What a lead gives to a member, as a line under its plan. */
const assignmentOf = ({ session }: LiveView, { author, to, text }: EntryOf<'said'>): LiveEntry => ({
  kind: 'handed',
  from: liveSpeakerOf(session, author),
  to: liveSpeakerOf(session, to ?? ''),
  depth: 0,
  text: shortened(text),
  background: false,
})

/** The whole report with full verbosity, otherwise its beginning. */
function reported(
  { session, verbosity }: LiveView,
  { to, depth, state, facts, report, marks }: EntryOf<'handover'>,
): LiveEntry {
  const isWhole = state === 'done' && verbosity === 'full'
  return {
    kind: 'reported',
    speaker: liveSpeakerOf(session, to),
    depth: depth - 1,
    ok: state === 'done',
    facts: [...facts, ...claimLines(marks.filter(({ tone }) => tone !== 'good')).map(cleanLine)],
    text: isWhole ? clean(report).trim() : shortened(report),
  }
}

function shortened(text: string): string {
  const line = cleanLine(text)
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

function change({ verbosity }: LiveView, { depth, title, added, removed, diff }: EntryOf<'change'>): LiveEntry {
  const lines = verbosity === 'full' ? cleanLines(diff).slice(0, -1) : []
  const shown = lines.filter((line) => !/^(diff|index|---|\+\+\+) /u.test(line))
  return { kind: 'change', depth, title: cleanLine(title), added, removed, lines: bounded(shown) }
}

const bounded = (lines: readonly string[]): readonly string[] =>
  lines.length <= MOST_LINES
    ? lines
    : [...lines.slice(0, MOST_LINES), `… ${countText(lines.length - MOST_LINES, 'more line')}`]

/** An opened ballot: one line, with its id for citations. Its reason is left out if the last position gave it. */
function ballotOf({ session }: LiveView, { author, text, id }: EntryOf<'said'>): LiveEntry {
  const isKnown = session.run !== null && modeViewOf(session.run).ballotsRepeat
  const lines = cleanLines(text).filter((line) => !isKnown || stanceLine(line)?.name !== 'reason')
  const words = cleanLine(withPlainMarks(lines.join('\n')))
  const cast = /^abstain/iu.test(words) ? 'abstained' : `voted for ${words}`
  return notice('plain', [`${liveSpeakerOf(session, author).name} ${cast}`, ...(id ? [id] : [])].join(' · '))
}

/** The line under an answer: how it was made, and its id for citations. */
export function closingOf({ session }: LiveView, entry: EntryOf<'said'>): LiveEntry {
  const { author, used, word, rehearsal, incomplete, id } = entry
  return {
    kind: 'closing',
    speaker: liveSpeakerOf(session, author),
    facts: [
      ...(used ? [durationText(used.ms), `${tokensText(used.tokens)} tokens`, ...priceParts(used)] : []),
      ...(word === '' ? [] : [word]),
      ...(rehearsal ? ['rehearsal'] : []),
      ...(incomplete ? ['incomplete'] : []),
      ...(id ? [id] : []),
    ],
  }
}
