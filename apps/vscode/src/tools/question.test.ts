import { modes } from '@convene/domain'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { confirmationOf, readToolQuestion, sessionFor } from './question.ts'

test('another agent’s question is validated, since the editor does not do it', () => {
  expect(readToolQuestion({ question: 'Why?', mode: 'panel' })).toEqual({ ok: true, question: 'Why?', mode: 'panel' })
  for (const input of [
    undefined,
    {},
    { question: ' ' },
    { question: 7 },
    { question: 'x', mode: 'plan' },
    { question: 'x', bogus: 1 },
  ])
    expect(readToolQuestion(input)).toMatchObject({ ok: false })
})

test('a team is chosen by name, never by a file the agent may have written', () => {
  expect(readToolQuestion({ question: 'x', team: 'Quick Panel' })).toMatchObject({ ok: true, team: 'Quick Panel' })
  for (const team of [
    '/tmp/team.json',
    './team',
    'team.json',
    'team.JSON',
    'C:\\team',
    '..\\team',
    '',
    ' ',
    'x'.repeat(81),
  ])
    expect(readToolQuestion({ question: 'x', team })).toMatchObject({
      ok: false,
      why: expect.stringContaining('not a file'),
    })
})

test('the user sees team and mode before the agent’s words', () => {
  const said = (input: object) => confirmationOf({ question: 'Why?', ...input }).split('\n\n')
  expect(said({})).toEqual([
    'Mode: broadcast. Team: architect, security and performance. Reads this workspace and changes no files.',
    'Why?',
  ])
  expect(said({ mode: 'panel' })[0]).toMatch(/^Mode: panel\. Team: the default for this mode\./u)
  expect(said({ team: 'Quick\nPanel' })[0]).toMatch(/^Mode: the team’s own\. Team: “Quick Panel”\./u)
  expect(said({ team: 'quick-panel', mode: 'agent' })[0]).toMatch(/^Mode: agent\. Team: “quick-panel”\./u)
})

test('whatever the question, the session only reads and asks for no approvals', () => {
  const safe = { goal: 'Why?', workspace: '/w', readOnly: true, interactive: false }
  expect(sessionFor({ question: 'Why?' }, '/w')).toMatchObject({ ...safe, mode: 'broadcast' })
  expect(sessionFor({ question: 'Why?', team: 'quick-panel' }, '/w')).toMatchObject({ ...safe, team: 'quick-panel' })
  expect(sessionFor({ question: 'Why?' }, '/w', { reasoning: 'low' })).toMatchObject({ ...safe, reasoning: 'low' })
  expect(sessionFor({ question: 'Why?', mode: 'agent' }, '/w')).toMatchObject({ ...safe, mode: 'agent' })
})

test('the editor offers exactly the modes that a question may name', () => {
  const { enum: offered } = manifest.contributes.languageModelTools[0]?.inputSchema.properties.mode ?? {}
  expect(offered?.filter((mode) => !readToolQuestion({ question: 'Why?', mode }).ok)).toEqual([])
  expect(
    Object.keys(modes)
      .filter((mode) => readToolQuestion({ question: 'Why?', mode }).ok)
      .toSorted(),
  ).toEqual(offered?.toSorted())
})
