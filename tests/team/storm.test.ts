import { setTimeout as pause } from 'node:timers/promises'
import { findPostgres, ownPostgres, type PostgresServer } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../e2e/launch.ts'
import { accountOf, begin, completed, newTeam, type Team } from './nodes.ts'

const RUNS = 40
const CALL_MS = 1_500

async function ownServer(): Promise<PostgresServer> {
  const found = await ownPostgres()
  if (!('server' in found)) throw new Error(found.reason)
  onTestFinished(() => found.server.stop())
  return found.server
}

const slowly = (team: Team) =>
  team.models.script(async ({ number }) => {
    await pause(CALL_MS)
    return { text: `Answer ${number}.` }
  })

/** The numbers, for people. */
const print = (what: string, numbers: object) => process.stdout.write(`${what}: ${JSON.stringify(numbers)}\n`)

/** `npm run test:chaos`. Each takes minutes. */
describe.skipIf(!process.env.CONVENE_CHAOS || 'reason' in findPostgres())('a storm', () => {
  test('one of two workers is killed in the middle of 40 runs', async () => {
    const team = await newTeam(await (await ownServer()).database())
    slowly(team)
    const [web, one] = [await team.node('web'), await team.node('worker', '--capacity', '10')]
    await team.node('worker', '--capacity', '40')
    await begin(web.client, RUNS)
    await team.models.until(({ requests }) => requests.length >= RUNS / 2)
    const killedAt = Date.now()
    one.launched.child.kill('SIGKILL')
    await until(async () => (await completed(web.client)) === RUNS)
    const account = await accountOf(team)
    const gaps = (await team.events()).filter(({ type }) => type === 'effect.lost').map(({ at }) => at - killedAt)
    print('kill', { ...account, requests: team.models.requests.length, longestGapMs: Math.max(0, ...gaps) })
    expect(account).toMatchObject({ finished: RUNS, storedTwice: 0, repeatedReplies: 0 })
  })

  test('every worker is replaced in the middle of 40 runs, as at a deploy, and no call is repeated', async () => {
    const team = await newTeam(await (await ownServer()).database())
    slowly(team)
    const [web, ...old] = [await team.node('web'), await team.node('worker'), await team.node('worker')]
    await begin(web.client, RUNS)
    await team.models.until(({ requests }) => requests.length >= RUNS / 2)
    await team.node('worker', '--capacity', '40')
    for (const { launched } of old) launched.child.kill('SIGTERM')
    await until(async () => (await completed(web.client)) === RUNS)
    const account = await accountOf(team)
    print('deploy', { ...account, requests: team.models.requests.length })
    expect(account).toMatchObject({ finished: RUNS, lost: 0, storedTwice: 0, repeatedReplies: 0 })
    expect(team.models.requests).toHaveLength(2 * RUNS)
  })

  test('ten kills of workers and two crashes of the database', async () => {
    const server = await ownServer()
    const team = await newTeam(await server.database())
    slowly(team)
    const web = await team.node('web')
    const workers = [await team.node('worker', '--capacity', '15'), await team.node('worker', '--capacity', '15')]
    await begin(web.client, RUNS)
    const began = Date.now()
    for (let kill = 0; kill < 10; kill += 1) {
      await pause(1_000 + 500 * (kill % 5))
      workers.shift()?.launched.child.kill('SIGKILL')
      if (kill === 3 || kill === 7) await server.crash(5_000)
      workers.push(await team.node('worker', '--capacity', '15'))
    }
    await until(async () => (await completed(web.client)) === RUNS)
    const account = await accountOf(team)
    print('storm', {
      ...account,
      requests: team.models.requests.length,
      seconds: Math.round((Date.now() - began) / 1_000),
    })
    expect(account).toMatchObject({ finished: RUNS, storedTwice: 0, repeatedReplies: 0 })
  })
})
