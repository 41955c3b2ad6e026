import type { Program, Store } from '@convene/host'
import type { Hono } from 'hono'
import { isSame } from '../security/same.ts'
import { tokenOf } from '../security/token.ts'
import { costsText, metricsText } from './metrics.ts'

/** Whether this process takes requests and work. */
export type Readiness = {
  isStopping: boolean
  /** What does not work here, although it is ready. */
  note?: string
}

const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

type Watched = Pick<Program, 'store' | 'calls' | 'home' | 'environment' | 'now'>

/**
 * What a load balancer and a monitor ask. Needs no token and takes any host name: probes call by address. The answers have
 * counts and nothing of what people wrote. What spaces cost is only for the operator.
 */
export function mountHealth(app: Hono, program: Watched, readiness: Readiness): void {
  app.get('/healthz', () => new Response('ok\n', { headers: PLAIN }))
  const trouble = shared(() => troubleIn(program.store))
  const ofTeam = (write: (team: NonNullable<Store['team']>) => Promise<string>) =>
    shared(async () => {
      const { team } = await program.store()
      return team ? write(team).catch(() => undefined) : ''
    })
  const metrics = ofTeam(async (team) => metricsText(team, await program.calls()))
  const costs = ofTeam((team) => costsText(team.accounts, program.now()))
  app.get('/readyz', async () => {
    const why = readiness.isStopping ? 'stopping' : await trouble()
    const said = why ?? ['ready', ...(readiness.note ? [readiness.note] : [])].join('\n')
    return new Response(`${said}\n`, { status: why === undefined ? 200 : 503, headers: PLAIN })
  })
  app.get('/metrics', async ({ req }) => {
    const isOperator = isSame(req.header('authorization') ?? '', `Bearer ${tokenOf(program.home, program.environment)}`)
    const parts = await Promise.all([metrics(), isOperator ? costs() : ''])
    const text = parts.includes(undefined) ? undefined : parts.join('')
    const headers = { ...PLAIN, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }
    return text === undefined ? new Response('', { status: 503, headers }) : new Response(text, { headers })
  })
}

const KEPT_MS = 1_000

/** One answer for all who ask at once or within a second. Anyone may ask, and must not keep the database busy with it. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let goodUntil = Number.POSITIVE_INFINITY
  return () => {
    if (answer && performance.now() < goodUntil) return answer
    goodUntil = Number.POSITIVE_INFINITY
    answer = ask().finally(() => {
      goodUntil = performance.now() + KEPT_MS
    })
    return answer
  }
}

/** Why the database cannot be used now. Details are in the log file: this answer is for anyone. */
async function troubleIn(store: () => Promise<Store>): Promise<string | undefined> {
  try {
    await (await store()).team?.answers()
    return undefined
  } catch {
    return 'the database does not answer'
  }
}
