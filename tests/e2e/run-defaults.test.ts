import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lacksTerminals, newPlace, type TestFolders } from './launch.ts'

const rehearsal = { model: 'rehearsal/offline' }

let place: TestFolders
beforeEach(() => {
  place = newPlace()
})
afterEach(() => place.remove())

async function modeOf(...options: readonly string[]): Promise<string> {
  const { stdout } = await place.convene('run', 'Which queue do we take?', '--json', ...options)
  const events = stdout.split('\n').filter(Boolean)
  return events.map((line) => JSON.parse(line)).find(({ type }) => type === 'run.started').data.mode
}

test('a run uses the mode in the settings, and a flag wins', async () => {
  place.settings({ ...rehearsal, defaultMode: 'panel' })
  expect(await modeOf()).toBe('panel')
  expect(await modeOf('--mode', 'agent')).toBe('agent')
})

test('a run is as verbose as the settings say, and a flag wins', async () => {
  const shown = async (...options: readonly string[]) =>
    (await place.convene('run', 'Why?', '--agents', 'architect,security', ...options)).stderr.split('\n').length
  place.settings({ ...rehearsal, verbosity: 'full' })
  const full = await shown()
  expect(await shown('--verbosity', 'brief')).toBeLessThan(full)
  place.settings({ ...rehearsal, verbosity: 'brief' })
  expect(await shown()).toBeLessThan(full)
})

const chosenBy = /Get a decision \(mode panel\), because the goal asks for a choice/u

test('a script runs one agent by default, and lets the goal choose with --mode auto', async () => {
  expect(await modeOf()).toBe('agent')
  expect(await modeOf('--mode', 'auto')).toBe('panel')
})

test.skipIf(lacksTerminals())(
  'on a terminal the goal chooses the mode, the run says so, and defaults win',
  async () => {
    const said = async () =>
      (await place.onTerminal('run', 'Which queue do we take?', '--yes', '--max-turns', '4').ended).stdout
    const text = stripVTControlCharacters(await said()).replaceAll(/\s+/gu, ' ')
    expect(text).toMatch(chosenBy)
    expect(text).toContain('use --mode or --team')
    place.settings({ ...rehearsal, defaultAgent: 'architect' })
    expect(await said()).not.toMatch(/because the goal/u)
  },
)
