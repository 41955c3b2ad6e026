import type { Checks } from '@convene/engine'
import { answerParts as answers, askOf, type Play, panelOf, SimulatedSession } from '@convene/testkit'
import { expect } from 'vitest'

/** What each agent says to each heading: always, or the nth time. */
export type Lines = {
  readonly [heading: string]: string | ((agent: string, nth: number, ask: string) => string | Play)
}

export const SECTIONS = [
  'Executive Summary',
  'Detailed Analysis',
  'Agreements',
  'Disagreements',
  'Recommendations',
  'Risk Assessment',
  'Minority Report',
  'Appendix',
]
const report = SECTIONS.map((name) => `## ${name}\n\nSo it is. [m4]`).join('\n\n')
export const OPTIONS = 'PROTOCOL: decide\nOPTION: Keep Redis\nOPTION: Move to Postgres'

const usual: Lines = {
  Clarify: 'CLEAR: yes.',
  Topic: 'Where to keep sessions.',
  Synthesize: report,
}

const models = ['alpha/one', 'beta/one', 'gamma/one']

/** A decision of three panelists with three models, unless the test says otherwise. */
export function start(choice: Parameters<typeof panelOf>[0] = {}, isVaried = true) {
  const run = panelOf({
    ...choice,
    settings: { ...choice.settings, mode: { protocol: 'decide', ask: 'everyone', ...choice.settings?.mode } },
  })
  const known = Object.fromEntries(models.map((model) => [model, { price: { input: 1, output: 2 }, context: null }]))
  const members = run.team.members.map((seat, place) => ({ ...seat, model: models[isVaried ? place % 3 : 0] ?? '' }))
  return {
    ...run,
    settings: { ...run.settings, models: { ...run.settings.models, ...known } },
    team: { ...run.team, members },
  }
}

export function stageOf(script: Lines, checks?: Checks): SimulatedSession {
  const asked = new Map<string, number>()
  const model: Play = (request, call) => {
    const { heading, text } = askOf(request)
    const key = `${heading} ${request.agent}`
    asked.set(key, (asked.get(key) ?? 0) + 1)
    const line = { ...usual, ...script }[heading] ?? 'Well.'
    const said = typeof line === 'string' ? line : line(request.agent, asked.get(key) ?? 1, text)
    return typeof said === 'string' ? [20, ...answers(said)] : said(request, call)
  }
  return new SimulatedSession({ model, ...(checks && { checks }) })
}

export async function played(script: Lines, run = start(), goal?: string): Promise<SimulatedSession> {
  const stage = stageOf(script)
  await stage.create(run, goal)
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  return stage
}

export const facts = (stage: SimulatedSession, type: string) =>
  stage.events.filter((event) => event.type === type).map(({ data }) => data)
export const asksOf = (stage: SimulatedSession, heading: string) =>
  stage.requests
    .filter((request) => askOf(request).heading === heading)
    .map((request) => ({ agent: request.agent, text: askOf(request).text }))
export const codesOf = (stage: SimulatedSession) =>
  (facts(stage, 'warning') as { code: string }[]).map(({ code }) => code)
export const optionsOf = (stage: SimulatedSession) =>
  (facts(stage, 'options.drawn') as { options: { text: string }[] }[]).at(-1)?.options.map(({ text }) => text)
export const decided = (stage: SimulatedSession) =>
  facts(stage, 'decision.committed')[0] as { option: string; how: string; votes: object }
export const said = (position: string, more = '', sure = 80) =>
  `I looked at it.\nPOSITION: ${position}\nCONFIDENCE: ${sure}\nREASON: so${more}`
/** As sure as said: 70 % unless the test says otherwise. */
export const vote = (letter: string, more = '', sure = 70) => {
  const first = letter === 'B' ? 100 - sure : sure
  return `I looked at it.\nVOTE: ${letter}\nPROBABILITIES: A ${first}, B ${100 - first}\nREASON: so${more}`
}

/** This agent's line. */
export const own = (lines: { readonly [agent: string]: string }, agent: string): string => lines[agent] ?? ''
