import { afterEach, beforeEach, expect, test } from 'vitest'
import { jsonLines, lacksTerminals, newPlace, type TestFolders } from './launch.ts'

let place: TestFolders
beforeEach(() => {
  place = newPlace()
})
afterEach(() => place.remove())

const started = async (): Promise<string> => {
  const { stdout } = await place.convene('run', 'What is a queue?', '--agents', 'ux', '--json')
  return (jsonLines(stdout)[0] as { session: string }).session
}

test('a result is printed again exactly as the run printed it', async () => {
  const { stdout } = await place.convene('run', 'What is a queue?', '--agents', 'ux')
  const again = await place.convene('sessions', 'show', 'last', '--result')
  expect([again.code, again.stdout, again.stderr]).toEqual([0, stdout, ''])
})

test.skipIf(lacksTerminals())('on a terminal a result is rendered, and in a pipe it stays Markdown', async () => {
  const { stdout } = await place.convene('run', 'What is a queue?', '--agents', 'ux')
  const shown = (await place.onTerminal('sessions', 'show', 'last', '--result').ended).stdout
  expect(stdout).toContain('**')
  expect(shown).not.toMatch(/\*\*|^#/mu)
  expect(shown).toContain('What is a queue?')
})

test('open prints a link to the session, or to its result', async () => {
  const session = await started()
  const link = async (...more: readonly string[]) => {
    const opened = place.launch(['open', session, '--browser', ...more])
    await opened.says('/open?')
    opened.child.kill('SIGINT')
    return decodeURIComponent((await opened.ended).stdout.trim())
  }
  expect(await link()).toMatch(new RegExp(`#/session/${session}$`, 'u'))
  expect(await link('--result')).toMatch(new RegExp(`#/session/${session}/result$`, 'u'))
})

test('open refuses a session that does not exist', async () => {
  const { code, stderr } = await place.convene('open', 'nothing')
  expect([code, stderr]).toEqual([2, expect.stringContaining('nothing')])
})
