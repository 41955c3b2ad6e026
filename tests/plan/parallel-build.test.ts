import { execFileSync } from 'node:child_process'
import { on } from '@convene/testkit'
import { expect, test } from 'vitest'
import { brokenSum } from '../e2e/broken-sum.ts'
import { jsonLines, settingsFor } from '../e2e/launch.ts'
import { calling, fixesSum, write } from '../e2e/workspace.ts'

const broken = brokenSum()
const boast = { text: 'It is done. I ran the tests: 12 passed.' }
const read = (path: string) => calling(['read', { path }])
const greets = ['edit', { path: 'greet.mjs', oldString: 'bye', newString: 'hello' }] as const

/** A repository in which two things are wrong, and a plan that repairs both at the same time. */
async function stage(second: string) {
  const { server, place } = broken
  place.settings({ ...(settingsFor(server) as object), permissions: { edit: 'allow' } })
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: place.workspace })
  write(`${place.workspace}/greet.mjs`, 'export const greet = () => "bye"\n')
  write(
    `${place.workspace}/greeting.mjs`,
    "import { greet } from './greet.mjs'\nif (greet() !== 'hello') process.exit(1)\n",
  )
  git('add', '.')
  git('commit', '--quiet', '-m', 'Greet')
  const plan = [
    's1. coder: Repair sum.\n   acceptance: sum adds.\n   check: node check.mjs\n',
    `s2. tester: Greet.\n   acceptance: It greets.\n   check: ${second}\n   check: changes greet.mjs\n`,
  ]
  server.script([
    on({ heading: 'Plan' }, { text: plan.join('\n') }),
    on({ heading: 'Review plan' }, { text: 'APPROVE' }),
    on({ agent: 'Coder', heading: 'Task' }, boast, read('sum.mjs'), calling(fixesSum), boast),
    on({ agent: 'Tester', heading: 'Task' }, read('greet.mjs'), calling(greets), boast),
    on({ heading: 'Task' }, boast),
    on({ heading: 'Review' }, { text: 'It is fine.\n\nACCEPT' }),
    on({ heading: 'Synthesize' }, { text: 'Both are done.' }),
  ])
  await place.convene('run', 'Repair both.', '--team', 'feature-crew')
  const ended = await place.convene('approve', 'last')
  const events = jsonLines((await place.convene('sessions', 'show', 'last', '--json')).stdout)
  return { place, ended, events, git }
}

test('steps of a build that run at the same time are both proven, and kept together', async () => {
  const { place, ended, events, git } = await stage('node greeting.mjs')
  expect(ended.code, ended.stderr).toBe(0)
  expect(ended.stderr).toContain('2 of 2 steps, 2 proven')
  const alone = events.filter(({ type, data }) => type === 'check.started' && 'worktree' in (data as object))
  expect(alone.length).toBeGreaterThan(0)
  expect((await place.convene('review', 'last', 'keep')).code).toBe(0)
  expect(String(git('status', '--short'))).toBe(' M greet.mjs\n M sum.mjs\n')
})

test('a step whose check passes only because of the other one is on its reviewer’s word', async () => {
  const { ended } = await stage('node check.mjs')
  expect(ended.code, ended.stderr).toBe(0)
  expect(ended.stderr).toContain("2 of 2 steps, 1 proven · 1 on Reviewer's word")
})
