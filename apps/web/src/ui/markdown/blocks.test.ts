import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { headingRanks, noBlocks, splitBlocks } from './blocks.ts'

const long = Array.from({ length: 40 }, (_, index) => `Paragraph ${index} says something.`).join('\n\n')

describe('the blocks of a text', () => {
  test('add up to the whole text', () => {
    const text = `# Title\n\n${long}\n\n- one\n- two\n\n\`\`\`ts\nconst a = 1\n\`\`\`\n`
    expect(
      splitBlocks(text)
        .list.map(({ raw }) => raw)
        .join(''),
    ).toBe(text)
  })

  test('keep their identity while the text grows, except the last two', () => {
    const before = splitBlocks(long)
    const after = splitBlocks(`${long} And more.`, before)
    const same = after.list.filter((block, index) => block === before.list[index])
    expect(same.length).toBe(before.list.length - 2)
  })

  test('are the same whether the text arrives at once or in pieces of any size', () => {
    const text = `Intro\n===\n\n1. first\n2. second\n\n   still second\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n\`\`\`\ncode\n\n\nmore\n\`\`\`\n\n> quote\n> continues\n\nEnd.`
    const whole = splitBlocks(text).list.map(({ raw, token }) => [token.type, raw])
    for (const size of [1, 2, 3, 7, 31]) {
      let blocks = noBlocks
      for (let end = size; end < text.length + size; end += size) blocks = splitBlocks(text.slice(0, end), blocks)
      expect(blocks.list.map(({ raw, token }) => [token.type, raw])).toEqual(whole)
    }
  })

  test('do not keep every earlier version of a growing text in memory', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
    const before = process.memoryUsage().heapUsed
    let blocks = noBlocks
    let text = ''
    for (let word = 0; word < 2_000; word += 1) {
      text += word % 10 === 9 ? '.\n\n' : `a word with the number ${word} `
      blocks = splitBlocks(text, blocks)
    }
    collect()
    const grown = process.memoryUsage().heapUsed - before
    expect(blocks.text.length).toBe(text.length)
    expect(grown / text.length).toBeLessThan(30)
  })

  test('are read from the start for another text', () => {
    const before = splitBlocks('one\n\ntwo\n\nthree')
    expect(splitBlocks('other', before).list.map(({ raw }) => raw)).toEqual(['other'])
  })

  test('are returned even for endlessly nested text', () => {
    const text = '>'.repeat(20_000)
    expect(splitBlocks(text).list.length).toBeGreaterThan(0)
  })
})

test('nest headings under those above without skipping a level', () => {
  const text = '## One\n\n#### Deep\n\ntext\n\n### Less deep\n\n# Two\n\n###### Deepest'
  const ranks = headingRanks(splitBlocks(text).list).filter((rank) => rank !== undefined)
  expect(ranks).toEqual([0, 1, 1, 0, 1])
})

test('keep tables and line breaks', () => {
  const types = (text: string) => splitBlocks(text).list.map(({ token }) => token.type)
  expect(types('| a | b |\n| - | - |\n| 1 | 2 |')).toEqual(['table'])
  const [block] = splitBlocks('POSITION: Wait\nCONFIDENCE: 80').list
  const pieces = block && 'tokens' in block.token ? block.token.tokens : []
  expect(pieces?.map(({ type }) => type)).toEqual(['text', 'br', 'text'])
})
