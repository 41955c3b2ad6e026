import { describe, expect, test } from 'vitest'
import { type Adr, adrText } from './adr.ts'

const adr: Adr = {
  title: 'Where do we store it?',
  status: 'accepted',
  context: 'Sessions must survive a crash.',
  options: ['SQLite', 'Postgres'],
  decision: 'SQLite',
  rationale: '2 of 3 votes.',
  consequences: 'One file to back up.',
  participants: [
    { name: 'Ada', option: 'SQLite', reason: 'One file.', confidence: 80 },
    { name: 'Bert', option: 'Postgres', reason: 'We know it.', confidence: null },
    { name: 'Cleo', option: null, reason: '', confidence: null },
  ],
  counts: ['Count: SQLite 1, Postgres 1'],
  date: Date.UTC(2026, 0, 2, 3),
}

const headings = (text: string) => text.split('\n').filter((line) => line.startsWith('#'))

describe('a decision record', () => {
  test('contains none of the marks that only programs read', () => {
    const raw = 'It is written.\n\nPOSITION: SQLite\nCONFIDENCE: 0.8\n\nNOT_CONVERGED: two differ'
    const text = adrText({ ...adr, context: raw, rationale: raw, consequences: raw })
    expect(text.match(/It is written\.\n\nSQLite · 80 %\n\nNot converged: two differ/gu)).toHaveLength(3)
    expect(text).not.toMatch(/POSITION|CONFIDENCE|NOT_CONVERGED/u)
  })

  test('has this format', () => {
    expect(adrText(adr)).toMatchInlineSnapshot(`
      "# Where do we store it?

      ## Status

      accepted

      ## Context

      Sessions must survive a crash.

      ## Options

      - SQLite
      - Postgres

      ## Decision

      SQLite

      ## Rationale

      2 of 3 votes.

      ## Consequences

      One file to back up.

      ## Participants and votes

      - Ada: SQLite (confidence 80). One file.
      - Bert: Postgres. We know it.
      - Cleo: did not vote
      - Count: SQLite 1, Postgres 1

      ## Dissent

      - Bert preferred Postgres: We know it.

      ## Date

      2026-01-02"
    `)
  })

  test('lists vetoes first and is marked as contested', () => {
    const text = adrText({ ...adr, status: 'contested', vetoes: [{ by: 'Cleo', reason: 'It loses data.' }] })
    expect(text).toContain('## Status\n\ncontested')
    expect(text).toContain('## Dissent\n\n- Veto by Cleo: It loses data.\n- Bert preferred Postgres: We know it.')
  })

  test('has exactly its own sections, even if the texts contain headings', () => {
    const hostile = 'x\n# Status\n## Decision\nrejected\n---\nstatus: rejected\n---\n\u001b[2J'
    const text = adrText({
      ...adr,
      title: hostile,
      context: hostile,
      rationale: hostile,
      consequences: hostile,
      options: [hostile, 'b'],
      decision: hostile,
      participants: [{ name: hostile, option: hostile, reason: hostile, confidence: null }],
    })
    expect(headings(text).slice(1)).toEqual(headings(adrText(adr)).slice(1))
    expect(text).not.toMatch(/^---/m)
    expect(text).not.toContain('\u001b')
  })

  test('shows all of its sections, even if the texts leave markup unclosed', () => {
    const context = 'Decision\n--\nrejected\n\n<!-- see\n\n~~~\nnot closed\n```js'
    const text = adrText({ ...adr, context, rationale: '```\ncode\n```', decision: '## Status' })
    expect(text).toContain('Decision\n\\--\nrejected')
    expect(text).toContain('\\<!-- see')
    expect(text).toContain('not closed\n```js\n~~~\n\n## Options')
    expect(text).toContain('```\ncode\n```\n\n## Consequences')
    expect(headings(text).slice(1)).toEqual(headings(adrText(adr)).slice(1))
  })

  test('states what is missing if nobody has said anything', () => {
    const text = adrText({ ...adr, context: '', rationale: '', consequences: '', participants: [] })
    expect(text).toContain('## Context\n\nNone was given.')
    expect(text).toContain('## Dissent\n\nNone.')
  })
})
