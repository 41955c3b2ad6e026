import { expect, test } from 'vitest'
import { openingCommand } from './open-browser.ts'

const link = 'http://127.0.0.1:4000/?a=1&b=2'

test.each([
  ['linux', { DISPLAY: ':0' }, ['xdg-open', link]],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', link]],
  ['linux', {}, []],
  ['darwin', {}, ['open', link]],
  ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler', link]],
  ['darwin', { SSH_CONNECTION: '10.0.0.1' }, []],
  ['win32', { SSH_CONNECTION: '10.0.0.1' }, []],
])('on %s with %j, a link opens with %j', (platform, environment, command) => {
  expect(openingCommand(link, environment, platform)).toEqual(command)
})
