import { describe, expect, test } from 'vitest'
import { settingsForm } from './settings-form.ts'

const form = settingsForm()
const fieldAt = (key: string) => form.find(({ path }) => path.join('.') === key)

describe('the form of the settings page', () => {
  test('picks a control that fits the schema, with its bounds', () => {
    expect(fieldAt('limits.maxTurns')).toMatchObject({ section: 'limits', kind: 'number', min: 1, max: 100, step: 1 })
    expect(fieldAt('limits.maxCostUsd')).toMatchObject({ kind: 'number', above: 0, placeholder: 'No limit' })
    expect(fieldAt('limits.maxToolCalls')).not.toHaveProperty('max')
    expect(fieldAt('limits.allowedDomains')).toMatchObject({ kind: 'lines' })
    expect(fieldAt('plan.approve')).toMatchObject({ section: 'runs', kind: 'check' })
    expect(fieldAt('model')).toMatchObject({ kind: 'model' })
    expect(fieldAt('panel.depth')?.options?.[0]).toEqual({
      value: 'quick',
      label: 'Quick',
      note: '1 round or 10 turns',
    })
  })

  test('omits settings that have their own screen or are edited in the file', () => {
    for (const key of ['providers', 'permissions', 'mcpServers', 'webhooks.in', 'interface.theme'])
      expect(fieldAt(key)).toBeUndefined()
  })

  test('shows what applies while a limit is empty: the mode’s limit, or a number in words', () => {
    expect(fieldAt('limits.maxCalls')?.placeholder).toBe('Set by the mode')
    expect(fieldAt('limits.modelTimeout')?.placeholder).toBe('120 or 600')
  })
})
