import type { Accounts } from '../accounts/account/accounts.ts'
import { monthOf } from '../accounts/budget/budget.ts'
import type { PostgresStore } from '../postgres/open-store.ts'

type Kind = 'gauge' | 'counter' | 'summary'
type Sample = readonly [suffix: string, value: number]
type Metric = { readonly name: string; readonly kind: Kind; readonly what: string; readonly samples: readonly Sample[] }

const SHARES = [0.5, 0.99]

/** Counts in the text format of Prometheus. `calls` are the model calls in progress in this process. */
export async function metricsText(team: PostgresStore, calls: number): Promise<string> {
  const { running, waiting, oldestWaitingS } = await team.counts()
  const { commits, appends, takeOvers } = team.done
  const one = (name: string, kind: Kind, what: string, value: number): Metric => ({
    ...{ name, kind, what, samples: [['', value]] },
  })
  const quantiles = SHARES.map((share): Sample => [`{quantile="${share}"}`, appends.quantile(share) / 1_000])
  return written([
    one('sessions_running', 'gauge', 'sessions running on any worker', running),
    one('sessions_waiting', 'gauge', 'sessions waiting for a worker', waiting),
    one('oldest_waiting_seconds', 'gauge', 'seconds the longest-waiting session has waited', oldestWaitingS),
    one('worker_sessions', 'gauge', 'sessions running in this process', team.ownership.size),
    one('worker_free', 'gauge', 'sessions this process has room for', Math.max(0, team.ownership.free)),
    one('calls_in_progress', 'gauge', 'model calls in progress in this process', calls),
    one('takeovers_total', 'counter', 'sessions this process has taken over from lost workers', takeOvers),
    one('commits_total', 'counter', 'database commits of events by this process since it started', commits),
    {
      ...{ name: 'append_seconds', kind: 'summary', what: 'time to store events, quantiles of the newest 1,000' },
      samples: [...quantiles, ['_sum', appends.totalMs / 1_000], ['_count', appends.count]],
    },
  ])
}

/** What each space has spent and reserved this month. */
export async function costsText(accounts: Accounts, now: number): Promise<string> {
  const month = monthOf(now)
  const spaces = await accounts.spaces()
  const budgets = await Promise.all(spaces.map(({ id }) => accounts.budget(id, month)))
  const by = (of: (budget: (typeof budgets)[number]) => number) =>
    budgets.map((budget): Sample => [`{space="${budget.space}"}`, of(budget)])
  return written([
    {
      ...{ name: 'space_spent_usd', kind: 'gauge', what: 'US dollars that a space has spent this month, in UTC' },
      samples: by(({ spentUsd }) => spentUsd),
    },
    {
      ...{ name: 'space_reserved_usd', kind: 'gauge', what: 'US dollars reserved for calls in progress of a space' },
      samples: by(({ reservedUsd }) => reservedUsd),
    },
  ])
}

const written = (metrics: readonly Metric[]): string =>
  metrics
    .map(({ name, kind, what, samples }) => {
      const lines = samples.map(([suffix, value]) => `convene_${name}${suffix} ${value}\n`)
      return `# HELP convene_${name} ${what}\n# TYPE convene_${name} ${kind}\n${lines.join('')}`
    })
    .join('')
