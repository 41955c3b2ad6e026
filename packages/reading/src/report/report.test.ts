import { describe, expect, test } from 'vitest'
import { listedIn, reportOf, sectionsOf } from './report.ts'

const report = `*Rehearsal.*

## Executive Summary

- Move [m4].

## 2. Detailed Analysis

\`\`\`md
# no heading
\`\`\`

## **Agreements**

Latency.

## Disagreements:

Cost.

## Minority Report

Nobody.

## Recommendations

- Do it.
`

describe('a report', () => {
  test('is split at its headings, however they are formatted', () => {
    expect(reportOf(report)).toMatchObject({
      answer: '*Rehearsal.*\n\n- Move [m4].',
      agreements: 'Latency.',
      disagreements: 'Cost.',
      minority: 'Nobody.',
      recommendations: '- Do it.',
      others: [{ title: 'Detailed Analysis' }],
    })
  })

  test('ignores headings inside code', () => {
    expect(sectionsOf(report).map(({ title }) => title)).not.toContain('no heading')
  })

  test('keeps a second section of the same name, and finds risks and open questions by their usual names', () => {
    const found = reportOf('## Summary\n\nA\n\n## Summary\n\nB\n\n## Risk Assessment\n\nC\n\n## Open questions\n\nD')
    expect(found).toMatchObject({ answer: 'A', risks: 'C', open: 'D', others: [{ title: 'Summary', text: 'B' }] })
  })

  test('lists unwritten sections by name without showing them', () => {
    const found = { answer: 'A', risks: 'B', agreements: '', others: [], unwritten: ['Agreements', 'Appendix'] }
    const written = '## Summary\n\nA\n\n## Risks\n\nB\n\n'
    expect(reportOf(`${written}## Not written\n\nAgreements, Appendix`)).toMatchObject(found)
    const older = '## Agreements\n\nNot written.\n\n## Appendix\n\nNot written.'
    expect(reportOf(written + older)).toMatchObject(found)
  })

  test('is recognized even if it has only an answer', () => {
    const found = reportOf('Postgres.\n\n## Minority Report\n\nNobody.\n\n## Not written\n\nAgreements')
    expect(found).toMatchObject({ answer: 'Postgres.', minority: 'Nobody.', unwritten: ['Agreements'] })
  })

  test('is null if the text is a plain answer', () => {
    expect(reportOf('# Redis or Postgres\n\nPostgres.')).toBeNull()
    expect(reportOf('Postgres.')).toBeNull()
  })
})

describe('recommendations', () => {
  test('are the items of a list, with everything that belongs to them', () => {
    const text = 'First:\n\n1. Add copies.\n   Every night.\n2. [ ] Test them.\n\nThen rest.\n- Write it down.'
    expect(listedIn(text)).toEqual({
      before: 'First:',
      items: ['Add copies.\n   Every night.', 'Test them.\n\nThen rest.', 'Write it down.'],
    })
  })

  test('are not cut at list marks inside code, and may be prose', () => {
    expect(listedIn('- Run:\n```sh\n- no item\n```').items).toEqual(['Run:\n```sh\n- no item\n```'])
    expect(listedIn('Just wait.')).toEqual({ before: 'Just wait.', items: [] })
  })
})
