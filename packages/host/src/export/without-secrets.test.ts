import type { Event } from '@convene/domain'
import { expect, test } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

const event = (type: string, data: object) => ({ type, data }) as unknown as Event
const key = `ghp_${'a1b2c3d4e5'.repeat(4)}`

test('the names of fields lose keys and folders, too: models and settings choose them', () => {
  const home = ['', 'home', 'alice'].join('/')
  const folder = `${home}/client-acme`
  const events = [
    event('session.created', { workspace: `${home}/shop` }),
    event('run.started', { permissions: { read: { [`${folder}/*`]: 'deny' }, bash: { [`login ${key}`]: 'allow' } } }),
    event('tool.called', { input: { [key]: 'x', [`${folder}/plan.txt`]: [{ [folder]: 1 }] } }),
  ]
  const text = JSON.stringify(withoutSecrets(events, {}, [home]))
  expect(text).not.toContain('ghp_')
  expect(text).not.toContain('alice')
  expect(text).toContain('"input"')
  expect(text).toContain('"deny"')
})

test('a key that is the name of a field is found in the texts beside it', () => {
  const odd = 'DB_PASSWORD=hunter2xyz'
  const text = JSON.stringify(withoutSecrets([event('tool.called', { [odd]: 'then hunter2xyz works' })], {}, []))
  expect(text).not.toContain('hunter2xyz')
})
