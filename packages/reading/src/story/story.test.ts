import { type Event, emptySession, factTypes, phaseText, type SessionId } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { Play, runStart, seat } from '../sessions.fixture.ts'
import { strangers } from './cast.ts'
import { endingText, reasonText } from './ending-text.ts'
import { entriesOf } from './entries-of.ts'
import type { Entry } from './entry.ts'
import { sentenceOf } from './line.ts'
import { emptyStory } from './story.ts'
import { tell } from './tell.ts'
import { lineOf, words } from './words.ts'

const event = (type: string, data: object, place: object = {}): Event =>
  ({ type, data, session: 'S', seq: 1, batch: 1, at: 0, v: 1, ...place }) as unknown as Event

const said = (type: string, data: object, place: object = {}): string =>
  sentenceOf(lineOf(event(type, data, place), { ...strangers, name: (slug) => slug.toUpperCase() }), (slug) =>
    slug.toUpperCase(),
  )

/** A team that works, argues and votes. */
function log(): readonly Event[] {
  const names = ['ada', 'bert', 'cleo']
  const rules = [{ layer: 'user', rules: { decide: 'allow', vote: 'allow', handoff: 'allow' } }] as const
  const start = runStart({ mode: 'broadcast', members: names.map((slug) => seat(slug)), rules: [...rules] })
  const team = { ...start.team, lead: seat('lead', { seat: 'lead' }) }
  const play = new Play(emptySession('S' as SessionId))
  play.tell({ type: 'create', goal: 'Ship it.', workspace: '/project', run: { ...start, team } })
  play.answer('ada', 'Mine.')
  play.tell({ type: 'propose', topic: 'Which?', options: ['a', 'b'] })
  for (const name of names) play.answer(name, `${name} argues.`)
  const vote = (name: string, option: string) =>
    play.answer(name, `VOTE: ${option}\nREASON: ${name} knows.\nCONFIDENCE: 70`)
  vote('ada', 'a')
  vote('bert', 'a')
  vote('cleo', 'b')
  return play.events
}

describe('a line', () => {
  test('names the session of a fork and its one change', () => {
    const change = { text: 'new fact “We have 3 shops.”' }
    expect(said('session.forked', { from: '01M7N4Q53MMDD12ZP6BZBKH4Y2', seq: 0, change })).toBe(
      'Forked from session BZBKH4Y2. One change: new fact “We have 3 shops.”',
    )
  })

  test('begins with who did it, and ends with what they said', () => {
    expect(said('handoff', { step: 's2', from: 'ada', to: 'bert', reason: 'She knows.', state: 'offered' })).toBe(
      'ADA offers step s2 to BERT: She knows.',
    )
    expect(said('agent.paused', {}, { agent: 'ada' })).toBe('ADA is paused. The others continue.')
    expect(said('permission.asked', { tool: 'bash', resource: 'npm test', chain: ['ada'] })).toBe(
      'ADA asks to use bash: npm test',
    )
  })

  test('names which of several people did it, and nobody on a personal machine', () => {
    const place = { person: { id: 'p1', name: 'Ada Byron' } }
    const lines: readonly (readonly [string, object, string, string])[] = [
      ['permission.answered', { answer: 'once', by: 'user' }, 'Allowed once', 'Allowed once by Ada Byron'],
      ['permission.answered', { answer: 'deny', by: 'user' }, 'Denied', 'Denied by Ada Byron'],
      ['permission.answered', { answer: 'deny', by: 'expiry' }, 'Denied by expiry', 'Denied by Ada Byron'],
      ['question.answered', { answer: 'approve' }, 'Approved', 'Approved by Ada Byron'],
      ['question.answered', { answer: 'reject', text: 'No.' }, 'Sent back: No.', 'Sent back by Ada Byron: No.'],
      ['run.state', { to: 'paused', trigger: 'userPaused' }, 'Paused', 'Paused by Ada Byron'],
    ]
    for (const [type, data, alone, shared] of lines)
      expect([said(type, data), said(type, data, place)]).toEqual([alone, shared])
  })

  test('about a report that is sent back is kept for the log: what is still wrong after that is said once', () => {
    const level = (code: string) => lineOf(event('warning', { code, message: 'x' }), strangers as never).level
    expect(['missing_sections', 'unknown_citations'].map(level)).toEqual(['log', 'log'])
    expect(['sections_unwritten', 'citations_struck'].map(level)).toEqual(['brief', 'brief'])
  })

  test('says which limit was reached, with units', () => {
    const budget = { which: 'cost', spent: 1.2, reserved: 0, cap: 1 }
    expect(said('limit.reached', budget)).toBe(
      'Cost limit reached: $1.20 of $1.00. Wrapping up with the results so far.',
    )
    expect(said('limit.reached', { ...budget, which: 'time', spent: 61_000, cap: 60_000, exhausted: true })).toBe(
      'Time limit reached: 1 min 01 s of 1 min 00 s. Stopping here.',
    )
  })

  test('distinguishes a changed position from an unchanged one', () => {
    const position = { round: 2, position: 'Wait', confidence: 70, changed: true, because: '[m4]' }
    expect(said('position', position, { agent: 'ada' })).toBe('ADA now holds “Wait”, because [m4]')
    expect(said('position', { ...position, flagged: true }, { agent: 'ada' })).toContain('without a new reason')
    const silent = { ...position, because: '', flagged: true }
    expect(said('position', silent, { agent: 'ada' })).toBe('ADA now holds “Wait”, without giving a reason')
    expect(said('position', { ...silent, option: 'C', move: 'new' }, { agent: 'ada' })).toBe(
      'ADA now holds “C. Wait”, which nobody had argued for',
    )
    expect(said('position', { ...position, changed: false }, { agent: 'ada' })).toBe('ADA holds “Wait”, 70 % sure')
  })
})

