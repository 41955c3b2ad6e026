import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toolOf } from './own-tool.ts'

describe('a tool in code', () => {
  const weather = (more: object = {}) =>
    toolOf({
      name: 'weather',
      description: 'The weather in a city',
      input: z.object({ city: z.string() }),
      run: ({ city }) => `Sunny in ${city}.`,
      ...more,
    })
  const context = {} as never
  const signal = new AbortController().signal

  test('is judged by its name and input before it runs, and reaches everything unless it is read-only', async () => {
    expect(await weather().inspect({ city: 'Lyon' }, context)).toEqual([
      { permission: 'weather', target: '{"city":"Lyon"}' },
    ])
    expect([weather().reaches, weather({ readOnly: true }).reaches]).toEqual(['everything', []])
  })

  test('gives the agent its text, or the message of its error', async () => {
    expect(await weather().run({ city: 'Lyon' }, context, signal)).toEqual({ ok: true, output: 'Sunny in Lyon.' })
    const broken = weather({
      run: () => {
        throw new Error('No station.')
      },
    })
    expect(await broken.run({ city: 'Lyon' }, context, signal)).toEqual({ ok: false, output: 'No station.' })
  })
})
