import { describe, expect, test } from 'vitest'
import { toArray } from '../list/list.ts'
import { begun, ends, reply, runStart, seat, settled, told, underWay } from '../session/session.fixture.ts'
import type { MessageId, RunId, SessionId } from '../shared/ids.ts'
import { goalLine, summaryOf, titleOf } from './headline.ts'
import { emptySession, type Session } from './session.ts'

const long = `We have a service that writes its audit log to a file on one machine and people want it elsewhere.\nMore words.`

const answered = (goal: string, text: string, then = (session: Session) => session): Session => {
  const run = { ...runStart({ members: [seat('ada')] }), id: 'RUN' as RunId }
  const session = told(emptySession('S' as SessionId), { type: 'create', goal, workspace: '/p', run })
  return ends(underWay(then(session)), 'ada', reply(text))
}

test('a goal with a list is headed by its first line in plain words', () => {
  const goal = 'Carry out: Keep **sessions** in `Postgres` [m4]\n\n- Create a table. [m4]\n- Delete Redis.'
  expect(goalLine(goal)).toBe('Carry out: Keep sessions in Postgres')
  expect(goalLine('## Move the orders\n\nNow.')).toBe('Move the orders')
})

describe('the title of a session', () => {
  test('is the goal if it fits in a line', () => {
    expect(answered('Which database?', '# Use SQLite\n\nBecause.').title).toBe('Which database?')
  })

  test('comes from the report if the goal is too long', () => {
    expect(answered(long, '# Report\n\n## Keep the **audit log** in SQLite\n\nBecause.').title).toBe(
      'Keep the audit log in SQLite',
    )
    expect(answered(long, 'Goal: move the audit log\n\nText.').title).toBe('move the audit log')
  })

  test('is the beginning of the goal if the report has no meaningful heading', () => {
    expect(answered(long, '# Summary\n\nDone.').title).toBe(titleOf(long))
    expect(titleOf(long)).toMatch(/^We have a service .*…$/u)
  })

  test('is never the name of a section', () => {
    const report = '## Executive Summary\n\n- Keep it.\n\n## Agreements\n\n- None.\n\n## Minority Report\n\nNobody.'
    expect(answered(long, report).title).toBe(titleOf(long))
  })

  test('stays as the user set it', () => {
    const renamed = (session: Session) => told(session, { type: 'update', title: 'Mine' })
    expect(answered(long, '# Keep it in SQLite', renamed).title).toBe('Mine')
  })

  test('contains nothing that a terminal would act on', () => {
    expect(answered(long, '# Nice \u001b[31mred\u202e\u0007 title').title).toBe('Nice red title')
  })
})

describe('the summary of a session', () => {
  test('is empty until its run has ended', () => {
    expect(summaryOf(begun())).toBe('')
  })

  test('is the beginning of its Executive Summary, or else of the report', () => {
    const report =
      '# Report\n\nPreamble.\n\n## Executive Summary\n\n- Use **SQLite** [m3].\n- Ship on Friday.\n\n## Detail\n\nx'
    expect(summaryOf(answered('Why?', report))).toBe('Use SQLite. Ship on Friday.')
    expect(summaryOf(answered('Why?', '# Title\n\nBecause of the\ntests.\n\nMore.'))).toBe('Because of the tests.')
  })

  test('contains no marks that agents write for the program', () => {
    expect(summaryOf(answered('Why?', 'CLEAR: nothing is missing.'))).toBe('Nothing is missing.')
  })

  test('says how many answers there are until one is picked', () => {
    const session = underWay(begun({ mode: 'broadcast', members: [seat('ada'), seat('bob')] }))
    const both = ends(ends(session, 'ada', reply('Yes.')), 'bob', reply('No.'))
    expect(summaryOf(both)).toBe('2 answers. ADA: Yes.')
    const ofBob = toArray(both.messages).find(({ author }) => author === 'bob')?.id as MessageId
    expect(summaryOf(told(both, { type: 'pick', message: ofBob }))).toBe('No.')
  })

  test('is short, whatever the report', () => {
    for (const text of ['word '.repeat(50_000), '|'.repeat(50_000), '#'.repeat(50_000), '```\n'.repeat(9_999)])
      expect(summaryOf(answered('Why?', text)).length).toBeLessThanOrEqual(300)
  })

  test('skips an unwritten section', () => {
    expect(summaryOf(answered('Why?', '## Executive Summary\n\nNot written.\n\n## Agreements\n\n- Keep Redis.'))).toBe(
      'Keep Redis.',
    )
  })

  test('says why there is no result', () => {
    const failed = settled(begun(), [])
    const stopped = told(failed, { type: 'stop' })
    expect(summaryOf(stopped)).toBe('Stopped.')
  })
})
