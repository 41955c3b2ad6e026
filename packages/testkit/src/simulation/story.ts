import type { Event } from '@convene/domain'
import type { SimulationResult } from './simulate.ts'

/** What went wrong, how to reproduce it, and everything stored, for debugging. */
export function tellStory({ seed, violations, logs, faults, crashes, calls }: SimulationResult): string {
  const wrong = violations.map(
    ({ invariant, message, session }) => `  ${invariant}: ${message} (${session ?? 'world'})`,
  )
  const stories = [...logs].map(([session, events]) => [`\n${session}`, ...events.map(line)].join('\n'))
  return [
    `Seed ${seed}: ${violations.length} violations, ${faults} faults, ${crashes} crashes, ${calls} model calls`,
    ...wrong,
    `Again: node packages/testkit/src/simulation/search/main.ts --seed ${seed}`,
    ...stories,
  ].join('\n')
}

const quiet: readonly string[] = ['agent.status', 'commentary']

function line(event: Event): string {
  const { seq, at, type, task, data } = event
  if (quiet.includes(type)) return `${seq} ${type}`
  const said = type === 'run.started' ? `${event.data.mode} ${JSON.stringify(event.data.limits)}` : JSON.stringify(data)
  return `${seq} +${((at - START) / 1_000).toFixed(2)}s ${type} ${task ?? ''} ${said.slice(0, 220)}`
}

const START = Date.UTC(2026, 0, 1)
