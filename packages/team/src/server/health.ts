import { isEqualInConstantTime, tokenOf } from '@convene/server'
import type { Env, Hono } from 'hono'
import type { PostgresStore } from '../postgres/open-store.ts'
import type { TeamProgram } from '../program.ts'
import { costsText, metricsText } from './metrics.ts'

/** Whether this process accepts requests and work. */
export type Readiness = {
  isStopping: boolean
  /** What does not work even though the process is ready. */
  note?: string
}

const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

type Watched = Pick<TeamProgram, 'team' | 'calls' | 'home' | 'environment' | 'now'>

/**
 * Endpoints for load balancers and monitors. They need no token and accept any host name, because probes call by
 * address. Answers contain counts but no user content. Costs per space are only for the operator.
 */
export function mountHealth<E extends Env>(app: Hono<E>, program: Watched, readiness: Readiness): void {
  app.get('/healthz', () => new Response('ok\n', { headers: PLAIN }))
  const trouble = shared(() => troubleIn(program.team))
  const ofTeam = (write: (team: PostgresStore) => Promise<string>) =>
    shared(async () => write(await program.team()).catch(() => undefined))
  const metrics = ofTeam(async (team) => metricsText(team, await program.calls()))
  const costs = ofTeam((team) => costsText(team.accounts, program.now()))
  app.get('/readyz', async () => {
    const why = readiness.isStopping ? 'stopping' : await trouble()
    const said = why ?? ['ready', ...(readiness.note ? [readiness.note] : [])].join('\n')
    return new Response(`${said}\n`, { status: why === undefined ? 200 : 503, headers: PLAIN })
  })
  app.get('/metrics', async ({ req }) => {
    const isOperator = isEqualInConstantTime(
      req.header('authorization') ?? '',
      `Bearer ${tokenOf(program.home, program.environment)}`,
    )
    const parts = await Promise.all([metrics(), isOperator ? costs() : ''])
    const text = parts.includes(undefined) ? undefined : parts.join('')
    const headers = { ...PLAIN, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }
    return text === undefined ? new Response('', { status: 503, headers }) : new Response(text, { headers })
  })
}

const KEPT_MS = 1_000

/** Shares one answer between callers within a second, because anyone may ask and must not overload the database. */
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

/** Why the database is unusable. Anyone can read this answer, so details are only in the log file. */
async function troubleIn(team: () => Promise<Pick<PostgresStore, 'answers'>>): Promise<string | undefined> {
  try {
    await (await team()).answers()
    return undefined
  } catch {
    return 'the database does not answer'
  }
}
