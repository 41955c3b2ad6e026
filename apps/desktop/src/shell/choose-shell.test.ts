import { expect, test } from 'vitest'
import { chooseShell } from './choose-shell.ts'

const machine = { wanted: undefined, hasDisplay: true, browser: '/usr/bin/chromium' } as const

test('a window of our own opens where it can, else the browser, else a link is printed', () => {
  expect(chooseShell(machine)).toBe('window')
  expect(chooseShell({ ...machine, browser: undefined })).toBe('browser')
  expect(chooseShell({ ...machine, hasDisplay: false })).toBe('none')
})

test('what the person asks for is done, or it is said why not', () => {
  expect(chooseShell({ ...machine, wanted: 'browser' })).toBe('browser')
  expect(chooseShell({ ...machine, wanted: 'window', browser: undefined })).toMatchObject({
    why: expect.stringContaining('CONVENE_BROWSER'),
  })
  expect(chooseShell({ ...machine, wanted: 'window', hasDisplay: false })).toMatchObject({
    why: expect.stringContaining('display'),
  })
})
