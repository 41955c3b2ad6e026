import { expect, test } from 'vitest'
import type { Loaded, WebviewModule } from '../webview/module.ts'
import { chooseShell } from './choose-shell.ts'

const module = { Application: class {} } as unknown as WebviewModule
const machine = {
  wanted: undefined,
  hasDisplay: true,
  browser: '/usr/bin/chromium',
  webview: async (): Promise<Loaded> => ({ why: 'The native webview is not installed.' }),
} as const
const withWebview = { ...machine, browser: undefined, webview: async (): Promise<Loaded> => ({ module }) }

test('our own window opens if possible: in Chromium, else in the native webview', async () => {
  expect(await chooseShell(machine)).toEqual({ shell: 'window', browser: '/usr/bin/chromium' })
  expect(await chooseShell(withWebview)).toEqual({ shell: 'webview', module })
  expect(await chooseShell({ ...withWebview, wanted: 'window' })).toEqual({ shell: 'webview', module })
})

test('without either, the browser opens with a reason, and without a display a link is printed', async () => {
  expect(await chooseShell({ ...machine, browser: undefined })).toEqual({
    shell: 'browser',
    note: expect.stringContaining('The native webview is not installed.'),
  })
  expect(await chooseShell({ ...machine, hasDisplay: false })).toEqual({ shell: 'none' })
})

test('the native webview is not even loaded if there is a browser', async () => {
  const webview = () => Promise.reject(new Error('loaded'))
  expect(await chooseShell({ ...machine, webview })).toMatchObject({ shell: 'window' })
})

test("the user's choice is followed, or the reason given", async () => {
  expect(await chooseShell({ ...machine, wanted: 'browser' })).toEqual({ shell: 'browser' })
  expect(await chooseShell({ ...machine, wanted: 'window', browser: undefined })).toMatchObject({
    why: expect.stringContaining('CONVENE_BROWSER'),
  })
  expect(await chooseShell({ ...machine, wanted: 'window', hasDisplay: false })).toMatchObject({
    why: expect.stringContaining('display'),
  })
})
