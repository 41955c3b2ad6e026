import type { Outcome } from '@convene/domain'
import {
  type CalledModel,
  type CircuitBreakers,
  circuitOpen,
  FAILURES_TO_OPEN,
  isProviderFault,
  OPEN_MS,
  providerOf,
} from '@convene/engine'
import type { PostgresDatabase } from '../database/database.ts'

/** A provider may ask for hours. Other servers retry sooner: it may have meant one request. */
const LONGEST_WAIT_MS = 60_000

type Circuit = { readonly failures: number; readonly waitMs: number; readonly probes: boolean }

/**
 * Which providers are down, or asked to wait, for all servers together. A space with its own keys has its own circuits:
 * its limits belong to its keys, and its mistakes stop nobody else. If the database does not answer, calls are made.
 */
export function postgresCircuits(database: PostgresDatabase): CircuitBreakers {
  const known = async (call: CalledModel): Promise<Circuit | undefined> =>
    (
      await database.ask<Circuit>({ name: 'circuit', text: enterText, values: [call.session, providerOf(call.model)] })
    )[0]
  const ask = (name: string, text: string, call: CalledModel, more: readonly unknown[] = []) =>
    database.ask({ name, text, values: [call.session, providerOf(call.model), ...more] })
  return {
    async enter(call) {
      const circuit = await known(call).catch(() => undefined)
      return circuit && refused(providerOf(call.model), circuit)
    },
    async leave(call, outcome) {
      if (outcome.kind === 'aborted') await ask('circuit-free', freeText, call).catch(() => undefined)
      else if (isProviderFault(outcome))
        await ask('circuit-fault', faultText, call, [waitOf(outcome)]).catch(() => undefined)
      else await ask('circuit-ok', goodText, call).catch(() => undefined)
    },
  }
}

function refused(provider: string, { failures, waitMs, probes }: Circuit): Outcome | undefined {
  if (failures < FAILURES_TO_OPEN) return waitMs > 0 ? askedToWait(provider, waitMs) : undefined
  return probes ? undefined : circuitOpen(provider, waitMs > 0 ? waitMs : OPEN_MS)
}

const askedToWait = (provider: string, retryAfterMs: number): Outcome => ({
  ...{ kind: 'failed', code: 'rate_limited', retryable: true, retryAfterMs, partial: '', usage: null, ms: 0 },
  message: `${provider} asked another call to wait.`,
})

const waitOf = (outcome: Outcome): number =>
  outcome.kind === 'failed' ? Math.min(LONGEST_WAIT_MS, Math.max(0, Math.ceil(outcome.retryAfterMs ?? 0))) : 0

/** The owner of these circuits. Empty for the server's own keys. */
const place = `place AS (
    SELECT CASE WHEN EXISTS (SELECT FROM space_keys k WHERE k.space = s.space) THEN s.space ELSE '' END AS space
    FROM sessions s WHERE s.id = $1
  )`
const here = 'c.provider = $2 AND c.space = place.space'
const open = `interval '${OPEN_MS} ms'`

/** The update decides who probes: waiting for the row, the others evaluate its condition again. */
const enterText = `WITH ${place}, probe AS (
    UPDATE circuits c SET until = now() + ${open} FROM place
    WHERE ${here} AND c.failures >= ${FAILURES_TO_OPEN} AND c.until <= now() RETURNING c.provider
  )
  SELECT failures, greatest(0, ceil(extract(epoch FROM until - now()) * 1000))::float8 AS "waitMs",
    EXISTS (SELECT FROM probe) AS probes FROM circuits c, place WHERE ${here}`

const faultText = `WITH ${place}
  INSERT INTO circuits AS c (provider, space, failures, until)
  SELECT $2, space, 1, now() + $3 * interval '1 ms' FROM place
  ON CONFLICT (provider, space) DO UPDATE SET failures = c.failures + 1, until = greatest(c.until, excluded.until,
    CASE WHEN c.failures + 1 >= ${FAILURES_TO_OPEN} THEN now() + ${open} END)`

/** Most calls succeed and find nothing to do. */
const goodText = `WITH ${place} DELETE FROM circuits c USING place WHERE ${here}`

const freeText = `WITH ${place} UPDATE circuits c SET until = now() FROM place
  WHERE ${here} AND c.failures >= ${FAILURES_TO_OPEN}`
