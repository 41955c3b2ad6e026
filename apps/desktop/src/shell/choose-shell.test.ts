import { expect, test } from 'vitest'
import { chooseShell } from './choose-shell.ts'

const machine = { wanted: undefined, hasDisplay: true, browser: '/usr/bin/chromium' } as const

test('our own window opens if there is a browser for it', () => {
  expect(chooseShell(machine)).toEqual({ shell: 'window', browser: '/usr/bin/chromium' })
  expect(chooseShell({ ...machine, wanted: 'window' })).toEqual({ shell: 'window', browser: '/usr/bin/chromium' })
})

test('without one, the link opens with a reason, and without a display it is only printed', () => {
  expect(chooseShell({ ...machine, browser: undefined })).toEqual({
    shell: 'browser',
    note: expect.stringContaining('requires Chromium, Chrome or Edge'),
  })
  expect(chooseShell({ ...machine, hasDisplay: false })).toEqual({ shell: 'none' })
})

test("the user's choice is followed, or the reason given", () => {
  expect(chooseShell({ ...machine, wanted: 'browser' })).toEqual({ shell: 'browser' })
  expect(chooseShell({ ...machine, wanted: 'window', browser: undefined })).toMatchObject({
    why: expect.stringContaining('CONVENE_BROWSER'),
  })
  expect(chooseShell({ ...machine, wanted: 'window', hasDisplay: false })).toMatchObject({
    why: expect.stringContaining('display'),
  })
})
