import { expect, test } from 'vitest'
import { browserPlaces } from './find-browser.ts'

test.each([
  ['linux', { PATH: '/usr/bin:.:node_modules/.bin:/snap/bin' }, '/usr/bin/chromium', 12],
  ['darwin', { PATH: '/usr/bin' }, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', 3],
  [
    'win32',
    { PROGRAMFILES: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' },
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    4,
  ],
  ['win32', {}, undefined, 0],
] as const)('on %s with %j, a browser is looked up by absolute paths only', (platform, environment, first, count) => {
  const places = browserPlaces(environment, platform)
  expect([places[0], places.length]).toEqual([first, count])
  expect(places.filter((place) => !/^(\/|[A-Z]:\\)/u.test(place))).toEqual([])
})
