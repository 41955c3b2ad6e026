import { setTimeout as pause } from 'node:timers/promises'
import { findPostgres, ownPostgres, type PostgresServer } from '@convene/testkit'
import { onTestFinished } from 'vitest'
import { until } from '../e2e/launch.ts'
import { leftOut } from '../runner/skip-reasons.ts'
import { accountOf, completed, type Node, type Team } from './nodes.ts'

/** These tests take minutes. `npm run test:chaos` runs them. */
export function skipsChaos(): boolean {
  if (!process.env.CONVENE_CHAOS) return leftOut('npm run test:chaos runs it')
  const found = findPostgres()
  return 'reason' in found && leftOut(`needs Postgres: ${found.reason}`)
}

export const CALL_MS = 1_500

/** A database server that the test may crash. */
export async function ownServer(): Promise<PostgresServer> {
  const found = await ownPostgres()
  if (!('server' in found)) throw new Error(found.reason)
  onTestFinished(() => found.server.stop())
  return found.server
}

/** Every call takes this long. */
export const slowly = (team: Team, ms = CALL_MS) =>
  team.models.script(async ({ number }) => {
    await pause(ms)
    return { text: `Answer ${number}.` }
  })

/** Starts a worker like a service manager: again and again while the database is down. */
export async function keepStarting(team: Team, ...words: readonly string[]): Promise<Node> {
  for (;;) {
    try {
      return await team.node('worker', ...words)
    } catch (error) {
      if (!/does not answer|starting up|recovery/.test(String(error))) throw error
      await pause(500)
    }
  }
}

export const allDone = (web: Node, runs: number) => until(async () => (await completed(web.client)) >= runs)

/** The time from this moment to the first sign of a takeover, for the slowest session. */
export async function longestGap(team: Team, since: number): Promise<number> {
  const lost = (await team.events()).filter(({ type }) => type === 'effect.lost')
  return Math.max(0, ...lost.map(({ at }) => at - since))
}

/** Prints the numbers for people, and returns the numbers from the log. */
export async function accountFor(what: string, team: Team, more: object = {}) {
  const account = await accountOf(team)
  const requests = team.models.requests.length
  process.stdout.write(`${what}: ${JSON.stringify({ ...account, requests, ...more })}\n`)
  return { ...account, requests }
}
