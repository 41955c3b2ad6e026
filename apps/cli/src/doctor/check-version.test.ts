import { expect, test } from 'vitest'
import { versionCheck } from './check-version.ts'

test('a newer version is a note that says how to update, and never makes Convene unusable', () => {
  expect(versionCheck(true, ['1.2.0 is the newest version.'])).toMatchObject({ state: 'good' })
  expect(versionCheck(true, ['1.3.0 is out. This is 1.2.0.', 'To update: convene update'])).toEqual({
    state: 'note',
    what: 'version',
    found: '1.3.0 is out. This is 1.2.0.',
    fix: 'To update: convene update',
  })
  expect(versionCheck(false, ['npm did not report the newest version.'])).toMatchObject({ state: 'note' })
})
