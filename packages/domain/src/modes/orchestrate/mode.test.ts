import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../../effect/effect.ts'
import { toArray } from '../../list/list.ts'
import {
  domain,
  ends,
  failure,
  reply,
  runStart,
  seat,
  settled,
  teamOf,
  told,
  underWay,
} from '../../session/session.fixture.ts'
import type { SessionId } from '../../shared/ids.ts'
import { emptySession, type Session } from '../../state/session.ts'
import type { SeatedTeam } from '../../team/team.ts'

const members = [
  seat('ada', { prompt: 'You read plans.\nSlowly.', useFor: 'plans', model: 'test/model' }),
  seat('bert', { prompt: 'You ask people.' }),
]
const lead = seat('lead', { seat: 'lead', execution: 'single' })

function begun(team: Partial<SeatedTeam> = {}, mode = 'orchestrate', goal = 'Why?'): Session {
  const run = { ...runStart({ mode }), team: { ...teamOf(...members), lead, ...team } }
  return underWay(told(emptySession('S' as SessionId), { type: 'create', goal, workspace: '/project', run }))
}

const promptOf = (session: Session, agent: string) => {
  const effect = Object.values(session.started).find(
    (one): one is ModelEffect => one.kind === 'model' && one.agent === agent,
  )
  const line = effect && toArray(domain.prompt(session, effect).lines).at(-1)
  return line?.role === 'user' ? line.text : ''
}
const says = (session: Session, agent: string, text: string) => underWay(ends(session, agent, reply(text)))
const planned = (session = begun()) =>
  says(session, 'lead', '@worker:ADA\nRead it.\n@end\n@worker:BERT\nAsk them.\n@end')

