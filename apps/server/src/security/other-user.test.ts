import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { served } from '../server.fixture.ts'
import { isOtherUser } from './other-user.ts'

const line = (near: string, far: string, user: number) =>
  `   1: 0100007F:${near} 0100007F:${far} 01 00000000:00000000 00:00000000 00000000  ${user}        0 2117 1 0000 20 0 0 10 -1`

describe('the far end of a connection', () => {
  const ends = { remotePort: 0xb0c6, localPort: 0x1cf2 }
  const at = (...lines: readonly string[]) => isOtherUser(ends, 1000, () => lines)

  test('is another user’s if the system says so, and unknown otherwise', () => {
    expect(at(line('B0C6', '1CF2', 1001))).toBe(true)
    expect(at(line('B0C6', '1CF2', 1000))).toBe(false)
    expect(at()).toBe(false)
    expect(isOtherUser(undefined, 1000, () => [line('B0C6', '1CF2', 1001)])).toBe(false)
  })

  test('is not the server’s own end, nor another connection', () => {
    expect(at(line('1CF2', 'B0C6', 1001), line('B0C6', '1CF3', 1001), line('B0C7', '1CF2', 1001), '')).toBe(false)
  })

  test('may be root’s, which forwards connections', () => {
    expect(at(line('B0C6', '1CF2', 0))).toBe(false)
  })
})

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(isRoot)('a code does not work for another user, and stays valid for its own', async () => {
  const server = await served()
  onTestFinished(() => server.remove())
  const made = await server.client.openCode()
  const link = `${server.address}/open?code=${made.ok ? made.value.code : ''}`
  const script = `process.setuid(65534)
fetch(${JSON.stringify(link)}, { redirect: 'manual' })
  .then(async (answer) => console.log(answer.status, await answer.text()))`
  const nobody = spawn(process.execPath, ['--eval', script])
  expect(await text(nobody.stdout)).toMatch(/^401 .*another user/su)
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
})
