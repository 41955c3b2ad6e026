import { describe, expect, test } from 'vitest'
import { toArray } from '../list/list.ts'
import { begun, ends, reply, runStart, seat, settled, told, underWay } from '../session/session.fixture.ts'
import type { MessageId, RunId, SessionId } from '../shared/ids.ts'
import { summaryOf, titleOf } from './headline.ts'
import { emptySession, type Session } from './session.ts'

const long = `We have a service that writes its audit log to a file on one machine and people want it elsewhere.\nMore words.`

const answered = (goal: string, text: string, then = (session: Session) => session): Session => {
  const run = { ...runStart({ members: [seat('ada')] }), id: 'RUN' as RunId }
  const session = told(emptySession('S' as SessionId), { type: 'create', goal, workspace: '/p', run })
  return ends(underWay(then(session)), 'ada', reply(text))
}

describe('the title of a session', () => {
  test('is the goal where that fits in a line', () => {
    expect(answered('Which database?', '# Use SQLite\n\nBecause.').title).toBe('Which database?')
  })

  test('comes from the report where the goal is too long for one', () => {
    expect(answered(long, '# Report\n\n## Keep the **audit log** in SQLite\n\nBecause.').title).toBe(
      'Keep the audit log in SQLite',
    )
    expect(answered(long, 'Goal: move the audit log\n\nText.').title).toBe('move the audit log')
  })

  test('is the beginning of the goal where the report has no heading that says anything', () => {
    expect(answered(long, '# Summary\n\nDone.').title).toBe(titleOf(long))
    expect(titleOf(long)).toMatch(/^We have a service .*…$/u)
  })

  test('is never the name of a section', () => {
    const report = '## Executive Summary\n\n- Keep it.\n\n## Agreements\n\n- None.\n\n## Minority Report\n\nNobody.'
    expect(answered(long, report).title).toBe(titleOf(long))
  })

  test('stays what the user has called it', () => {
    const renamed = (session: Session) => told(session, { type: 'update', title: 'Mine' })
    expect(answered(long, '# Keep it in SQLite', renamed).title).toBe('Mine')
  })

  test('holds nothing that a terminal would act on', () => {
    expect(answered(long, '# Nice \u001b[31mred\u202e\u0007 title').title).toBe('Nice red title')
  })
})

describe('the summary of a session', () => {
  test('is empty until its run has ended', () => {
    expect(summaryOf(begun())).toBe('')
  })

  test('is what its report says first under Executive Summary, else its first words', () => {
    const report =
      '# Report\n\nPreamble.\n\n## Executive Summary\n\n- Use **SQLite** [m3].\n- Ship on Friday.\n\n## Detail\n\nx'
    expect(summaryOf(answered('Why?', report))).toBe('Use SQLite. Ship on Friday.')
    expect(summaryOf(answered('Why?', '# Title\n\nBecause of the\ntests.\n\nMore.'))).toBe('Because of the tests.')
  })

  test('has no mark in it that an agent wrote for the program', () => {
    expect(summaryOf(answered('Why?', 'CLEAR: nothing is missing.'))).toBe('Nothing is missing.')
  })

  test('names how many answers there are, until one is picked', () => {
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

  test('skips a section that nobody wrote', () => {
    expect(summaryOf(answered('Why?', '## Executive Summary\n\nNot written.\n\n## Agreements\n\n- Keep Redis.'))).toBe(
      'Keep Redis.',
    )
  })

  test('says why there is no result', () => {
    const failed = settled(begun(), [])
    const stopped = told(failed, { type: 'stop' })
    expect(summaryOf(stopped)).toContain('Stopped by the user.')
  })
})
