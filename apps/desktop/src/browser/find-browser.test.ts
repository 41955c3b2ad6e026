import { expect, test } from 'vitest'
import { findWindowBrowser } from './find-browser.ts'

const found = (platform: string, environment: { [name: string]: string }, ...there: readonly string[]) =>
  findWindowBrowser({ platform, environment, isProgram: (path) => there.includes(path) })

test('the first installed browser of the family is used', () => {
  const environment = { PATH: '/usr/local/bin:/usr/bin' }
  expect(found('linux', environment, '/usr/bin/google-chrome', '/usr/bin/chromium')).toBe('/usr/bin/chromium')
  expect(found('linux', environment, '/usr/bin/microsoft-edge')).toBe('/usr/bin/microsoft-edge')
  expect(found('linux', environment, '/usr/bin/firefox')).toBeUndefined()
})

test('on macOS and Windows browsers are in known folders', () => {
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  expect(found('darwin', { HOME: '/home/ada' }, chrome)).toBe(chrome)
  const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
  expect(found('win32', { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' }, edge)).toBe(edge)
})

test('a browser named by the user is used, and no other if it is missing', () => {
  const environment = { PATH: '/usr/bin', CONVENE_BROWSER: '/opt/mine' }
  expect(found('linux', environment, '/opt/mine', '/usr/bin/chromium')).toBe('/opt/mine')
  expect(found('linux', environment, '/usr/bin/chromium')).toBeUndefined()
})
