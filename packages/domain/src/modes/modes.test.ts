import { describe, expect, test } from 'vitest'
import { toArray } from '../list/list.ts'
import { toDot, toMermaid } from '../mode/diagram.ts'
import { leadsTo } from '../mode/transitions.ts'
import { begun, domain, ends, failure, reply, seat, told, underWay, wanted } from '../session/session.fixture.ts'
import type { MessageId } from '../shared/ids.ts'
import { faces } from './faces.ts'
import { modes } from './modes.ts'

const members = [seat('ada'), seat('bert'), seat('cleo')]
const answers = (session: ReturnType<typeof begun>) =>
  toArray(session.messages)
    .filter(({ kind }) => kind === 'answer')
    .map(({ author }) => author)
const dead = { retryable: false }

describe('broadcast', () => {
  test('asks everyone at once, and nobody sees the others’ answers', () => {
    const session = underWay(begun({ mode: 'broadcast', members }))
    for (const effect of Object.values(session.started)) {
      const lines = effect.kind === 'model' ? toArray(domain.prompt(session, effect).lines) : []
      expect(lines).toEqual([{ role: 'user', text: '# Respond\n\nCurrent date: 2026-01-02\n\nWhy?' }])
    }
    expect(Object.keys(session.started)).toHaveLength(3)
  })

  test('continues without a failed member, says how many answered, and is not done', () => {
    let session = underWay(begun({ mode: 'broadcast', members }))
    session = ends(session, 'bert', failure('unauthorized', dead))
    session = ends(ends(session, 'cleo', reply('Three.')), 'ada', reply('One.'))
    expect(session.run?.finished).toMatchObject({
      state: 'cancelled',
      reason: 'members_missing',
      lacks: { what: 'answered', done: 2, of: 3, who: ['bert'] },
    })
    expect(session.run?.finished?.summary.split('\n').map((line) => line.slice(0, 10))).toEqual([
      '- **ADA** ',
      '- **BERT**',
      '- **CLEO**',
    ])
    expect(session.run?.finished?.summary).toContain('failed: unauthorized happened')
  })

  test('lists each answer with the amounts shown under it', () => {
    const models = { 'test/model': { price: null, context: null } }
    let session = underWay(begun({ mode: 'broadcast', members, settings: { models } }))
    const more = { ms: 1_240, usage: { input: 1_900, cached: 0, output: 100 } }
    for (const { slug } of members) session = ends(session, slug, reply('Yes.', more), session.at + 60_000)
    expect(session.run?.finished?.summary.split('\n')[0]).toBe('- **ADA** (test/model, 1.2 s, 2k tokens): [m2]')
  })

  test('fails if every member fails', () => {
    const session = ends(
      underWay(begun({ mode: 'broadcast', members: [seat('ada')] })),
      'ada',
      failure('refused', dead),
    )
    expect(session.run?.finished).toMatchObject({ state: 'failed', reason: 'error:all_members_failed' })
  })

  test('sends a follow-up to everyone, to the named agent, or to the picked one', () => {
    let session = underWay(begun({ mode: 'broadcast', members }))
    for (const { slug } of members) session = ends(session, slug, reply(`${slug} says.`))
    session = told(session, { type: 'message', text: 'And cheaply?' })
    expect(Object.keys(session.tasks)).toHaveLength(3)
    session = underWay(session)
    for (const { slug } of members) session = ends(session, slug, reply('Cheaply.'))
    const named = told(session, { type: 'message', text: 'You?', to: 'bert' })
    expect(Object.values(named.tasks).map(({ agent }) => agent)).toEqual(['bert'])
    const picked = told(told(session, { type: 'pick', message: 'm3' as MessageId }), {
      type: 'message',
      text: 'Why you?',
    })
    expect(Object.values(picked.tasks).map(({ agent }) => agent)).toEqual([toArray(session.messages)[2]?.author])
  })
})

