import { LimitSettings, nearestName } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { commands } from '../commands/commands.ts'
import { helpText } from './help.ts'
import { parse } from './parse.ts'
import { setup } from './setup.ts'

const read = (...argv: readonly string[]) => {
  const parsed = parse(commands, argv)
  if (!parsed.ok) return parsed.refusal.message
  return parsed.value
}

describe('parse', () => {
  test('arguments and options may come in any order', () => {
    const parsed = read('run', '--agents', 'a,b', 'Go.', '--max-turns=5', '--allow', 'x', '--allow', 'y', '--json')
    if (typeof parsed === 'string' || parsed.kind !== 'command') throw new Error('not read')
    const { command, input } = parsed
    expect(command.name).toBe('run')
    expect(input.words).toEqual(['Go.'])
    expect([input.text('agents'), input.number('max-turns'), input.list('allow'), input.flag('json')]).toEqual([
      'a,b',
      5,
      ['x', 'y'],
      true,
    ])
    expect([input.text('mode'), input.flag('yes'), input.list('attach')]).toEqual([undefined, false, []])
  })

  test('everything after -- is an argument, even if it starts with dashes', () => {
    const parsed = read('run', '--', '--help me')
    expect(typeof parsed !== 'string' && parsed.kind === 'command' && parsed.input.words).toEqual(['--help me'])
  })

  test('a convene:// link opens the app and is not taken for a command', () => {
    const parsed = read('convene://session/01ABCDEF')
    if (typeof parsed === 'string' || parsed.kind !== 'command') throw new Error('not read')
    expect([parsed.command.name, ...parsed.input.words]).toEqual(['', 'convene://session/01ABCDEF'])
    expect(read('https://example.com')).toContain('Unknown command')
  })

  test('a sentence is a goal to run, and a command in quotes is the command', () => {
    const parsed = read('Should we use tabs?', '--mode', 'panel')
    if (typeof parsed === 'string' || parsed.kind !== 'command') throw new Error('not read')
    expect([parsed.command.name, parsed.input.words, parsed.input.text('mode')]).toEqual([
      'run',
      ['Should we use tabs?'],
      'panel',
    ])
    expect(read('sessions show')).toContain('convene sessions show needs <session>')
  })

  test.each(['—', '–'])('an option that begins with %s is one that a phone has written', (dash) => {
    const parsed = read('run', 'Go.', `${dash}max-turns`, '5', `${dash}json`)
    expect(typeof parsed !== 'string' && parsed.kind === 'command' && parsed.input.number('max-turns')).toBe(5)
    const quoted = read('run', '--', `${dash}max`)
    expect(typeof quoted !== 'string' && quoted.kind === 'command' && quoted.input.words).toEqual([`${dash}max`])
  })

  test('an unknown command names the one that was probably meant, in any group', () => {
    expect(read('export')).toContain('Did you mean `convene sessions export`?')
    expect(read('exprt')).toContain('Did you mean `convene sessions export`?')
    expect(read('sesions')).toContain('Did you mean `convene sessions`?')
    expect(read('zzzzzz')).not.toContain('Did you mean')
  })

  test('help on an unknown command says where all commands are', () => {
    expect(read('help', 'zebra')).toBe('Unknown command "zebra". `convene help all` lists all commands.')
  })

  test('an unknown option names the one that was probably meant, also by its last word', () => {
    expect(read('run', 'Go.', '--agnts', 'a')).toContain('Did you mean `--agents`?')
    expect(read('run', 'Go.', '--minutes', '3')).toContain('Did you mean `--max-minutes`?')
    expect(read('run', 'Go.', '--zzzzzz')).not.toContain('Did you mean')
  })

  test('a two-word command wins over a one-word command', () => {
    const parsed = read('sessions', 'show', 'ABCD')
    expect(typeof parsed !== 'string' && parsed.kind === 'command' && parsed.command.name).toBe('sessions show')
  })

  test('--help works even if the rest of the command line is invalid', () => {
    expect(read('run', '--help')).toMatchObject({ kind: 'help', command: { name: 'run' } })
    expect(read('run', '--nonsense', '-h')).toMatchObject({ kind: 'help' })
    expect(read('--help')).toMatchObject({ kind: 'help', command: undefined })
    expect(read('--version')).toEqual({ kind: 'version' })
  })

  test('help is for everyday use, for one command, or for all', () => {
    expect(read('help')).toMatchObject({ kind: 'help', command: { name: '' } })
    expect(read('help', 'sessions', 'show')).toMatchObject({ kind: 'help', command: { name: 'sessions show' } })
    expect(read('help', 'all')).toEqual({ kind: 'help all' })
  })

  test('a bare `convene` opens the app', () => expect(read()).toMatchObject({ kind: 'command', command: { name: '' } }))
})

test('limit options accept exactly what the domain accepts', () => {
  const names = {
    'max-turns': 'maxTurns',
    'max-calls': 'maxCalls',
    'max-tokens': 'maxTotalTokens',
    'max-cost': 'maxCostUsd',
    'max-minutes': 'maxDuration',
    'max-iterations': 'maxIterations',
  } as const
  for (const [option, limit] of Object.entries(names)) {
    const range = setup.find(({ name }) => name === option)?.range
    if (!range) throw new Error(`${option} has no range`)
    for (const value of [range.min - 1, range.min, range.min + 0.5, range.min + 1, range.max, range.max + 1]) {
      const isTaken = typeof read('run', 'x', `--${option}=${value}`) !== 'string'
      if (value < Number.MAX_SAFE_INTEGER)
        expect({ option, value, isTaken }).toEqual({
          option,
          value,
          isTaken: LimitSettings.safeParse({ [limit]: value }).success,
        })
    }
  }
})

describe('help', () => {
  test('names every command and its options', () => {
    for (const command of commands) {
      if (command.name === '') continue
      expect(helpText(commands, command)).toContain(`Usage: convene ${command.name}`)
      for (const { name } of command.options) expect(helpText(commands, command)).toContain(`--${name}`)
      for (const example of command.examples) expect(helpText(commands, command)).toContain(example)
    }
  })

  test.each([60, 80, 120])('fits a terminal of %i columns, broken between words', (width) => {
    for (const command of commands) {
      const [about = ''] = helpText(commands, command, width).split('\nExamples:')
      const lines = about.split('\n').filter((line) => line.length > width)
      // Only what cannot be broken is longer.
      for (const line of lines) expect(line.trim()).not.toContain(' ')
      const [whole = ''] = helpText(commands, command).split('\nExamples:')
      const short = whole.split(/\s+/u).filter((word) => word.length < 24)
      expect(about.split(/\s+/u)).toEqual(expect.arrayContaining(short))
    }
  })

  test('every example parses', () => {
    const wordsOf = (line: string) =>
      Array.from(line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu), ([, a, b, c]) => a ?? b ?? c ?? '')
    for (const example of commands.flatMap(({ examples }) => examples)) {
      const line = example.replace(/^convene ?/u, '').replace(/ [<>|].*$/u, '')
      expect([example, parse(commands, wordsOf(line)).ok]).toEqual([example, true])
    }
  })

  test('every command loads', async () => {
    for (const command of commands) expect(typeof (await command.load())).toBe('function')
  })
})

test.each([
  ['rnu', 'run'],
  ['sesions', 'sessions'],
  ['sess', 'sessions'],
  ['zzz', undefined],
])('for %j the nearest command is %j', (word, nearest) =>
  expect(
    nearestName(
      word,
      commands.map(({ name }) => name),
    ),
  ).toBe(nearest),
)
