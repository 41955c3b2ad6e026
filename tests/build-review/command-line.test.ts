import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildReview } from '@convene/reading'
import { on, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lacksTerminals, newPlace, settingsFor } from '../e2e/launch.ts'

const step = { id: 's1', owner: 'coder', description: 'Count.', acceptance: 'It counts.', approve: 'auto' }
const plan = JSON.stringify({ steps: [{ ...step, dependsOn: [], tools: ['write'] }] })
const writes = (path: string, content: string) => ({ name: 'write', input: { path, content } })

const script = () => [
  on({ heading: 'Plan' }, { text: plan }),
  on({ heading: 'Review plan' }, { text: 'APPROVE' }),
  on({ contains: 'sends you these comments' }, { text: 'I shall count to three.' }),
  on(
    { agent: 'Coder', heading: 'Task' },
    { calls: [writes('a.txt', 'one\ntwo\n'), writes('ev\u202eil.txt', '\u001b[31mred\n')] },
    { text: 'I counted.' },
  ),
  on({ heading: 'Review' }, { text: 'It counts to two.\n\nACCEPT' }),
  on({}, { text: 'It is done.' }),
]

let server: Awaited<ReturnType<typeof startModelServer>>
let place: ReturnType<typeof newPlace>
const file = (name: string) => join(place.workspace, name)

/** A build in a folder without git, whose changes are in its files at once. */
async function build() {
  server.script(script())
  const run = await place.convene('run', 'Count.', '--team', 'feature-crew', '--yes', '--allow', 'edit:*')
  expect(run.code, run.stderr).toBe(0)
}

const review = async (...words: readonly string[]) => place.convene('review', 'last', ...words)
const asJson = async () => JSON.parse((await review('--json')).stdout) as BuildReview

async function open() {
  server = await startModelServer()
  place = newPlace()
  place.settings(settingsFor(server))
  await build()
}

async function close() {
  await server.close()
  place.remove()
}

describe('a build reviewed by a script', () => {
  beforeAll(open)
  afterAll(close)

  test('is printed with its facts, steps, reasons and numbered parts, without control characters', async () => {
    const { code, stdout } = await review()
    expect(code).toBe(0)
    expect(stdout).toContain('2 files +3 −0 · 1 on Reviewer’s word')
    expect(stdout).toContain('reviewer: It counts to two.')
    expect(stdout).toContain('#1 · Lines 1 to 2 · kept')
    expect(stdout).toContain('ev\\u{202e}il.txt · new')
    expect(stdout).toContain('+\\u{1b}[31mred')
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  })

  test('takes a comment on a line, and refuses one on a line or a part that is not there', async () => {
    expect((await review('comment', 'a.txt:2', 'Why two?', '--severity', 'high')).code).toBe(0)
    expect((await asJson()).comments).toMatchObject([
      { id: 'c1', path: 'a.txt', line: 2, severity: 'high', state: 'open' },
    ])
    for (const words of [
      ['comment', 'a.txt:9', 'No.'],
      ['comment', 'b.txt:1', 'No.'],
      ['comment', 'a.txt', 'No.'],
      ['undo', '7'],
      ['dance'],
    ])
      expect((await review(...words)).code, words.join(' ')).toBe(2)
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('one\ntwo\n')
  })

  test('sends comments to the owner of the lines, who answers before the command ends', async () => {
    const sent = await review('send')
    expect(sent.code, sent.stderr).toBe(0)
    expect(sent.stdout + sent.stderr).toContain('I shall count to three.')
    expect((await asJson()).comments[0]?.state).toBe('sent')
    expect((await review('send')).code).toBe(2)
  })

  test('undoes one file by its number, and says why it cannot keep or commit', async () => {
    expect((await review('undo', '2')).stderr).toContain('Undone.')
    expect((await asJson()).files.map(({ hunks }) => hunks[0]?.state).toSorted()).toEqual(['kept', 'undone'])
    for (const verb of ['keep', 'commit', 'pr'])
      expect((await review(verb)).stderr).toContain('The changes are already in your files.')
  })
})

describe.skipIf(lacksTerminals())('a build reviewed in a terminal', () => {
  beforeAll(open)
  afterAll(close)

  test('is commented on and undone with keys', async () => {
    const { types, says, ended } = place.onTerminal('review', 'last')
    await says('1 of 2')
    types('c')
    await says('Comment on a.txt:1')
    types('Why one?\r')
    await says('Noted as c1.')
    types('X')
    await says('Undo every change?')
    types('y')
    await says('Everything is undone.')
    types('q')
    const { code, stdout } = await ended
    expect(code).toBe(0)
    expect(stdout).toContain('2 changes: 2 undone.')
    expect(stdout).toContain('1 comment not sent')
    expect(() => readFileSync(file('a.txt'))).toThrow()
  })
})