describe('the ask for a plan', () => {
  test('contains the goal, each member with model and speciality, the routing, and the rule to assign few', () => {
    const text = promptOf(begun({ routingContext: 'Plans go to ADA.' }), 'lead')
    expect(text).toMatch(/^# Plan\n\nCurrent date: 2026-01-02\n\n## Goal\n\nWhy\?\n\n## Members\n\n/)
    expect(text).toContain(
      '- **ADA**: You read plans. Use for: plans. Model: test/model.\n- **BERT**: You ask people. Model: test/model.',
    )
    expect(text).toContain('## Routing\n\nPlans go to ADA.')
    expect(text).toContain('Assign as few members as the job needs.')
    expect(text).toContain('@worker:<member name>\n<the whole task>\n@end')
  })

  test('is repeated with the form and the names after a plan that assigns nobody', () => {
    const text = promptOf(says(begun(), 'lead', 'I will do it myself.'), 'lead')
    expect(text).toContain('Your last reply assigned nobody, so nobody can begin (try 2 of 3).')
    expect(text).toContain('with a name from this list: ADA, BERT.')
  })
})

describe('a member', () => {
  test('reads the original request above its task, and that tool failures must be reported', () => {
    expect(promptOf(planned(), 'ada')).toBe(
      '# Task\n\nCurrent date: 2026-01-02\n\n## Original User Request (context)\n\nWhy?\n\n## Your Assigned Task\n\nRead it.\n\n## Your Report\n\nFinish with a report that stands on its own. Where a tool fails, report the failure as it is; never invent its output.',
    )
  })

  test('appears to people with its task only', () => {
    const session = planned()
    const given = toArray(session.messages).filter(({ kind }) => kind === 'assignment')
    expect(given.map(({ author, to, text }) => [author, to, text])).toEqual([
      ['lead', 'ada', 'Read it.'],
      ['lead', 'bert', 'Ask them.'],
    ])
  })

  test('has the team’s context in its system prompt, and does not see other members’ tasks', () => {
    const session = planned(begun({ sharedContext: 'We ship on Fridays.' }))
    const effect = Object.values(session.started).find(
      (one): one is ModelEffect => one.kind === 'model' && one.agent === 'ada',
    )
    const request = effect && domain.prompt(session, effect)
    expect(request?.system).toContain('## Shared context\n\nWe ship on Fridays.')
    expect(JSON.stringify(request?.lines)).not.toContain('Ask them.')
  })

  test('that fails is named to the lead, and the others are quoted in seat order', () => {
    let session = planned()
    session = underWay(ends(session, 'bert', failure('refused', { retryable: false })))
    session = says(session, 'ada', 'It says so.')
    const text = promptOf(session, 'lead')
    expect(text).toContain('## Failed\n\n- **BERT**: refused happened')
    expect(text).toContain('## Previous responses\n\n### ADA [m4]\n\nIt says so.')
  })
})

test('the lead’s synthesis is both the summary and the report', () => {
  let session = planned()
  session = says(session, 'bert', 'They agree.')
  session = says(session, 'ada', 'It says so.')
  session = ends(session, 'lead', reply('Because.'))
  expect(session.run?.finished).toMatchObject({ state: 'completed', reason: 'done', summary: 'Because.' })
})

test('a lead that fails during the plan fails the run with its code', () => {
  const session = ends(begun(), 'lead', failure('unauthorized', { retryable: false }))
  expect(session.run?.finished).toMatchObject({ state: 'failed', reason: 'error:unauthorized' })
})

test('a team without a lead is led by its first member', () => {
  const { lead: _none, ...team } = { ...teamOf(...members), lead }
  const run = { ...runStart({ mode: 'orchestrate' }), team }
  const session = underWay(told(emptySession('S' as SessionId), { type: 'create', goal: 'Why?', workspace: '/w', run }))
  expect(promptOf(session, 'ada')).toMatch(/^# Plan\n/)
})

describe('a judge', () => {
  const judge = seat('judge', { seat: 'judge', execution: 'single' })
  const judged = (result: string, goal?: string) => {
    let session = planned(begun({ judge }, 'reflect', goal))
    session = says(session, 'ada', 'It says so.')
    session = says(session, 'bert', 'They agree.')
    return says(session, 'lead', result)
  }

  test('sees the goal and at most 4,000 characters of the result, in a separate conversation', () => {
    const text = promptOf(judged('x'.repeat(4_010)), 'judge')
    expect(text).toContain('## Goal\n\nWhy?')
    expect(text).toContain(`${'x'.repeat(4_000)}\n\n(cut here: 10 more characters)`)
    expect(text).not.toContain('x'.repeat(4_001))
  })

  test('is demanding at first and lenient in the last iteration', () => {
    expect(promptOf(judged('Because.'), 'judge')).toContain('Be demanding')
    let session = judged('Because.', 'Why? --max 2')
    session = underWay(ends(session, 'judge', reply('SCORE: 0.2\nRATIONALE: No.')))
    session = planned(session)
    for (const agent of ['ada', 'bert', 'lead']) session = says(session, agent, `${agent} says something else.`)
    expect(promptOf(session, 'judge')).toContain('Be lenient')
  })

  test('does not end the run by mentioning the sentinel in a sentence', () => {
    const session = settled(
      ends(judged('Because.'), 'judge', reply('I would not write [[GROUP_REFLECT_COMPLETE]] yet.')),
      [],
    )
    expect(session.run?.phase).toBe('evaluating')
    expect(session.run?.finished).toBeNull()
  })

  test('with a score of 60 has not called the goal met', () => {
    const session = settled(ends(judged('Because.'), 'judge', reply('SCORE: 60\nRATIONALE: Half of it.')), [])
    expect(session.run?.phase).toBe('planning')
  })
})

test('a member that has used up its iterations gets one last call to report', () => {
  const busy = seat('ada', { maxIterations: 1 })
  const session = planned(begun({ members: [busy, members[1] as typeof busy] }))
  const calls = [{ tool: 'fly', input: {} }]
  const closing = underWay(ends(session, 'ada', reply('Let me look.', { calls, finish: 'tools' })))
  expect(promptOf(closing, 'ada')).toMatch(/^You have used your 1 iteration\. You have no tools any more\./)
})
