import { expect, test } from 'vitest'
import { reportOf } from '../report/report.ts'
import { leverAnswer } from './levers.ts'

const leversOf = (section: string) =>
  reportOf(`## Executive Summary\n\n- Go.\n\n## What Would Change This\n\n${section}\n\n## Recommendations\n\n- Go.`)

test('a report’s levers are the first three items of its section, without Markdown and citations', () => {
  const report = leversOf(
    'Four things:\n\n- The import takes **more than an hour** [m3].\n- `SQLite` gets a second writer [m4, m5]\n- A third\n- A fourth',
  )
  expect(report?.levers).toEqual(['The import takes more than an hour.', 'SQLite gets a second writer', 'A third'])
  expect(report?.others).toEqual([])
})

test.each([['None.'], [''], ['Nothing would change it, says everybody.'], [`- ${'word '.repeat(200)}`]])(
  'a section without usable items has no levers: %j',
  (section) => {
    expect(leversOf(section)?.levers).toEqual([])
  },
)

test('nothing is answered before a run has ended', () => {
  expect(leverAnswer('Go', null)).toBeNull()
})
