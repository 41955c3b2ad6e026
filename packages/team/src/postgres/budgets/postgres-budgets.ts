import type { EffectKey, Refusal, SessionId } from '@convene/domain'
import type { Budgets, PlannedCall } from '@convene/engine'
import { microsOf, monthOf, usdOf } from '../../accounts/budget/budget.ts'
import { type DatabaseConnection, type PostgresDatabase, repeated } from '../database/database.ts'
import type { Settlement } from './settlement.ts'

const PATIENCE_MS = 10_000

type Limited = { readonly space: string; readonly micros: number | null }

/** The budgets of spaces. Without a limit nothing is reserved, and spending is only counted. */
export function postgresBudgets({ database, now }: { readonly database: PostgresDatabase; now(): number }): Budgets {
  return {
    async reserve(call) {
      const [limit] = await database.ask<Limited>({
        name: 'budget-limit',
        text: 'SELECT s.space, p.limit_micros AS micros FROM sessions s JOIN spaces p ON p.id = s.space WHERE s.id = $1',
        values: [call.session],
      })
      if (!limit || limit.micros === null) return undefined
      if (call.costUsd === null) return unpriced
      const wanted = { ...call, space: limit.space, month: monthOf(now()), micros: microsOf(call.costUsd) }
      const work = () => database.atomically((connection) => reserveIn(connection, wanted))
      const refusal = await repeated(PATIENCE_MS, work).catch((error) => {
        throw database.explain(error)
      })
      return refusal
    },
  }
}

type Wanted = PlannedCall & { readonly space: string; readonly month: string; readonly micros: number }

/** One UPDATE decides, however many calls ask at the same time. */
async function reserveIn(connection: DatabaseConnection, wanted: Wanted): Promise<Refusal | undefined> {
  const { session, effect, space, month, micros } = wanted
  await connection.run({
    text: 'INSERT INTO budgets (space, month) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [space, month],
  })
  // Repeated after a broken connection: the first attempt may have arrived.
  await giveBack(connection, [{ session, effect }])
  const taken = await connection.run({
    text: `UPDATE budgets b SET reserved = reserved + $3 FROM spaces p
      WHERE b.space = $1 AND b.month = $2 AND p.id = $1 AND (p.limit_micros IS NULL OR spent + reserved + $3 <= p.limit_micros)
      RETURNING 1`,
    values: [space, month, micros],
  })
  if (taken.length === 0) return overBudget(connection, wanted)
  await connection.run({
    text: 'INSERT INTO reservations (session, effect, space, month, micros) VALUES ($1, $2, $3, $4, $5)',
    values: [session, effect, space, month, micros],
  })
  return undefined
}

async function overBudget({ run }: DatabaseConnection, { space, month, micros }: Wanted): Promise<Refusal> {
  const [row] = await run<{ spent: number; reserved: number; limit: number }>({
    text: `SELECT spent, reserved, limit_micros AS "limit" FROM budgets JOIN spaces ON id = space WHERE space = $1 AND month = $2`,
    values: [space, month],
  })
  const { spent = 0, reserved = 0, limit = 0 } = row ?? {}
  const dollars = (amount: number): string => `$${usdOf(amount).toFixed(2)}`
  return {
    code: 'over_budget',
    message: `The space "${space}" has a budget of ${dollars(limit)} for ${month}: ${dollars(spent)} are spent, ${dollars(reserved)} are reserved for calls in progress, and this call may cost up to ${dollars(micros)}. An admin can raise the budget. Otherwise continue next month.`,
  }
}

const unpriced: Refusal = {
  code: 'over_budget',
  message:
    'This space has a budget, and the price of this model is unknown. Set it in the settings ("models"), or use another model.',
}

type Reserved = { readonly session: SessionId; readonly effect: EffectKey }

/** Releases reservations, whatever month they belong to. */
async function giveBack({ run }: DatabaseConnection, calls: readonly Reserved[]): Promise<void> {
  await run({
    text: `WITH gone AS (
        DELETE FROM reservations r USING unnest($1::text[], $2::text[]) AS g (session, effect)
        WHERE r.session = g.session AND r.effect = g.effect RETURNING r.space, r.month, r.micros
      ), sums AS (SELECT space, month, sum(micros)::bigint AS micros FROM gone GROUP BY space, month)
      UPDATE budgets b SET reserved = greatest(0, reserved - sums.micros) FROM sums
      WHERE b.space = sums.space AND b.month = sums.month`,
    values: [calls.map(({ session }) => session), calls.map(({ effect }) => effect)],
  })
}

/** Runs in the transaction of the appends that report it. */
export async function settleBudget(
  connection: DatabaseConnection,
  appends: readonly { readonly session: SessionId; readonly settlement: Settlement | undefined }[],
): Promise<void> {
  const known = appends.flatMap(({ session, settlement }) => (settlement ? [{ session, ...settlement }] : []))
  if (known.length === 0) return
  await giveBack(
    connection,
    known.flatMap(({ session, ended }) => ended.map((effect) => ({ session, effect }))),
  )
  const spent = known.filter(({ micros }) => micros > 0)
  if (spent.length === 0) return
  await connection.run({
    text: `INSERT INTO budgets (space, month, spent)
      SELECT s.space, g.month, sum(g.micros)::bigint FROM unnest($1::text[], $2::text[], $3::bigint[]) AS g (session, month, micros)
      JOIN sessions s ON s.id = g.session GROUP BY s.space, g.month ORDER BY s.space, g.month
      ON CONFLICT (space, month) DO UPDATE SET spent = budgets.spent + excluded.spent`,
    values: [spent.map(({ session }) => session), spent.map(({ month }) => month), spent.map(({ micros }) => micros)],
  })
}
