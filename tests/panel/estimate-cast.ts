import { played, start } from './decide-cast.ts'

/** What a seat answers: three quantiles in days, and a reason. */
export const days = (low: number, middle: number, high: number, reason = 'The schema has no tests.') =>
  `Similar work took long.\nP10: ${low} days\nP50: ${middle} days\nP90: ${high} days\nREASON: ${reason}`

export const likely = (percent: number, reason = 'Nobody owns the deploy script.') =>
  `PROBABILITY: ${percent} %\nREASON: ${reason}`

/** A run of three panelists, with three models unless the test says otherwise. */
export function estimating(mode: { readonly [name: string]: string } = { protocol: 'estimate' }, isVaried = true) {
  const run = start({}, isVaried)
  return { ...run, settings: { ...run.settings, mode } }
}

/** An estimate of three panelists with three models. */
export const estimated = (
  script: Parameters<typeof played>[0],
  goal = 'How long will the migration take?',
  run = estimating(),
) => played({ Topic: 'What the migration takes, from start to cut-over.\nUNIT: days', ...script }, run, goal)
