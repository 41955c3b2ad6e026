import { expect, test } from 'vitest'
import { closeHttp, listenForHttp, portOf } from './listen.ts'

test('an idle connection stays open longer than the 60 s of a proxy, and still ends with the server', async () => {
  const listening = await listenForHttp({ fetch: async () => new Response('here') }, { host: '127.0.0.1', port: 0 })
  if (!listening.ok) throw new Error(listening.refusal.message)
  const http = listening.value
  const response = await fetch(`http://127.0.0.1:${portOf(http)}`)
  expect(await response.text()).toBe('here')
  const [, seconds] = /timeout=(\d+)/u.exec(response.headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
  await closeHttp(http)
  expect(http.listening).toBe(false)
  await expect.poll(() => new Promise((resolve) => http.getConnections((_, count) => resolve(count)))).toBe(0)
})
