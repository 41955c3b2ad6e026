import type { Store } from '@convene/host'
import type { Hono } from 'hono'
import { metricsText } from './metrics.ts'

/** Whether this process takes requests and work. */
export type Readiness = { isStopping: boolean }

const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

/**
 * What a load balancer and a monitor ask. Needs no token and takes any host name: probes call by address. The answers have
 * counts and nothing of what people wrote.
 */
export function mountHealth(app: Hono, store: () => Promise<Store>, readiness: Readiness): void {
  app.get('/healthz', () => new Response('ok\n', { headers: PLAIN }))
  app.get('/readyz', async () => {
    const why = readiness.isStopping ? 'stopping' : await troubleIn(store)
    return new Response(`${why ?? 'ready'}\n`, { status: why === undefined ? 200 : 503, headers: PLAIN })
  })
  app.get('/metrics', async () => {
    const { team } = await store()
    const text = team ? await metricsText(team).catch(() => undefined) : ''
    const headers = { ...PLAIN, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }
    return text === undefined ? new Response('', { status: 503, headers }) : new Response(text, { headers })
  })
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
