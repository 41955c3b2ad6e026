import { clean, cleanLine } from '@convene/domain'
import { squaresOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { inline as shownInTerminal } from '../../apps/cli/src/terminal/markdown.ts'
import { noStyle } from '../../apps/cli/src/terminal/style.ts'
import { fenced as fencedInChat } from '../../apps/vscode/src/chat/shown.ts'
import { slugOf } from '../../apps/web/src/library/slug.ts'
import { splitBlocks } from '../../apps/web/src/markdown/blocks.ts'

const readers: { readonly [name: string]: (text: string) => unknown } = {
  'the text of a chat': (text) => fencedInChat(text),
  'the text of the page': (text) => splitBlocks(text),
  'a line in the terminal': (text) => shownInTerminal(text, noStyle),
  'shown text': clean,
  'a shown line': cleanLine,
  'a slug': slugOf,
}

describe('a text that is eight times as long does not take the square of that', () => {
  test.each(Object.entries(readers))('%s', (_name, read) => expect(squaresOf(read)).toEqual([]))
})
