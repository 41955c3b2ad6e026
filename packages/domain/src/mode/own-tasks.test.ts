import { describe, expect, test } from 'vitest'
import { ends, failure, reply, runStart, seat, told, underWay, wanted } from '../session/session.fixture.ts'
import type { SessionId } from '../shared/ids.ts'
import { emptySession, type Session } from '../state/session.ts'

const keepers = ['title', 'summary'].map((slug) => seat(slug, { category: 'hidden', execution: 'single' }))

/** One agent has answered. The title agent is asked next, if the settings want it. */
function answered(settings: object = { titles: 'agent' }): Session {
  const run = runStart({ settings })
  const team = { ...run.team, subagents: keepers }
  const goal = { type: 'create', goal: 'Why?', workspace: '/project' } as const
  const made = told(emptySession('S' as SessionId), { ...goal, run: { ...run, team } })
  return underWay(ends(underWay(made), 'ada', reply('Because of the cache.')))
}

const asked = (session: Session) => wanted(session).flatMap((effect) => (effect.kind === 'model' ? [effect.agent] : []))

describe('the title of a session', () => {
  test.for([
    ['"Slow cache."', 'Slow cache'],
    ['# Title: **Slow** cache\n\nThat is it.', 'Slow cache'],
    ['', 'Why?'],
  ] as const)('%j is %j after the first run, if an agent names it', ([said, title]) => {
    const named = ends(answered(), 'title', reply(said))
    expect(named.title).toBe(title)
    expect(named.run?.phase).toBe('completed')
  })

  test('is the goal if the agent fails, and it is asked only once', () => {
    const session = ends(answered(), 'title', failure('auth', { retryable: false }))
    expect([session.title, asked(session)]).toEqual(['Why?', []])
  })

  test('stays what the user made of it', () => {
    const renamed = told(answered(), { type: 'update', title: 'Mine' })
    expect(ends(renamed, 'title', reply('Theirs')).title).toBe('Mine')
  })

  test('costs nothing unless the settings ask for it', () => expect(asked(answered({}))).toEqual([]))
})

test('a summary on request is the summary agent’s answer from what the session asked and made', () => {
  const session = underWay(told(answered({}), { type: 'message', text: 'Sum it up.', to: 'summary' }))
  expect(asked(session)).toEqual(['summary'])
  const lines = JSON.stringify(Object.values(session.tasks).at(-1)?.lines)
  expect(lines).toContain('Because of the cache.')
  const done = ends(session, 'summary', reply('The cache was slow.'))
  expect([done.run?.phase, done.queue, asked(done)]).toEqual(['completed', [], []])
})
