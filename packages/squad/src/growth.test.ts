import { squaresOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { squadHeading, squadLines } from './lines.ts'
import { readCharter } from './read-charter.ts'
import { rosterBlocks } from './roster-blocks.ts'

const readers: { readonly [name: string]: (text: string) => unknown } = {
  'a heading': (text) => squadLines(`# ${text}`).map(squadHeading),
  'a charter': (text) => readCharter(`# ${text}\n\n${text}`, 10_000),
  'a team of many headings': (text) => rosterBlocks(squadLines(`# Members\n\n## ${text}`.repeat(3))),
}

describe('reading takes less than quadratic time for', () => {
  test.each(Object.entries(readers))('%s', (_name, read) => expect(squaresOf(read)).toEqual([]))
})
