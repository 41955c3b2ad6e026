import { describe, expect, test } from 'vitest'
import { originOf } from './setting-origin.ts'

const path = ['limits', 'maxTurns']

function origins(user: number | undefined, local: number | undefined, withheld: string[] = []) {
  const file = (value: number | undefined): { limits: { [name: string]: number } } => ({
    limits: value === undefined ? {} : { maxTurns: value },
  })
  const workspace = { path: '/shop', trust: 'trusted' as const, withheld }
  const reading = { defaults: file(30), layers: { user: file(user), workspace: file(local) }, workspace }
  return { user: originOf(reading, 'user', path), workspace: originOf(reading, 'workspace', path) }
}

describe('where a setting comes from', () => {
  test('is the default if no file sets it', () => {
    const plain = { own: undefined, inherited: 30, from: 'default', isWithheld: false }
    expect(origins(undefined, undefined)).toEqual({ user: plain, workspace: plain })
  })

  test('is the user’s settings for a workspace that does not set it', () => {
    expect(origins(12, undefined).workspace).toMatchObject({ own: undefined, inherited: 12, from: 'user' })
    expect(origins(12, undefined).user).not.toHaveProperty('overruledBy')
  })

  test('is the workspace if it sets another value, even against a default', () => {
    expect(origins(12, 20).user.overruledBy).toBe(20)
    expect(origins(undefined, 20).user.overruledBy).toBe(20)
    expect(origins(20, 20).user).not.toHaveProperty('overruledBy')
  })

  test('is never a workspace whose value is not applied', () => {
    const { user, workspace } = origins(12, 90, ['limits.maxTurns'])
    expect(user).not.toHaveProperty('overruledBy')
    expect(workspace).toMatchObject({ own: 90, isWithheld: true })
    expect(origins(12, 90, ['limits']).workspace.isWithheld).toBe(true)
    expect(origins(12, 90, ['limits.maxTurnsOfAll']).workspace.isWithheld).toBe(false)
  })
})
