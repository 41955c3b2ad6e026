import { describe, expect, test } from 'vitest'
import { citationsIn, strike, unknownCitations } from '../answer/citations.ts'
import { seat, teamOf } from '../session/session.fixture.ts'
import type { RunId } from '../shared/ids.ts'
import type { Run } from '../state/session.ts'
import { aliasesOf, anonymous, byAlias } from './anonymity.ts'

describe('citations', () => {
  const text = 'It is so [m1]. Also [m2, m9]; and [m10][m0]. Not [x1].'
  test('are found, resolved and struck', () => {
    expect(citationsIn(text)).toEqual(['m1', 'm2', 'm9', 'm10', 'm0'])
    expect(unknownCitations(text, 9)).toEqual(['m10', 'm0'])
    expect(strike(text, 2)).toBe('It is so [m1]. Also [m2]; and (no source)(no source). Not [x1].')
    expect(unknownCitations('[m01]', 5)).toEqual(['m01'])
  })
})

describe('anonymity', () => {
  const run = { id: 'RUN' as RunId, team: teamOf(seat('ada'), seat('bert'), seat('cleo')) } as unknown as Run
  test('gives every panelist one alias, the same in every process but different between runs', () => {
    expect(Object.values(aliasesOf(run)).toSorted()).toEqual(['Panelist A', 'Panelist B', 'Panelist C'])
    expect(aliasesOf(run)).toEqual(aliasesOf({ ...run }))
    const dealt = new Set(
      Array.from({ length: 40 }, (_, index) => JSON.stringify(aliasesOf({ ...run, id: `R${index}` as RunId }))),
    )
    expect(dealt.size).toBeGreaterThan(3)
  })

  test('recognizes a panelist by its alias or its letter', () => {
    const alias = aliasesOf(run).bert ?? ''
    expect(byAlias(run, alias)).toBe('bert')
    expect(byAlias(run, `**${alias}**.`)).toBe('bert')
    expect(byAlias(run, alias.slice(-1))).toBe('bert')
    expect(byAlias(run, 'Panelist Z')).toBeUndefined()
  })

  test('removes an author’s own name and model from what it says', () => {
    const alias = aliasesOf(run).ada
    expect(anonymous(run, 'ada', 'ADA here (ada), on test/model.')).toBe(`${alias} here (${alias}), on a model.`)
    expect(anonymous(run, 'ada', 'Canada is large.')).toBe('Canada is large.')
  })

  test('keeps a word that is also the name of its author’s model, unless the author introduces itself with it', () => {
    const one = { ...run, team: teamOf(seat('ada', { model: 'acme/one' }), seat('bert', { model: 'acme/gpt-5.2' })) }
    const said = 'In one line: one of them is one too many, and this is one way. No one says so.'
    expect(anonymous(one, 'ada', said)).toBe(said)
    expect(anonymous(one, 'ada', 'I am one, a language model. As one, I say no. On acme/one. My model is One.')).toBe(
      'I am a model, a language model. As a model, I say no. On a model. My model is a model.',
    )
    expect(anonymous(one, 'bert', 'I am GPT-5.2: gpt-5.2 says no, and gpt-5 too.')).toBe(
      'I am a model: a model says no, and gpt-5 too.',
    )
  })

  test('removes only the panelists’ names from what the user says', () => {
    const alias = aliasesOf(run).bert
    expect(anonymous(run, 'user', 'What does BERT say about test/model, bert?')).toBe(
      `What does ${alias} say about test/model, ${alias}?`,
    )
  })

  test('takes no longer for a text made up of blank lines', () => {
    const guarded = { ...run, team: teamOf(seat('security', { name: 'Security' }), seat('bert')) }
    const blank = ' \n'.repeat(100_000)
    expect(anonymous(guarded, 'security', blank)).toBe(blank)
  })

  test('keeps a word that is also a name, unless its author signs with it', () => {
    const guarded = { ...run, team: teamOf(seat('security', { name: 'Security' }), seat('bert')) }
    const alias = aliasesOf(guarded).security
    expect(anonymous(guarded, 'security', 'Security matters. As the Security expert I say no.\nSecurity: no.')).toBe(
      `Security matters. As ${alias} expert I say no.\n${alias}: no.`,
    )
    expect(
      anonymous(guarded, 'security', '- **Security** voted no. Security held that. In security, holds fail.'),
    ).toBe(`- **${alias}** voted no. ${alias} held that. In security, holds fail.`)
  })
})
