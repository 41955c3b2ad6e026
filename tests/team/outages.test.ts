import { setTimeout as pause } from 'node:timers/promises'
import { ownPostgres, sharedPostgres } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../e2e/launch.ts'
import { accountOf, begin, completed, newTeam, skippedWithout } from './nodes.ts'

const found = await sharedPostgres()

describe.skipIf(skippedWithout(found))('when something breaks under a team', () => {
  test('another worker finishes the runs of one that is killed and of one that hangs, and nothing is stored twice', async () => {
    const team = await newTeam('server' in found ? await found.server.database() : '')
    const RUNS = 12
    team.models.script(async ({ number }) => {
      await pause(200)
      return { text: `Answer ${number}.` }
    })
    const [web, killed, hanging] = [
      await team.node('web'),
      await team.node('worker', '--capacity', '4'),
      await team.node('worker', '--capacity', '4'),
    ]
    await begin(web.client, RUNS)
    await team.models.until(({ requests }) => requests.length >= RUNS)
    killed.launched.child.kill('SIGKILL')
    hanging.launched.child.kill('SIGSTOP')
    await team.node('worker')
    await until(async () => (await completed(web.client)) === RUNS)
    hanging.launched.child.kill('SIGCONT')
    // It answers again, so by now it has noticed what it lost.
    await until(async () => (await fetch(`${hanging.address}/readyz`)).ok)
    const account = await accountOf(team)
    expect(account).toMatchObject({ finished: RUNS, storedTwice: 0, repeatedReplies: 0 })
    expect(team.models.requests.length).toBeLessThanOrEqual(account.replied + account.lost)
  })

  test('a database that crashes and comes back costs no run and no call', async () => {
    const own = await ownPostgres()
    if (!('server' in own)) throw new Error(own.reason)
    onTestFinished(() => own.server.stop())
    const team = await newTeam(await own.server.database())
    const RUNS = 10
    team.models.script(async ({ number }) => {
      await pause(300)
      return { text: `Answer ${number}.` }
    })
    const [web] = [await team.node('web'), await team.node('worker')]
    await begin(web.client, RUNS)
    await team.models.until(({ requests }) => requests.length >= RUNS)
    await own.server.crash(3_000)
    await until(async () => (await completed(web.client)) === RUNS)
    const account = await accountOf(team)
    expect(account).toEqual({ finished: RUNS, replied: 2 * RUNS, lost: 0, storedTwice: 0, repeatedReplies: 0 })
    expect(team.models.requests).toHaveLength(2 * RUNS)
  })
})
