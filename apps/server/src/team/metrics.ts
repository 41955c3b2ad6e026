import type { Store } from '@convene/host'

type Team = NonNullable<Store['team']>

/** Counts in the text format of Prometheus. */
export async function metricsText(team: Team): Promise<string> {
  const counts = await team.counts()
  const rows: readonly (readonly [name: string, kind: 'gauge' | 'counter', what: string, value: number])[] = [
    ['sessions_running', 'gauge', 'sessions that some worker works on', counts.running],
    ['sessions_waiting', 'gauge', 'sessions that wait for a worker', counts.waiting],
    ['oldest_waiting_seconds', 'gauge', 'how long the first of them has waited', counts.oldestWaitingS],
    ['worker_sessions', 'gauge', 'sessions that this process works on', team.ownership.size],
    ['worker_free', 'gauge', 'sessions that this process could take', Math.max(0, team.ownership.free)],
    ['commits_total', 'counter', 'commits of this process', team.commits],
  ]
  return rows
    .map(
      ([name, kind, what, value]) =>
        `# HELP convene_${name} ${what}\n# TYPE convene_${name} ${kind}\nconvene_${name} ${value}\n`,
    )
    .join('')
}
