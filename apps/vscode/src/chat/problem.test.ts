import { expect, test } from 'vitest'
import { isConfiguration, problemOf, RefusedCall, Unreachable } from './problem.ts'

const refused = (code: string) => new RefusedCall({ code, message: 'No.' })

test('every problem has a type, and a button if the user can do something about it', () => {
  expect(problemOf(refused('unknown_model'))).toMatchObject({
    type: 'model_unavailable',
    help: { command: 'convene.setKey' },
  })
  expect(problemOf(refused('bad_team'))).toMatchObject({ type: 'configuration_error' })
  expect(problemOf(refused('circular_delegation')).type).toBe('circular_delegation')
  expect(problemOf(refused('delegation_refused')).type).toBe('delegation_error')
  expect(problemOf(refused('permission_denied')).type).toBe('tool_access_error')
  expect(problemOf(new Unreachable('No Node.'))).toMatchObject({ type: 'program_unavailable', message: 'No Node.' })
  expect(problemOf('odd')).toEqual({ type: 'agent_execution_error', message: 'odd' })
})

test('a settings error is distinguished from a model error', () => {
  expect(isConfiguration(refused('unknown_agent'))).toBe(true)
  expect(isConfiguration(refused('unknown_model'))).toBe(false)
  expect(isConfiguration(new Error('x'))).toBe(false)
})
