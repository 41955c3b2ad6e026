import {
  capTexts,
  countText,
  type Event,
  type EventOf,
  endWord,
  limitsExpected,
  loopSentence,
  modeViewOf,
  type Session,
  teamText,
  traitsOf,
  USER,
  withPlainMarks,
} from '@convene/domain'
import { endingText, reasonText } from './ending-text.ts'
import type { EntryChange } from './entry.ts'
import { endTone } from './run-state.ts'
import { castOf, type Story, withTeam } from './story.ts'
import { entryAt, noticeOf, type StoryChange, sentenceIn, type Tellers } from './story-change.ts'
import { tellTalk } from './tell-talk.ts'
import { tellWork } from './tell-work.ts'
import { lineOf } from './words.ts'

const tellers: Tellers = {
  ...tellTalk,
  ...tellWork,
  'session.created': (story, { data }) => ({ story: { ...story, workspace: data.workspace }, changes: [] }),
  'run.started': opened,
  'run.finished': ended,
  error: (story, event) => ({ story: { ...story, error: event.data.message }, changes: noticeOf(story, event) }),
  'plan.committed': (story, event) => ({
    story: { ...story, steps: new Map(event.data.steps.map(({ id, description }) => [id, description])) },
    changes: noticeOf(story, event),
  }),
  evaluation: scored,
}

/** Tells one event: which entries it adds and changes. The cost depends on what is open, not on the log's length. */
export function tell(story: Story, event: Event): StoryChange {
  const teller = tellers[event.type] as ((story: Story, event: Event) => StoryChange) | undefined
  return teller ? teller(story, event) : { story, changes: noticeOf(story, event) }
}

/** Whether a message already says the same: the Moderator's verdict, the topic's options, and every ballot. */
export function isToldElsewhere({ run }: Pick<Session, 'run'>, event: Event): boolean {
  if (!run) return false
  if (event.type === 'decision.voted') return event.data.decision === modeViewOf(run).ballot && !event.data.casting
  if (event.type === 'moderation') return event.data.action === 'converged' && event.task !== undefined
  if (event.type !== 'options.drawn' || event.data.by === USER) return false
  return event.data.options.every(({ text }) => modeViewOf(run).topic.includes(text))
}

function opened(story: Story, event: EventOf<'run.started'>): StoryChange {
  const { number, mode, goal, team, settings } = event.data
  const fresh = { ...story, error: null, round: 0, steps: new Map(), open: new Map(), used: new Map() }
  const body = {
    kind: 'opening',
    run: number,
    mode,
    goal,
    team: teamText(team),
    by: event.person?.name ?? null,
    who: whoText(event.data),
    limits: capTexts(limitsExpected(event.data)),
    rehearses: Object.values(settings.models).some(({ rehearsal }) => rehearsal),
  } as const
  return { story: withTeam(fresh, mode, team), changes: [{ put: entryAt(story, event, body) }] }
}

/** Nobody is speaking any more: live entries are dropped. */
function ended(story: Story, event: EventOf<'run.finished'>): StoryChange {
  const { state, reason, summary, totals, lacks } = event.data
  const live = [...story.open.values()].filter((entry) => entry.kind === 'said' && entry.stage === 'live')
  const open = new Map(story.open)
  for (const { key } of live) open.delete(key)
  // A stop is loud in the conversation it ended, and plain in a list.
  const tone = state === 'cancelled' ? 'warning' : endTone(endWord(state, reason))
  const body = {
    kind: 'ending',
    state,
    tone,
    word: endWord(state, reason),
    reason: reasonText(reason),
    text: endingText(state, reason, lacks),
    summary: withPlainMarks(summary),
    unsaid: withPlainMarks(unsaidOf(story, event)),
    totals,
  } as const
  const dropped = live.map(({ key }): EntryChange => ({ drop: key }))
  return { story: { ...story, open }, changes: [...dropped, { put: entryAt(story, event, body) }] }
}

/** `Coder`, `Quick Panel: panel with 5 agents`. */
function whoText({ team, mode }: EventOf<'run.started'>['data']): string {
  const { members, lead, judge } = team
  const [first] = members
  if (traitsOf(mode).alone && first) return first.name
  return `${teamText(team)}: ${mode} with ${countText(members.length + (lead ? 1 : 0) + (judge ? 1 : 0), 'agent')}`
}

/**
 * A loop's summary is a sentence about it, and its best result. What a completed run delivers was shown as it came, and
 * so was an answer that lacks something.
 */
function unsaidOf({ mode, error }: Story, { data: { state, reason, summary } }: EventOf<'run.finished'>): string {
  const loop = loopSentence({ mode }, summary)
  if (loop !== undefined) return loop
  if (state === 'completed') return ''
  if (reason === 'user') return summary.includes('\n') ? summary : ''
  const isAnswer = state === 'cancelled' && !traitsOf(mode).accounts
  return isAnswer || (error !== null && summary.includes(error)) ? '' : summary
}

function scored(story: Story, event: EventOf<'evaluation'>): StoryChange {
  const { iteration, score, trend } = event.data
  const rationale = withPlainMarks(event.data.rationale)
  const line = lineOf(event, castOf(story))
  const text = sentenceIn(story, line)
  const body = { kind: 'scored', tone: line.tone, text, iteration, score, rationale, trend } as const
  return { story, changes: [{ put: entryAt(story, event, body) }] }
}
