import { squaresOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { fencedMarkdown, nested } from '../markdown/nested.ts'
import { markdownHtml } from './page/safe-html.ts'

const readers: { readonly [name: string]: (text: string) => unknown } = {
  'the HTML export': markdownHtml,
  'the Markdown export': (text) => nested(text, 2, () => true),
  'a fence in the Markdown export': (text) => fencedMarkdown(text, ''),
}

describe('reading takes less than quadratic time for', () => {
  test.each(Object.entries(readers))('%s', (_name, read) => expect(squaresOf(read)).toEqual([]))
})