describe('sequential', () => {
  test('gives each member the earlier answers with their authors, and the last answer is the result', () => {
    let session = underWay(begun({ mode: 'sequential', members }))
    expect(wanted(session)).toHaveLength(1)
    session = underWay(ends(session, 'ada', reply('One.')))
    session = underWay(ends(session, 'bert', reply('Two.')))
    const effect = Object.values(session.started)[0]
    const line = effect?.kind === 'model' ? toArray(domain.prompt(session, effect).lines)[0] : undefined
    expect(line).toEqual({
      role: 'user',
      text: '# Respond\n\nCurrent date: 2026-01-02\n\nWhy?\n\n## Previous responses\n\n### ADA [m2]\n\nOne.\n\n### BERT [m3]\n\nTwo.',
    })
    expect(ends(session, 'cleo', reply('Three.')).run?.finished?.summary).toBe('Three.')
  })

  test('continues without a failed member', () => {
    let session = underWay(begun({ mode: 'sequential', members }))
    session = underWay(ends(session, 'ada', failure('refused', dead)))
    session = underWay(ends(session, 'bert', reply('Two.')))
    session = ends(session, 'cleo', reply('Three.'))
    expect(answers(session)).toEqual(['bert', 'cleo'])
    expect(session.run?.finished?.state).toBe('cancelled')
  })

  test('passes the user’s message to the next member', () => {
    let session = told(underWay(begun({ mode: 'sequential', members })), { type: 'message', text: 'Mind the cost.' })
    session = underWay(ends(session, 'ada', reply('One.')))
    const effect = Object.values(session.started)[0]
    const line = effect?.kind === 'model' ? toArray(domain.prompt(session, effect).lines)[0] : undefined
    expect(line?.role === 'user' && line.text).toContain('## Added by the user\n\nMind the cost.')
    expect(session.queue).toEqual([])
  })
})

describe('agent', () => {
  test('a follow-up continues the same conversation', () => {
    const done = ends(underWay(begun()), 'ada', reply('Because.'))
    const asked = underWay(told(done, { type: 'message', text: 'And then?' }))
    const effect = Object.values(asked.started)[0]
    expect(effect?.kind === 'model' && toArray(domain.prompt(asked, effect).lines)).toEqual([
      { role: 'user', text: '# Respond\n\nCurrent date: 2026-01-02\n\nWhy?' },
      { role: 'assistant', text: 'Because.', calls: [] },
      { role: 'user', text: '# Follow-up\n\nAnd then?' },
    ])
  })

  test('fails the run with the error code if it fails for good', () => {
    const failed = ends(underWay(begun()), 'ada', failure('unauthorized', dead))
    expect(failed.run?.finished).toMatchObject({
      state: 'failed',
      reason: 'error:unauthorized',
      summary: 'ADA could not answer: unauthorized happened',
    })
  })
})

describe('the face of every mode', () => {
  test('is listed in the same order, and is what the mode says of itself', () => {
    expect(Object.keys(faces)).toEqual(Object.keys(modes))
    for (const [name, face] of Object.entries(faces)) expect(modes[name]).toMatchObject(face)
  })

  test.each(Object.values(modes))('$name: a seat for the user is promised only if there is one', ({ traits, user }) =>
    expect(traits.userSeat).toBe(user.turn !== undefined),
  )
})

describe('transition tables', () => {
  test.each(Object.values(modes))('$name: every row leads to a phase in the table', ({ transitions }) => {
    const working = Object.keys(transitions).find((phase) => transitions[phase]?.userPaused) ?? ''
    for (const [phase, row] of Object.entries(transitions))
      for (const trigger of Object.keys(row)) {
        const to = leadsTo(transitions, phase, trigger, working)
        expect(Object.keys(transitions)).toContain(to)
      }
  })

  test('become a diagram in which a paused run returns to the phases that can be paused', () => {
    const { transitions } = modes.agent ?? { transitions: {} }
    expect(toMermaid(transitions)).toContain('  paused --> running: userResumed')
    expect(toMermaid(transitions)).toContain('  running --> completed: answered')
    expect(toDot('agent', transitions)).toContain('  running -> paused [label="userPaused"];')
  })
})
