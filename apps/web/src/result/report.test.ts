import { describe, expect, test } from 'vitest'
import { reportOf, sectionsOf } from './report.ts'

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

  test('is null if the text is a plain answer', () => {
    expect(reportOf('# Redis or Postgres\n\nPostgres.')).toBeNull()
    expect(reportOf('Postgres.')).toBeNull()
  })
})
