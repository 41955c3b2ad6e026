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
  test('is read by its headings, however they are decorated', () => {
    expect(reportOf(report)).toMatchObject({
      answer: '*Rehearsal.*\n\n- Move [m4].',
      agreements: 'Latency.',
      disagreements: 'Cost.',
      minority: 'Nobody.',
      recommendations: '- Do it.',
      others: [{ title: 'Detailed Analysis' }],
    })
  })

  test('keeps headings in code where they are', () => {
    expect(sectionsOf(report).map(({ title }) => title)).not.toContain('no heading')
  })

  test('is none where the text is just an answer', () => {
    expect(reportOf('# Redis or Postgres\n\nPostgres.')).toBeNull()
    expect(reportOf('Postgres.')).toBeNull()
  })
})
