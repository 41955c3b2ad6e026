import { describe, expect, test } from 'vitest'
import { commands } from '../commands/commands.ts'
import { groupedCommands, helpForAll, overview } from './overview.ts'

const everyday = commands.filter((command) => command.everyday)
const linesOf = (text: string) => text.split('\n')
const described = (text: string, summary: string) => linesOf(text).filter((line) => line.endsWith(`  ${summary}`))

describe('convene help', () => {
  test('describes at most ten commands, for everyday use', () => {
    expect(everyday.length).toBeGreaterThan(0)
    expect(everyday.length).toBeLessThanOrEqual(10)
    const shown = commands.filter(({ summary }) => described(overview(commands), summary).length > 0)
    expect(shown).toEqual(everyday)
  })

  test('has one line per group, with the first word of every command', () => {
    const [, names = ''] = overview(commands).split('\nAll commands:\n')
    for (const { title, commands: named } of groupedCommands(commands)) {
      const [line = '', ...more] = linesOf(names).filter((each) => each.startsWith(`  ${title}  `))
      expect(more).toEqual([])
      const words = line.slice(line.indexOf(title) + title.length).match(/[a-z]+/gu)
      for (const { name } of named.filter((each) => each.name !== '')) expect(words).toContain(name.split(' ')[0])
    }
  })

  test('fits on one screen of 80 by 40', () => {
    expect(linesOf(overview(commands, 79)).length).toBeLessThanOrEqual(40)
  })
})

describe('convene help all', () => {
  test('has every command in exactly one group', () => {
    const listed = groupedCommands(commands).flatMap((group) => group.commands)
    expect(listed).toHaveLength(commands.length)
    expect(new Set(listed)).toEqual(new Set(commands))
    for (const group of groupedCommands(commands)) expect(group.commands).not.toEqual([])
  })

  test('names and describes every command once', () => {
    for (const { name, summary } of commands) {
      const [line, ...more] = described(helpForAll(commands), summary)
      expect(line?.slice(2, -summary.length).trimEnd()).toBe(name || '(no command)')
      expect(more).toEqual([])
    }
  })
})

describe.each([overview, helpForAll])('$name', (help) => {
  test.each([79, 119])('fits a terminal of %i columns, and no word is lost', (width) => {
    const text = help(commands, width)
    expect(linesOf(text).filter((line) => line.length > width)).toEqual([])
    expect(text.split(/\s+/u)).toEqual(help(commands).split(/\s+/u))
  })
})
