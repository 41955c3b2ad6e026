import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { barePlace, lacksTerminals } from '../e2e/launch.ts'
import { exampleId, missingFrom, shownIn } from './transcript.ts'

const repository = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(resolve(repository, file), 'utf8')

describe.each(['README.md', 'docs/guide/user-guide.md', 'docs/guide/teams.md'])('%s', (file) => {
  const commands = shownIn(read(file))

  // A document's reader has a terminal.
  test.skipIf(lacksTerminals())('shows commands that print what it says', async () => {
    const place = barePlace()
    let id = exampleId
    try {
      for (const { command, words, output } of commands) {
        const given = words.map((word) => word.replaceAll(exampleId, id))
        const { code, stdout, stderr } = await place.launch(given, { cwd: repository, attended: true }).ended
        id = /convene ask (\w{8})/.exec(stderr)?.[1] ?? id
        const missing = missingFrom(`${stdout}\n${stderr}`, output.replaceAll(exampleId, id))
        const isRefused = output.startsWith('convene: ')
        expect({ command, code, missing, stderr }).toMatchObject({ command, code: isRefused ? 2 : 0, missing: [] })
      }
    } finally {
      place.remove()
    }
  })

  test('shows at least one command', () => {
    expect(commands.length).toBeGreaterThan(0)
  })

  test('names only commands and options that exist', () => {
    const help = read('docs/guide/command-line.md')
    const names = [...help.matchAll(/^### `convene (.+)`$/gm)].map(([, name = '']) => name)
    const shown = [...read(file).matchAll(/(?:^|`|\$ )convene ([a-z]+)(?: ([a-z]+))?[^\n`]*/gm)]
    const unknown = shown.filter(
      ([, first = '', second = '']) => !names.includes(first) && !names.includes(`${first} ${second}`),
    )
    const options = [...read(file).matchAll(/`[^`\n]*?(--[a-z][a-z-]+)/g)].map(([, option = '']) => option)
    expect(unknown.map(([text]) => text)).toEqual([])
    expect(options.filter((option) => !help.includes(option))).toEqual([])
  })
})
