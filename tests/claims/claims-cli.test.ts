import { type Answer, on } from '@convene/testkit'
import { expect, test } from 'vitest'
import { brokenSum } from '../e2e/broken-sum.ts'
import { jsonLines } from '../e2e/launch.ts'
import { calling, fixesSum } from '../e2e/workspace.ts'

const broken = brokenSum()

const bash = (command: string): Answer => calling(['bash', { command }])

/** One agent does this with real tools, and then says so. */
async function ran(report: string, ...work: readonly Answer[]) {
  const [first = { text: report }, ...others] = work
  broken.server.script([on({ agent: 'Coder' }, first, ...others, { text: report })])
  const ended = await broken.place.convene('run', 'Fix sum.', '--allow', 'edit:*', '--allow', 'bash:*', '--yes')
  const [{ id = '', summary = '' } = {}] = JSON.parse((await broken.place.convene('sessions', '--json')).stdout) as {
    id?: string
    summary?: string
  }[]
  const events = jsonLines((await broken.place.convene('sessions', 'show', id, '--json')).stdout)
  const said = events.findLast(({ type, data }) => type === 'message' && (data as { kind?: string }).kind === 'answer')
  const { claims = [] } = (said?.data ?? {}) as { claims?: readonly { mark: string; what: string }[] }
  return { ended, id, summary, marks: claims.map(({ mark, what }) => `${mark}: ${what}`) }
}

test('tests that really ran behind a wrapper are seen, with the call below the answer', async () => {
  const { ended, marks } = await ran(
    'Fixed `sum.mjs`. All tests pass.',
    calling(['read', { path: 'sum.mjs' }]),
    calling(fixesSum),
    bash('cd . && node --test 2>&1 | tail -20'),
  )
  expect(marks).toContain('seen: tests pass')
  expect(ended.stderr).toMatch(/Seen: .*tests pass \(`cd \./u)
})

test('tests that failed, were denied or never ran are not taken for passed ones', async () => {
  expect((await ran('All tests pass.', bash('node --test || true'))).marks).toEqual(['contradicted: tests pass'])
  expect((await ran('All tests pass.', bash("sh -c 'node --test'"))).marks).toEqual(['not_seen: tests pass'])
  const never = await ran('I ran the tests: all 12 pass.', calling(['read', { path: 'sum.mjs' }]))
  expect(never.marks).toEqual(['not_seen: tests pass', 'not_seen: 12 tests pass'])
  expect(never.ended.stderr).toMatch(/Not seen: .*12 tests pass \(no tests were run\)/u)
})

test('lists and exports quote a claim with what the log says against it', async () => {
  const lie = await ran('All tests pass. I am done.', bash('node --test || true'))
  expect(lie.summary).toBe('All tests pass. I am done. · contradicted: tests pass')
  expect((await broken.place.convene('sessions')).stdout).toContain('contradicted')
  expect((await broken.place.convene('sessions', 'export', lie.id)).stdout).toContain('contradicted: tests pass')
  const truth = await ran(
    'The limit is five. All tests pass.',
    calling(['read', { path: 'sum.mjs' }]),
    calling(fixesSum),
    bash('node --test'),
  )
  expect(truth.summary).toBe('The limit is five. All tests pass.')
})
