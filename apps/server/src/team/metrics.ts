import type { Store } from '@convene/host'

type Team = NonNullable<Store['team']>

/** Counts in the text format of Prometheus. */
export async function metricsText(team: Team): Promise<string> {
  const counts = await team.counts()
  const rows: readonly (readonly [name: string, kind: 'gauge' | 'counter', what: string, value: number])[] = [
    ['sessions_running', 'gauge', 'sessions running on any worker', counts.running],
    ['sessions_waiting', 'gauge', 'sessions waiting for a worker', counts.waiting],
    ['oldest_waiting_seconds', 'gauge', 'seconds the longest-waiting session has waited', counts.oldestWaitingS],
    ['worker_sessions', 'gauge', 'sessions running in this process', team.ownership.size],
    ['worker_free', 'gauge', 'sessions this process has room for', Math.max(0, team.ownership.free)],
    ['commits_total', 'counter', 'database commits by this process since it started', team.commits],
  ]
  return rows
    .map(
      ([name, kind, what, value]) =>
        `# HELP convene_${name} ${what}\n# TYPE convene_${name} ${kind}\nconvene_${name} ${value}\n`,
    )
    .join('')
}
