import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { headingRanks, noBlocks, splitBlocks } from './blocks.ts'

const long = Array.from({ length: 40 }, (_, index) => `Paragraph ${index} says something.`).join('\n\n')

describe('blocks of a text', () => {
  test('are together the whole text', () => {
    const text = `# Title\n\n${long}\n\n- one\n- two\n\n\`\`\`ts\nconst a = 1\n\`\`\`\n`
    expect(
      splitBlocks(text)
        .list.map(({ raw }) => raw)
        .join(''),
    ).toBe(text)
  })

  test('keep their identity while the text grows, but for the last two', () => {
    const before = splitBlocks(long)
    const after = splitBlocks(`${long} And more.`, before)
    const same = after.list.filter((block, index) => block === before.list[index])
    expect(same.length).toBe(before.list.length - 2)
  })

  test('come out the same in one piece and in pieces of every size', () => {
    const text = `Intro\n===\n\n1. first\n2. second\n\n   still second\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n\`\`\`\ncode\n\n\nmore\n\`\`\`\n\n> quote\n> goes on\n\nEnd.`
    const whole = splitBlocks(text).list.map(({ raw, token }) => [token.type, raw])
    for (const size of [1, 2, 3, 7, 31]) {
      let blocks = noBlocks
      for (let end = size; end < text.length + size; end += size) blocks = splitBlocks(text.slice(0, end), blocks)
      expect(blocks.list.map(({ raw, token }) => [token.type, raw])).toEqual(whole)
    }
  })

  test('of a text that grows word by word do not hold the text as it was at each word', () => {
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

  test('of another text are read anew', () => {
    const before = splitBlocks('one\n\ntwo\n\nthree')
    expect(splitBlocks('other', before).list.map(({ raw }) => raw)).toEqual(['other'])
  })

  test('of a text that nests without end are given all the same', () => {
    const text = '>'.repeat(20_000)
    expect(splitBlocks(text).list.length).toBeGreaterThan(0)
  })
})

test('headings stand under those above them, and none is skipped on the way down', () => {
  const text = '## One\n\n#### Deep\n\ntext\n\n### Less deep\n\n# Two\n\n###### Deepest'
  const ranks = headingRanks(splitBlocks(text).list).filter((rank) => rank !== undefined)
  expect(ranks).toEqual([0, 1, 1, 0, 1])
})

test('tables are tables, and a line that ends is a line that ends', () => {
  const types = (text: string) => splitBlocks(text).list.map(({ token }) => token.type)
  expect(types('| a | b |\n| - | - |\n| 1 | 2 |')).toEqual(['table'])
  const [block] = splitBlocks('POSITION: Wait\nCONFIDENCE: 80').list
  const pieces = block && 'tokens' in block.token ? block.token.tokens : []
  expect(pieces?.map(({ type }) => type)).toEqual(['text', 'br', 'text'])
})
