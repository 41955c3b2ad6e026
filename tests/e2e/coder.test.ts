import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newPlace, type Place, settingsFor } from './launch.ts'

let server: ModelServer
let place: Place

beforeEach(async () => {
  server = await startModelServer()
  place = newPlace()
  place.settings(settingsFor(server))
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words], { cwd: place.workspace })
  writeFileSync(join(place.workspace, 'sum.mjs'), 'export const sum = (a, b) => a - b\n')
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'Begin')
})

afterEach(async () => {
  await server.close()
  place.remove()
})

const calls = (name: string, input: Record<string, unknown>): Answer => ({ calls: [{ name, input: input as never }] })
const file = (name: string): string => readFileSync(join(place.workspace, name), 'utf8')

describe('a coder in a git workspace', () => {
  test('reads and edits', async () => {
    server.script([
      on(
        { agent: 'Coder' },
        calls('read', { path: 'sum.mjs' }),
        calls('edit', { path: 'sum.mjs', oldString: 'a - b', newString: 'a + b' }),
        { text: 'Fixed.' },
      ),
    ])
    const { code } = await place.convene('run', 'Fix sum.', '--allow', 'edit:*')
    expect(code).toBe(0)
    expect(file('sum.mjs')).toContain('a + b')
  })
})
