import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../../effect/effect.ts'
import { toArray } from '../../list/list.ts'
import { domain, ends, failure, reply, runStart, seat, teamOf, told, underWay } from '../../session/session.fixture.ts'
import type { SessionId } from '../../shared/ids.ts'
import { emptySession, type Session } from '../../state/session.ts'
import { modeViewOf } from '../view-of.ts'

const members = [seat('ada'), seat('bert'), seat('cleo')]
const lead = seat('lead', { seat: 'lead', execution: 'single' })
const said = { ada: 'One database is enough.', bert: 'Wait until January.', cleo: 'Move it now.' } as const

function begun(isLed = true): Session {
  const run = { ...runStart({ mode: 'broadcast' }), team: { ...teamOf(...members), ...(isLed && { lead }) } }
  return underWay(told(emptySession('S' as SessionId), { type: 'create', goal: 'Why?', workspace: '/project', run }))
}

/** Everybody has answered, and the lead is asked. */
const answered = (session = begun()): Session =>
  underWay(Object.entries(said).reduce((now, [agent, text]) => ends(now, agent, reply(text)), session))

const askOf = (session: Session): string => {
  const effect = Object.values(session.started).find((one): one is ModelEffect => one.kind === 'model')
  const line = effect && toArray(domain.prompt(session, effect).lines).at(-1)
  return line?.role === 'user' ? line.text : ''
}

const idOf = (session: Session, agent: string) =>
  toArray(session.messages).find(({ author }) => author === agent)?.id ?? ''

const comparison = (session: Session) => `DISPUTED: When to move.
PASSAGE: ${idOf(session, 'bert')} "Wait until January."
PASSAGE: ${idOf(session, 'cleo')} "Move it now."`

describe('several opinions with a lead', () => {
  test('end with what the lead finds in common, and who says it, above the answers', () => {
    const asked = answered()
    expect(askOf(asked)).toMatch(/^# Compare\n[\s\S]*## Goal\n\nWhy\?[\s\S]*One database is enough\./u)
    const { run } = ends(asked, 'lead', reply(comparison(asked)))
    expect(run?.finished).toMatchObject({ state: 'completed', reason: 'done' })
    expect(run && modeViewOf(run).points?.map(({ kind, text }) => [kind, text])).toEqual([
      ['disputed', 'When to move.'],
    ])
    const [bert, cleo] = [idOf(asked, 'bert'), idOf(asked, 'cleo')]
    expect(run?.finished?.summary).toMatch(
      `**Where they contradict each other**\n\n- When to move. (BERT [${bert}], CLEO [${cleo}])\n\n**The answers**\n\n- **ADA**`,
    )
  })

  test.each([
    ['invents a passage', 'AGREED: All is well.\nPASSAGE: m2 "All is well everywhere."'],
    ['writes prose', 'They agree on most things.'],
    ['names no answer', 'AGREED: One.\nPASSAGE: ADA says that one database is enough.'],
  ])('are compared once more if the lead %s, and then stay side by side', (_how, text) => {
    const again = underWay(ends(answered(), 'lead', reply(text)))
    expect(askOf(again)).toContain('You were asked before, and your answer could not be used')
    const { run } = ends(again, 'lead', reply(text))
    expect(run?.finished).toMatchObject({ state: 'completed', summary: expect.stringMatching(/^- \*\*ADA\*\*/u) })
    expect(run && modeViewOf(run).points).toBeNull()
  })

  test('stay side by side, without another call, if the lead fails', () => {
    const { run } = ends(answered(), 'lead', failure('refused', { retryable: false }))
    expect(run?.finished?.summary).toMatch(/^- \*\*ADA\*\*/u)
  })

  test('are not compared if only one member has answered', () => {
    let session = begun()
    for (const agent of ['ada', 'bert']) session = ends(session, agent, failure('refused', { retryable: false }))
    session = ends(session, 'cleo', reply('Move it now.'))
    expect(session.run?.finished).toMatchObject({ reason: 'members_missing', lacks: { done: 1, of: 3 } })
  })

  test('are compared by nobody without a lead', () => {
    expect(answered(begun(false)).run?.finished).toMatchObject({ state: 'completed' })
  })
})

test('a question that cites an answer shows it to the agent that is asked, unless it is its own', () => {
  const asked = answered()
  const done = ends(asked, 'lead', reply(comparison(asked)))
  const [ada, bert] = [idOf(done, 'ada'), idOf(done, 'bert')]
  const text = askOf(
    underWay(told(done, { type: 'message', to: 'ada', text: `Merge [${bert}] and [m99] into [${ada}].` })),
  )
  expect(text).toContain(`## Previous responses\n\n### BERT [${bert}]\n\nWait until January.`)
  expect(text).not.toContain('### ADA')
})
