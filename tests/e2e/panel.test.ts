import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jsonLines, newPlace, settingsFor, type TestFolders } from './launch.ts'

let server: ModelServer
let place: TestFolders

beforeEach(async () => {
  server = await startModelServer()
  place = newPlace()
})

afterEach(async () => {
  await server.close()
  place.remove()
})

type Line = { readonly type: string; readonly agent?: string; readonly data: { readonly [name: string]: unknown } }
const events = (stdout: string): readonly Line[] => jsonLines(stdout) as never
const of = (lines: readonly Line[], type: string) => lines.filter((line) => line.type === type).map(({ data }) => data)

const stated = (text: string, position: string, changed = '') => ({
  text: `${text}\nPOSITION: ${position}\nCONFIDENCE: 80${changed === '' ? '' : `\nCHANGED: ${changed}`}`,
})
const vote = (option: string, more = '') => ({
  text: `POSITION: ${option}\nCONFIDENCE: 80\nVOTE: ${option}\nREASON: as I said${more}`,
})

/** Created per run, because its rules count their uses. */
const script = () => [
  on({ heading: 'Clarify' }, { text: '1. How many teams?' }, { text: 'CLEAR: thank you.' }),
  on({ heading: 'Topic' }, { text: 'Whether the monolith is split.\nDISCUSSION_DEPTH: Quick' }),
  on(
    { heading: 'Contribute', agent: 'Architect' },
    stated('Modules first.', 'Keep it'),
    stated('Still.', 'Keep it', 'no'),
  ),
  on(
    { heading: 'Contribute', agent: 'Security' },
    stated('One check of rights.', 'Keep it'),
    stated('Yes.', 'Keep it', 'no'),
  ),
  on(
    { heading: 'Contribute', agent: 'Performance' },
    stated('Queues.', 'Split it'),
    stated('Still.', 'Split it', 'no'),
  ),
  on({ heading: 'Converged?' }, { text: 'CONVERGED: nothing new.' }),
  on({ heading: 'Options' }, { text: '- Keep it [m6]\n- Split it' }),
  on({ heading: 'Final position', agent: 'Performance' }, vote('Split it', '\nVETO: it will not scale')),
  on({ heading: 'Final position' }, vote('Keep it')),
  on({ heading: 'Synthesize' }, { text: '## Executive Summary\n\n- Keep it [m999].' }),
  on(
    { heading: 'Repair citations' },
    { text: '## Executive Summary\n\n- Keep it [m4].\n\n## Disagreements\n\n- Some.' },
  ),
  on({ heading: 'Follow-up' }, { text: 'Because of modules [m4].' }),
]

test('a question from the head exits 4 if nobody can be asked, and --yes leaves it to the head', async () => {
  server.script(script())
  place.settings(settingsFor(server))
  const words = ['run', 'Shall we split the monolith?', '--mode', 'panel'] as const
  const waits = await place.convene(...words)
  expect(waits.code).toBe(4)
  expect(waits.stderr).toMatch(/convene answer \w{8}/u)
  server.script(script())
  const { stdout } = await place.convene(...words, '--yes', '--json')
  expect(of(events(stdout), 'question.answered')[0]).toMatchObject({ by: 'convene' })
})

test('a panel over real HTTP is asked, debated, voted, repaired, recorded and asked again', async () => {
  server.script(script())
  place.settings(settingsFor(server) as object)
  const words = ['--mode', 'panel', '--yes', '--answer', 'Two.', '--json']
  const { code, stdout, stderr } = await place.convene('run', 'Split the monolith?', ...words)
  expect(stderr).not.toContain('Error')
  expect(code).toBe(0)
  const lines = events(stdout)
  const [started] = of(lines, 'run.started')
  expect(started).toMatchObject({
    mode: 'panel',
    limits: { maxTurns: 30, maxTotalTokens: 450_000, maxTurnDuration: 3 },
  })
  expect(of(lines, 'question.answered')).toMatchObject([{ answer: 'Two.' }, { answer: 'approve' }])
  expect(of(lines, 'run.state').map(({ to }) => to)).toEqual(
    expect.arrayContaining([
      'clarifying',
      'awaiting_approval',
      'initializing',
      'running',
      'converging',
      'synthesizing',
      'completed',
    ]),
  )
  expect(of(lines, 'position')).toHaveLength(9)
  expect(of(lines, 'decision.committed')).toMatchObject([
    { option: 'Keep it', how: 'majority', votes: { 'Keep it': 2, 'Split it': 1 } },
  ])
  const decision = { option: 'Keep it', votes: { 'Keep it': 2, 'Split it': 1 }, dissent: [{ option: 'Split it' }] }
  expect(of(lines, 'run.finished')).toMatchObject([{ state: 'completed', reason: 'converged', decision }])
  expect(of(lines, 'progress').at(-1)).toMatchObject({ done: 6, total: 10 })

  const [{ id }] = JSON.parse((await place.convene('sessions', '--json')).stdout) as [{ id: string }]
  const adr = await place.convene('sessions', 'export', id, '--format', 'adr')
  expect(adr.stdout).toContain('## Status\n\ncontested')
  expect(adr.stdout).toContain('Veto by Performance: it will not scale')
  const report = await place.convene('sessions', 'export', id)
  expect(report.stdout).toContain('**Veto** of Performance')
  expect(report.stdout).toContain('**Performance** voted for “Split it”')
  const result = await place.convene('sessions', 'show', id, '--result')
  expect(result.stdout).toMatch(/^Decision: Keep it \(by majority, 2 : 1\)\n/u)
  const asked = await place.convene('ask', id, 'Why?')
  expect(asked.stdout).toContain('Because of modules [m4].')
})

test('an impossible panel is refused before anything is billed', async () => {
  place.settings(settingsFor(server) as object)
  const alone = await place.convene('run', 'x', '--mode', 'panel', '--agents', 'architect', '--yes')
  expect(alone.code).toBe(2)
  expect(alone.stderr).toContain('2 to 8 panelists, not 1')
  const short = await place.convene('run', 'x', '--mode', 'panel', '--max-turns', '1', '--yes')
  expect(short.code).toBe(2)
  place.settings({ ...(settingsFor(server) as object), limits: { prohibitedPatterns: ['(?=a)b'] } })
  const pattern = await place.convene('run', 'x', '--mode', 'panel', '--yes')
  expect(pattern.code).toBe(2)
  expect(pattern.stderr).toContain('which RE2 does not support')
  expect(server.requests).toHaveLength(0)
})
