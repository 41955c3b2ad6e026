import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sharedPostgres } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../e2e/launch.ts'
import { begin, completed, newTeam, skippedWithout } from './nodes.ts'

const found = await sharedPostgres()
const secret = 'a secret of at least sixteen letters'

/** A slow URL that remembers its deliveries. */
async function receiver() {
  const deliveries: string[] = []
  const http = createServer(async (request, response) => {
    deliveries.push(String(request.headers['x-convene-delivery']))
    await pause(20)
    response.end()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return { deliveries, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/in` }
}

describe.skipIf(skippedWithout(found))('webhooks of several servers', () => {
  test('are posted by one server, continued by another after a kill, and each signature is accepted once', async () => {
    const { deliveries, url } = await receiver()
    const hooks = {
      in: { deploy: { secret, goal: 'Check', agents: ['ux'], mode: 'agent' } },
      out: [{ url, secret, events: ['*'] }],
    }
    const team = await newTeam('server' in found ? await found.server.database() : '', { webhooks: hooks })
    team.models.script(async ({ number }) => ({ text: `Answer ${number}.` }))
    const posting = await team.node('web')
    const RUNS = 6
    await begin(posting.client, RUNS)
    await until(() => deliveries.length > 0)
    const other = await team.node('all')
    const body = '{"ref":"main"}'
    const headers = { 'x-convene-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }
    const post = async ({ address }: typeof other) =>
      (await fetch(`${address}/api/hooks/deploy`, { method: 'POST', body, headers })).status
    const answers = await Promise.all([other, posting, other, posting].map(post))
    expect(answers.toSorted()).toEqual([202, 401, 401, 401])

    await until(() => deliveries.length > RUNS * 3)
    posting.launched.child.kill('SIGKILL')
    const inFlight = deliveries.length
    await until(async () => (await completed(other.client)) === RUNS + 1)
    const stored = (await team.events()).map(({ session, seq }) => `${session}:${seq}`)
    await until(() => new Set(deliveries).size >= stored.length)
    expect(new Set(deliveries)).toEqual(new Set(stored))
    const twice = deliveries.filter((id, index) => deliveries.indexOf(id) !== index)
    // Deliveries in flight when the server was killed, one per session: nobody can know whether they arrived.
    expect(twice.every((id) => deliveries.lastIndexOf(id) >= inFlight)).toBe(true)
    expect(twice.length).toBeLessThanOrEqual(RUNS)
  })
})
