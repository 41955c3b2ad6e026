import { describe, expect, test } from 'vitest'
import { refusedFields, whyRefused } from './refused.ts'

const refusal = (code: string, message: string) => ({ status: 400, code, message })

describe('a refusal on the start page', () => {
  test('is shown at its field', () => {
    expect(refusedFields(refusal('unknown_model', 'Unknown model "x/y". `convene models` lists those.'))).toEqual({
      model: 'Unknown model "x/y".',
    })
    const told = 'Invalid rule "a b". Write a rule as permission:pattern. `convene tools` lists the permissions.'
    expect(refusedFields(refusal('bad_grant', told))).toEqual({
      allow: 'Invalid rule "a b". Write a rule as permission:pattern.',
    })
  })

  test('about several fields is shown at each of them', () => {
    const message = 'limits.maxTurns: must be at least 1\nallow.0: must not be empty\nsettings.seats: must be at most 8'
    expect(refusedFields(refusal('bad_request', message))).toEqual({
      'limits.maxTurns': 'must be at least 1',
      allow: 'must not be empty',
      seats: 'must be at most 8',
    })
  })

  test('about the whole form is shown at no field and names no command-line option', () => {
    const given = refusal('no_agents', 'The mode broadcast needs members: name them with --agents a,b.')
    expect(refusedFields(given)).toEqual({})
    expect(whyRefused(given)).not.toContain('--agents')
    expect(refusedFields(null)).toEqual({})
  })
})
