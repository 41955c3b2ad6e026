import { clean, cleanLine } from '@convene/domain'
import { reportOf } from '@convene/reading'
import { squaresOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { markdownRows, inlineSpans as shownInTerminal } from '../../apps/cli/src/terminal/markdown.ts'
import { noStyle } from '../../apps/cli/src/terminal/style.ts'
import { fenced as fencedInChat, openFence } from '../../apps/vscode/src/chat/response-part.ts'
import { slugOf } from '../../apps/web/src/library/slug.ts'
import { splitBlocks } from '../../apps/web/src/ui/markdown/blocks.ts'

const readers: { readonly [name: string]: (text: string) => unknown } = {
  'the text of a chat': (text) => fencedInChat(text),
  'the text of the page': (text) => splitBlocks(text),
  'a line in the terminal': (text) => shownInTerminal(text, noStyle),
  'a heading in the terminal': (text) => markdownRows(`# ${text}`, false, { width: 80, style: noStyle }),
  'an item in the terminal': (text) => markdownRows(`- ${text}`, false, { width: 80, style: noStyle }),
  'shown text': clean,
  'a shown line': cleanLine,
  'a slug': slugOf,
  'an open fence in a chat': openFence,
  'the headings of a report': (text) => reportOf(`# ${text}\n# 1. ${text}`),
}

describe('the time for a text eight times as long does not grow quadratically', () => {
  test.each(Object.entries(readers))('%s', (_name, read) => expect(squaresOf(read)).toEqual([]))
})
