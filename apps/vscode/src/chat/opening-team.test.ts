import type { Client } from '@convene/protocol'
import { expect, test } from 'vitest'
import { openingTeam } from './opening-team.ts'

const saying = (settings: object) =>
  ({ settings: async () => ({ ok: true, value: { settings } }) }) as unknown as Pick<Client, 'settings'>
const plain = { mode: undefined, team: 'coordinator' }

test('the coordinator starts if the settings choose nothing', async () => {
  expect(await openingTeam(saying({}), '/shop', plain)).toBe('coordinator')
})

test.each([{ defaultMode: 'panel' }, { defaultTeam: 'shop-crew' }])('%j is left to the settings', async (settings) => {
  expect(await openingTeam(saying(settings), '/shop', plain)).toBeUndefined()
})

test('a command and the editor’s agents override the settings', async () => {
  const client = saying({ defaultMode: 'panel' })
  expect(await openingTeam(client, '/shop', { mode: 'delegate', team: 'coordinator' })).toBe('coordinator')
  expect(await openingTeam(client, '/shop', { mode: undefined, team: '/team.json' })).toBe('/team.json')
})

test('settings that cannot be read choose nothing', async () => {
  const broken = { settings: async () => ({ ok: false, refusal: {} }) } as unknown as Pick<Client, 'settings'>
  expect(await openingTeam(broken, '/shop', plain)).toBe('coordinator')
})
