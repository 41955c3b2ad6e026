import { afterEach, beforeEach, expect, test } from 'vitest'
import { barePlace, lacksTerminals, type TestFolders } from './launch.ts'

let place: TestFolders
beforeEach(() => {
  place = barePlace()
})
afterEach(() => place.remove())

test('without a terminal an example is printed in full, marked as one, and nothing is stored', async () => {
  const { code, stdout, stderr } = await place.convene('demo')
  expect(code).toBe(0)
  expect(stderr).toMatch(/^Scripted example: .* No model is asked, and nothing is stored\./m)
  expect(stdout).toContain('Decided by majority: Move in January')
  expect(stdout).toContain('3 : 1')
  expect((await place.convene('sessions', 'list', '--json')).stdout.trim()).toBe('')
})

test('the examples are listed, and a wrong name prints the list', async () => {
  expect((await place.convene('demo', '--list')).stdout).toContain('decision')
  const { code, stderr } = await place.convene('demo', '../../etc/passwd')
  expect([code, stderr]).toEqual([2, expect.stringContaining('Available: decision')])
})

test.skipIf(lacksTerminals())('on a terminal it plays to its end, and Ctrl-C stops it', async () => {
  const whole = place.onTerminal('demo', '--speed', '60')
  await whole.says('More examples: convene demo plan, convene demo incident')
  expect((await whole.ended).code).toBe(0)
  const stopped = place.onTerminal('demo')
  await stopped.says('Checkout'.toLowerCase())
  stopped.types('\u0003')
  await stopped.says('Stopped.')
})
