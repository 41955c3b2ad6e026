import { execFileSync } from 'node:child_process'
import { type Answer, on, startModelServer } from '@convene/testkit'
import { expect, test } from 'vitest'
import { newPlace, settingsFor } from '../e2e/launch.ts'
import { calling, plantBug } from '../e2e/workspace.ts'
import { planOf, step } from './crew.ts'

const says = (text: string): Answer => ({ text })
const plan = planOf(
  step('s1', 'coder', { description: 'Repair sum.', worktree: true }),
  step('s2', 'tester', { dependsOn: ['s1'] }),
)
const rules = () => [
  on({ heading: 'Plan' }, says(plan)),
  on({ heading: 'Review plan' }, says('APPROVE')),
  on({ heading: 'Task', contains: 'Repair sum.\n\n## Acceptance' }, ({ messages }) => {
    const results = messages.filter(({ role }) => role === 'tool').length
    if (results === 0) return calling(['read', { path: 'sum.mjs' }])
    const edits = calling(['edit', { path: 'sum.mjs', oldString: 'a - b', newString: 'a + b' }])
    return results === 1 ? edits : says('sum adds now.')
  }),
  on({ heading: 'Task' }, says('It is right.')),
  on({ heading: 'Review' }, says('ACCEPT')),
  on({ heading: 'Synthesize' }, says('sum is right.')),
]

/** What the log shows when the process is killed: while it plans, runs a step, applies it, or reviews. */
const moments = [
  ['it is committed', '"type":"plan.committed"'],
  ['a step begins', '"to":"running"'],
  ['a step has reported, and its changes are not applied yet', '"kind":"report","text":"sum adds now."'],
  ['a step is accepted', '"to":"accepted"'],
] as const

test.each(moments)('a plan killed when %s resumes, and its changes are made once', async (_when, moment) => {
  const server = await startModelServer()
  const place = newPlace()
  try {
    server.script(rules())
    place.settings(settingsFor(server))
    plantBug(place)
    const words = ['run', 'Fix sum.', '--in-place', '--team', 'feature-crew', '--allow', 'edit:*', '--yes', '--json']
    const first = place.launch(words)
    await first.says(moment)
    first.child.kill('SIGKILL')
    expect((await first.ended).code).toBeNull()
    const [session] = JSON.parse((await place.convene('sessions', '--json')).stdout) as { id: string }[]
    const resumed = await place.convene('resume', session?.id ?? '')
    expect(resumed.code).toBe(0)
    const diff = execFileSync('git', ['diff', '--no-color', '-U0'], { cwd: place.workspace, encoding: 'utf8' })
    expect(diff.split('\n').filter((line) => /^[-+][^-+]/u.test(line))).toEqual([
      '-export const sum = (a, b) => a - b',
      '+export const sum = (a, b) => a + b',
    ])
    const { stdout } = await place.convene('sessions', 'show', session?.id ?? '', '--json')
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const committed = events.filter(({ type }) => type === 'plan.committed')
    expect(committed).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', data: { state: 'completed' } })
  } finally {
    await server.close()
    place.remove()
  }
})
