import {
  capTexts,
  clean,
  cleanLine,
  cleanLines,
  countText,
  durationText,
  limitsExpected,
  priceParts,
  type Session,
  stanceLine,
  tokensText,
  totalsText,
  unmetLines,
  viewOf,
  withPlainMarks,
} from '@convene/domain'
import {
  claimLines,
  type EntryOf,
  endingParts,
  isShown,
  type Entry as StoryEntry,
  verdictOf as verdictOfRun,
} from '@convene/reading'
import { speakerOf, speakersOf } from './speakers.ts'
import type { Entry, Tone, View } from './view.ts'

const LONGEST = 200
const LONGEST_WHY = 300
/** Longer diffs are read with `sessions show --files`. */
const MOST_LINES = 60

/** A run's opening: the goal, and the team. */
export function openingOf(session: Session): Entry {
  const { run } = session
  return {
    kind: 'opening',
    goal: clean(run?.goal ?? session.goal),
    mode: cleanLine(run?.mode ?? ''),
    team: cleanLine(run?.team.name ?? ''),
    speakers: run ? speakersOf(run) : [],
    limits: run ? capTexts(limitsExpected(run)) : [],
  }
}

export const notice = (tone: Tone, text: string): Entry => ({ kind: 'notice', tone, text: cleanLine(text) })

/** How a story entry is printed in its current state. A terminal cannot take anything back. */
export function printedOf(view: View, entry: StoryEntry): readonly Entry[] {
  if (!isShown(entry.level, view.verbosity)) return []
  switch (entry.kind) {
    case 'opening':
      return [openingOf(view.session)]
    case 'thought':
      return [{ kind: 'thought', speaker: speakerOf(view.session, entry.agent), text: clean(entry.text) }]
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

function ending({ session }: View, { tone, text, unsaid, totals }: EntryOf<'ending'>): Entry {
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

function question({ session }: View, { agent, question: asked, options, gate }: EntryOf<'question'>): Entry {
  return {
    kind: 'question',
    speaker: speakerOf(session, agent || (session.run?.team.lead?.slug ?? '')),
    question: clean(asked),
    // At a gate, the keys below or the commands say how to answer.
    options: gate === null ? options.map(cleanLine) : [],
    ...(gate !== null && { text: clean(gate).trim() }),
  }
}

/** A call is one line once it has ended. */
function tool({ session, story }: View, entry: EntryOf<'tool'>): readonly Entry[] {
  const { agent, depth, state, output } = entry
  if (state !== 'done' && entry.ms === null) return []
  return [
    {
      kind: 'tool',
      speaker: speakerOf(session, agent),
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

function handed({ session }: View, { from, to, depth, description, background }: EntryOf<'handover'>): Entry {
  const [text = ''] = description.split('\n\n## Report expectations')
  return {
    kind: 'handed',
    from: speakerOf(session, from),
    to: speakerOf(session, to),
    depth: depth - 1,
    text: shortened(text),
    background,
  }
}

/** A message for which one line is enough. */
export const noteOf = (view: View, said: EntryOf<'said'>): Entry =>
  said.hasPosition ? ballotOf(view, said) : assignmentOf(view, said)

/** What a lead gives to a member, as a line under its plan. */
const assignmentOf = ({ session }: View, { author, to, text }: EntryOf<'said'>): Entry => ({
  kind: 'handed',
  from: speakerOf(session, author),
  to: speakerOf(session, to ?? ''),
  depth: 0,
  text: shortened(text),
  background: false,
})

/** The whole report with full verbosity, otherwise its beginning. */
function reported(
  { session, verbosity }: View,
  { to, depth, state, facts, report, marks }: EntryOf<'handover'>,
): Entry {
  const isWhole = state === 'done' && verbosity === 'full'
  return {
    kind: 'reported',
    speaker: speakerOf(session, to),
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

function change({ verbosity }: View, { depth, title, added, removed, diff }: EntryOf<'change'>): Entry {
  const lines = verbosity === 'full' ? cleanLines(diff).slice(0, -1) : []
  const shown = lines.filter((line) => !/^(diff|index|---|\+\+\+) /u.test(line))
  return { kind: 'change', depth, title: cleanLine(title), added, removed, lines: bounded(shown) }
}

const bounded = (lines: readonly string[]): readonly string[] =>
  lines.length <= MOST_LINES
    ? lines
    : [...lines.slice(0, MOST_LINES), `… ${countText(lines.length - MOST_LINES, 'more line')}`]

/** An opened ballot: one line, with its id for citations. Its reason is left out if the last position gave it. */
function ballotOf({ session }: View, { author, text, id }: EntryOf<'said'>): Entry {
  const isKnown = session.run !== null && viewOf(session.run).ballotsRepeat
  const lines = cleanLines(text).filter((line) => !isKnown || stanceLine(line)?.name !== 'reason')
  const words = cleanLine(withPlainMarks(lines.join('\n')))
  const cast = /^abstain/iu.test(words) ? 'abstained' : `voted for ${words}`
  return notice('plain', [`${speakerOf(session, author).name} ${cast}`, ...(id ? [id] : [])].join(' · '))
}

/** The line under an answer: how it was made, and its id for citations. */
export function closingOf({ session }: View, entry: EntryOf<'said'>): Entry {
  const { author, used, word, rehearsal, incomplete, id } = entry
  return {
    kind: 'closing',
    speaker: speakerOf(session, author),
    facts: [
      ...(used ? [durationText(used.ms), `${tokensText(used.tokens)} tokens`, ...priceParts(used)] : []),
      ...(word === '' ? [] : [word]),
      ...(rehearsal ? ['rehearsal'] : []),
      ...(incomplete ? ['incomplete'] : []),
      ...(id ? [id] : []),
    ],
  }
}
