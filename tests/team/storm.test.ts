import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startBalancer } from './balancer.ts'
import { accountFor, allDone, keepStarting, longestGap, ownServer, skipsChaos, slowly } from './chaos.ts'
import { begin, newTeam } from './nodes.ts'

const RUNS = 40
/** Ten seconds without a heartbeat, plus a margin for a busy machine. */
const LONGEST_GAP_MS = 15_000

describe.skipIf(skipsChaos())('a team completes every run when', () => {
  test('one of two workers is killed in the middle of 40 runs', async () => {
    const team = await newTeam(await (await ownServer()).database())
    slowly(team)
    const [web, one] = [await team.node('web'), await team.node('worker', '--capacity', '10')]
    await team.node('worker', '--capacity', '40')
    await begin(web.client, RUNS)
    await team.models.until(({ requests }) => requests.length >= RUNS / 2)
    const killedAt = Date.now()
    one.launched.child.kill('SIGKILL')
    await allDone(web, RUNS)
    const gap = await longestGap(team, killedAt)
    const account = await accountFor('kill', team, { longestGapMs: gap })
    expect(account).toMatchObject({ finished: RUNS, storedTwice: 0, repeatedReplies: 0 })
    expect(gap).toBeLessThanOrEqual(LONGEST_GAP_MS)
  })

  test('one of two workers hangs for 20 s in the middle of 40 runs', async () => {
    const team = await newTeam(await (await ownServer()).database())
    slowly(team)
    const [web, one] = [await team.node('web'), await team.node('worker', '--capacity', '10')]
    await team.node('worker', '--capacity', '40')
    await begin(web.client, RUNS)
    await team.models.until(({ requests }) => requests.length >= RUNS / 2)
    const hangsAt = Date.now()
    one.launched.child.kill('SIGSTOP')
    await pause(20_000)
    one.launched.child.kill('SIGCONT')
    await allDone(web, RUNS)
    const gap = await longestGap(team, hangsAt)
    const account = await accountFor('hang', team, { longestGapMs: gap })
    expect(account).toMatchObject({ finished: RUNS, storedTwice: 0, repeatedReplies: 0 })
    expect(gap).toBeLessThanOrEqual(LONGEST_GAP_MS)
  })

  test('the network between one worker and the database stalls for 15 s', async () => {
    const url = await (await ownServer()).database()
    const network = await startBalancer()
    network.use(url)
    const team = await newTeam(url)
    slowly(team)
    const web = await team.node('web')
    await team.node('worker', '--capacity', '10', '--database-url', url.replace(new URL(url).host, network.host))
    await team.node('worker', '--capacity', '40')
    await begin(web.client, RUNS)
    await team.models.until(({ requests }) => requests.length >= RUNS / 2)
    network.stall(true)
    await pause(15_000)
    network.stall(false)
    await allDone(web, RUNS)
    const account = await accountFor('stall', team)
    expect(account).toMatchObject({ finished: RUNS, storedTwice: 0, repeatedReplies: 0 })
  })

  test('the database crashes in the middle of 40 runs, and no call is repeated', async () => {
    const server = await ownServer()
    const team = await newTeam(await server.database())
    slowly(team)
    const web = await team.node('web')
    for (const _ of [1, 2]) await team.node('worker')
    await begin(web.client, RUNS)
    await team.models.until(({ requests }) => requests.length >= RUNS / 2)
    await server.crash(10_000)
    await allDone(web, RUNS)
    const account = await accountFor('crash', team)
    expect(account).toMatchObject({ finished: RUNS, lost: 0, storedTwice: 0, repeatedReplies: 0, requests: 2 * RUNS })
  })

  test('every worker is replaced in the middle of 40 runs, as in a deployment, and no call is repeated', async () => {
    const team = await newTeam(await (await ownServer()).database())
    slowly(team)
    const [web, ...old] = [await team.node('web'), await team.node('worker'), await team.node('worker')]
    await begin(web.client, RUNS)
    await team.models.until(({ requests }) => requests.length >= RUNS / 2)
    await team.node('worker', '--capacity', '40')
    for (const { launched } of old) launched.child.kill('SIGTERM')
    await allDone(web, RUNS)
    const account = await accountFor('deploy', team)
    expect(account).toMatchObject({ finished: RUNS, lost: 0, storedTwice: 0, repeatedReplies: 0, requests: 2 * RUNS })
  })

  test('ten workers are killed and the database crashes twice', async () => {
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
      workers.push(await keepStarting(team, '--capacity', '15'))
    }
    await allDone(web, RUNS)
    const account = await accountFor('storm', team, { seconds: Math.round((Date.now() - began) / 1_000) })
    expect(account).toMatchObject({ finished: RUNS, storedTwice: 0, repeatedReplies: 0 })
  })
})