test('exactly the known event types have a line', () => {
  expect(Object.keys(words).toSorted()).toEqual(factTypes.toSorted())
})

test('ends, reasons and phases contain no internal codes', () => {
  expect(endingText('completed', 'limit:tool_calls')).toBe('Done: tool-call limit reached')
  expect(endingText('cancelled', 'user')).toBe('Stopped by you')
  expect(endingText('completed', 'rehearsal')).toBe('Rehearsal')
  expect([reasonText('error:rate_limited'), phaseText('awaiting_approval')]).toEqual([
    'rate limited',
    'waiting for approval',
  ])
  expect([reasonText('constructor'), phaseText('constructor')]).toEqual(['constructor', 'constructor'])
})

test('the last phase of a run is called what its end is called', () => {
  const phase = (to: string, reason: string) =>
    said('run.state', { from: 'running', to, trigger: 'limitReached', reason }).split(':').slice(0, 2).join(':')
  expect(phase('cancelled', 'max_iterations')).toBe('Phase: incomplete')
  expect(phase('cancelled', 'user')).toBe('Phase: stopped')
  expect(phase('completed', 'done')).toBe('Phase: done')
})

describe('a story', () => {
  test('told event by event has the same entries as told all at once', () => {
    const events = log()
    const entries = new Map<string, Entry>()
    let story = emptyStory
    for (const each of events) {
      const told = tell(story, each)
      story = told.story
      for (const change of told.changes)
        if ('put' in change) entries.set(change.put.key, change.put)
        else entries.delete(change.drop)
    }
    expect([...entries.values()].toSorted((a, b) => a.seq - b.seq)).toEqual(entriesOf(events))
    expect(entries.size).toBeGreaterThan(5)
  })

  test('contains each message once, and nothing still in progress', () => {
    const entries = entriesOf(log()).filter((entry) => entry.kind === 'said')
    const ids = log().flatMap(({ type, id }) => (type === 'message' ? [id] : []))
    expect(entries.flatMap(({ id }) => id ?? [])).toEqual(ids)
  })

  test('keeps only what can still change', () => {
    const story = log().reduce((before, each) => tell(before, each).story, emptyStory)
    expect(story.open.size).toBeLessThan(6)
    expect(story.depths.size).toBeLessThan(6)
  })

  test('never shows the words of a ballot', () => {
    const replies = log().filter(({ type, task }) => type === 'model.replied' && task?.includes('ballot:'))
    expect(replies.length).toBe(3)
    const shown = JSON.stringify(entriesOf(log()).filter((entry) => entry.kind === 'said'))
    for (const { data } of replies) expect(shown).not.toContain((data as { text: string }).text)
  })
})
