import type { PastRun } from '../state/past-run.ts'
import type { Run } from '../state/session.ts'
import { aliasesOf, anonymousAll } from './anonymity.ts'

/** Whether an agent knows the panelists only by alias: everyone in a panel except its lead. */
export const knowsAliases = ({ traits, team }: Run, agent: string): boolean =>
  traits.anonymous && agent !== team.lead?.slug

/** Earlier runs as a panelist may read them. An earlier panel's report names everyone, for example. Paths stay. */
export function unnamedPast(run: Run, past: readonly PastRun[]): readonly PastRun[] {
  const aliases = aliasesOf(run)
  const unnamed = (text: string) => anonymousAll(run, text)
  return past.map((earlier) => ({
    ...earlier,
    goal: unnamed(earlier.goal),
    results: earlier.results.map(({ author, text }) => ({ author: aliases[author] ?? author, text: unnamed(text) })),
    decided: earlier.decided.map(({ topic, option }) => ({ topic: unnamed(topic), option: unnamed(option) })),
    made: earlier.made.map((one) => (one.startsWith('diff: ') ? one : unnamed(one))),
  }))
}
