import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jsonLines, newPlace, settingsFor, type TestFolders } from './launch.ts'
import { calling, fixesSum, plantBug } from './workspace.ts'

let server: ModelServer
let place: TestFolders

beforeEach(async () => {
  server = await startModelServer()
  place = newPlace()
  place.settings({ ...(settingsFor(server) as object), permissions: { bash: { 'rm *': 'deny' } } })
  plantBug(place)
})

afterEach(async () => {
  await server.close()
  place.remove()
})

const file = (name: string): string => readFileSync(join(place.workspace, name), 'utf8')

/** The results of the agent's last calls, as it read them. */
const results = (): string =>
  (server.requests.at(-1)?.messages ?? [])
    .flatMap(({ toolResults }) => toolResults.map(({ output }) => output))
    .join('\n')

/** The short id of the only session. */
async function sessionId(): Promise<string> {
  const [session] = JSON.parse((await place.convene('sessions', '--json')).stdout) as { id: string }[]
  return session?.id.slice(-8) ?? ''
}

describe('a coder in a git workspace', () => {
  test('reads, edits and runs the check; its diff is shown and reverted', async () => {
    server.script([
      on(
        { agent: 'Coder' },
        calling(['read', { path: 'sum.mjs' }]),
        calling(fixesSum),
        calling(['bash', { command: 'node check.mjs' }]),
        { text: 'The sum is right now.' },
      ),
    ])
    const { code, stdout, stderr } = await place.convene(
      'run',
      'Fix sum.',
      '--in-place',
      '--allow',
      'edit:*',
      '--allow',
      'bash:node *',
    )
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'The sum is right now.\n' })
    expect(stderr).toContain('Coder: edit sum.mjs')
    expect(results()).toContain('sum is right')
    expect(file('sum.mjs')).toBe('export const sum = (a, b) => a + b\n')

    const id = await sessionId()
    const shown = await place.convene('sessions', 'show', id, '--files')
    expect(shown.stdout).toContain('d1  Changed sum.mjs (+1 −1)')
    expect(shown.stdout).toContain('+export const sum = (a, b) => a + b')
    const reverted = await place.convene('sessions', 'revert', id, 'd1')
    expect(reverted).toMatchObject({ code: 0, stderr: 'Reverted d1: sum.mjs\n' })
    expect(file('sum.mjs')).toBe('export const sum = (a, b) => a - b\n')
    expect((await place.convene('sessions', 'show', id, '--files')).stdout).toContain('reverted')
    expect(await place.convene('sessions', 'revert', id, 'd1')).toMatchObject({ code: 2 })
  })

  test('is denied what a rule denies, whatever was granted, and what would need an answer nobody can give', async () => {
    server.script([
      on(
        { agent: 'Coder' },
        calling(['bash', { command: 'ls && rm -r notes.md' }], ['read', { path: 'sum.mjs' }]),
        calling(fixesSum),
        { text: 'I could not.' },
      ),
    ])
    const { code, stdout } = await place.convene('run', 'Fix sum.', '--allow', 'bash:*', '--json')
    expect(code).toBe(3)
    expect(results()).toContain('Denied by the rule "bash: rm *" (user).')
    expect(results()).toContain(`Denied: "sum.mjs" needs a person's approval, and nobody can be asked in this run.`)
    expect(file('notes.md')).toContain('Notes')
    expect(file('sum.mjs')).toContain('a - b')
    expect(jsonLines(stdout).some(({ type }) => type === 'permission.asked')).toBe(false)
  })

  test('has only the tools in its file, and none that is always denied', async () => {
    place.settings({ ...(settingsFor(server) as object), permissions: { webfetch: 'deny' } })
    await place.convene('run', 'Look.', '--agents', 'coder,reviewer')
    const offered = (agent: string) => server.requests.find((request) => request.agent === agent)?.tools ?? []
    expect(offered('Coder')).toEqual(expect.arrayContaining(['read', 'edit', 'bash', 'task', 'question']))
    expect(offered('Coder')).not.toContain('webfetch')
    expect([...offered('Reviewer')].sort()).toEqual(['diagnostics', 'glob', 'grep', 'list', 'read'])
  })
})

describe('tools test', () => {
  const verdict = async (...words: readonly string[]) =>
    JSON.parse((await place.convene('tools', 'test', ...words, '--json')).stdout)

  test('names the deciding rule for each command of a line, and the strictest counts', async () => {
    expect(await verdict('bash:git push && rm x')).toMatchObject({
      action: 'deny',
      rule: 'bash: rm *',
      layer: 'user',
      of: [
        { action: 'ask', target: 'git push' },
        { action: 'deny', target: 'rm x' },
      ],
    })
  })

  test('covers paths, addresses and tools that an agent does not have, and runs nothing', async () => {
    expect(await verdict('read:notes.md')).toMatchObject({ action: 'allow', rule: 'read: *', layer: 'default' })
    expect(await verdict('read:/etc/hostname')).toMatchObject({ action: 'ask', rule: 'external_directory: *' })
    expect(await verdict('webfetch:http://127.0.0.1/')).toMatchObject({ action: 'deny', layer: 'safety' })
    expect(await verdict('edit:notes.md', '--agent', 'reviewer')).toMatchObject({ action: 'deny', layer: 'agent' })
    expect(await verdict('bash:touch made-by-a-test')).toMatchObject({ action: 'ask' })
    expect(() => file('made-by-a-test')).toThrow()
  })

  test('refuses an invalid call', async () => {
    expect(await place.convene('tools', 'test', 'bash')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'bash:git push'"),
    })
  })
})

test('a coder reads back the middle of long output that was shortened, in another process', async () => {
  const settings = settingsFor(server) as { model: string }
  place.settings({ ...settings, models: { [settings.model]: { context: 9_000 } } })
  const lines = Array.from({ length: 500 }, (_, index) => `${index + 1} ${'word '.repeat(14)}`)
  writeFileSync(join(place.workspace, 'long.txt'), lines.join('\n'))
  server.script([on({ agent: 'Coder' }, calling(['read', { path: 'long.txt' }]), { text: 'It is long.' })])
  await place.convene('run', 'Read it.', '--agents', 'coder')
  const [path = ''] = /output:\d+/.exec(results()) ?? []
  expect(results()).not.toContain('250 word')
  server.script([on({ agent: 'Coder' }, calling(['read', { path, offset: 250, limit: 1 }]), { text: 'Here it is.' })])
  expect(await place.convene('ask', 'last', 'What is in line 250?')).toMatchObject({ code: 0 })
  expect(results()).toContain(`250\t  250\t${lines[249]}`.trimEnd())
})
