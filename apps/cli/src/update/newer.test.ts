import { expect, test } from 'vitest'
import type { CliProgram } from '../program.ts'
import { lookingDaily } from './newer.ts'

test('a server asks for a newer version when it is first wanted, and again after a day', async () => {
  let [now, asked] = [0, 0]
  const program = lookingDaily({ now: () => now } as CliProgram, async () => ({
    found: `1.0.${++asked} is out.`,
    way: '',
  }))
  expect(asked).toBe(0)
  expect(await program.newer?.()).toMatchObject({ found: '1.0.1 is out.' })
  now += 3_600_000
  expect(await program.newer?.()).toMatchObject({ found: '1.0.1 is out.' })
  now += 86_400_000
  expect(await program.newer?.()).toMatchObject({ found: '1.0.2 is out.' })
})
