import { expect, test } from 'vitest'
import { trial, user } from './acp.fixture.ts'
import { ReportedSteps } from './reported-steps.ts'

const update = (sessionUpdate: string, more: object) => ({ sessionUpdate, toolCallId: 't', ...more })

test('a step is put together from its updates, and reported once, when it has ended', () => {
  const steps = new ReportedSteps()
  expect(
    steps.hear(update('tool_call', { title: 'Run tests', kind: 'execute', rawInput: { command: 'npm test' } })),
  ).toBe(undefined)
  expect(steps.hear(update('tool_call_update', { status: 'in_progress' }))).toBe(undefined)
  const content = [{ type: 'content', content: { type: 'text', text: '12 passed' } }]
  expect(steps.hear(update('tool_call_update', { status: 'completed', content }))).toEqual({
    kind: 'execute',
    title: 'Run tests',
    ok: true,
    command: 'npm test',
    output: '12 passed',
  })
  expect(steps.hear(update('tool_call_update', { title: 'again' }))).toBe(undefined)
})

test.each([
  [{ status: 'failed' }, false],
  [{ status: 'completed', rawOutput: { exitCode: 1, stdout: 'x' } }, false],
  [{ status: 'completed', rawOutput: { exit_code: 0, output: 'x' } }, true],
])('%j ended well: %s', (end, ok) => {
  expect(
    new ReportedSteps().hear(update('tool_call', { kind: 'execute', rawInput: { command: 'x' }, ...end }))?.ok,
  ).toBe(ok)
})

test.each([
  [{ toolCallId: 7, status: 'completed' }],
  [{ status: 'completed', kind: 7, title: [], rawInput: 'x', locations: 'y', content: { a: 1 } }],
  [{ status: 'completed', locations: [null, { path: 7 }], content: [null, 'x', { content: 'y' }] }],
])('fields of the wrong type break nothing: %j', (more) => {
  expect(() => new ReportedSteps().hear(update('tool_call', more))).not.toThrow()
})

test('an agent that opens steps without end is followed only so far', () => {
  const steps = new ReportedSteps()
  for (let at = 0; at < 10_000; at += 1) steps.hear(update('tool_call', { toolCallId: `t${at}` }))
  expect(steps.hear(update('tool_call_update', { toolCallId: 't9999', status: 'completed' }))).toBe(undefined)
  expect(steps.hear(update('tool_call_update', { toolCallId: 't1', status: 'completed' }))).toBeDefined()
})

test('a turn passes on what its agent says that it ran', async () => {
  const call = update('tool_call', {
    title: 'Tests',
    kind: 'execute',
    status: 'completed',
    rawInput: { command: 'npm test' },
  })
  const parts = await trial().ask([user({ do: 'update', update: call }, { do: 'say', text: 'All tests pass.' })])
  expect(parts).toContainEqual({
    type: 'step',
    step: { kind: 'execute', title: 'Tests', ok: true, command: 'npm test' },
  })
})
