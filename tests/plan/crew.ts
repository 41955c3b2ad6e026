import { findLast, type PlanStep, type RunStart, Seat } from '@convene/domain'
import { answerParts, callParts, type Play, type RunChoice, runOf } from '@convene/testkit'

/** What a member says under each heading. A list is said in order, and then its last line is repeated. */
export type Lines = { readonly [heading: string]: string | readonly string[] }
export type Cast = { readonly [agent: string]: Lines }

/** A crew with a lead that plans, and members with their specialties. */
export function crewOf(choice: RunChoice = {}, ...slugs: readonly string[]): RunStart {
  const trades: { readonly [slug: string]: readonly string[] } = {
    coder: ['code', 'write'],
    tester: ['test', 'code'],
    reviewer: ['review', 'code'],
    researcher: ['research'],
  }
  const named = (slug: string, seat: string) =>
    Seat.parse({
      name: slug.charAt(0).toUpperCase() + slug.slice(1),
      slug,
      prompt: 'You work.',
      model: 'alpha/one',
      seat,
      role: slug,
      capabilities: trades[slug] ?? [],
      ...choice.seat,
    })
  const members = (slugs.length > 0 ? slugs : ['coder', 'tester', 'reviewer']).map((slug) => named(slug, 'member'))
  const team = { name: 'Crew', slug: 'crew', lead: named('planner', 'lead'), members, ...choice.team }
  return runOf({ ...choice, mode: 'plan', team, settings: { yes: true, ...choice.settings } })
}

export const step = (id: string, owner: string, more: Partial<PlanStep> = {}): PlanStep => ({
  id,
  owner,
  description: `Do ${id}.`,
  acceptance: `${id} is done.`,
  dependsOn: [],
  ...more,
})

export const planOf = (...steps: readonly PlanStep[]): string => JSON.stringify({ steps })

/** Everybody agrees, works and accepts, unless the cast says otherwise. */
const usual: Lines = {
  'Review plan': 'APPROVE',
  Task: 'It is done.',
  Review: 'ACCEPT',
  Compare: 'VOTE: A\nREASON: It is enough.',
  Handoff: 'ACKNOWLEDGE',
  Options: '- try again\n- drop the step',
  Deliberate: 'Both would do.',
  Synthesize: 'All is done.',
  'Follow-up': 'Yes.',
}

/** Plays a cast: the agent asked under a heading says its next line. */
export function cast(lines: Cast): Play {
  const said = new Map<string, number>()
  return (request) => {
    const { agent } = request
    const heading = headingOf(request)
    const own = lines[agent]?.[heading] ?? lines.anybody?.[heading] ?? usual[heading]
    const key = `${agent} ${heading}`
    const turn = said.get(key) ?? 0
    said.set(key, turn + 1)
    const text = typeof own === 'string' ? own : own?.[Math.min(turn, own.length - 1)]
    return [
      50,
      ...answerParts(text ?? (heading === 'Vote' ? `VOTE: ${firstOption(request)}\nREASON: why not` : 'Nothing.')),
    ]
  }
}

/** The same cast, whose owners of steps look at a file first, which makes their worktrees. */
export const lookingFirst =
  (said: Play): Play =>
  (request, call) =>
    headingOf(request) === 'Task' && request.effect.includes('/say1.')
      ? callParts(['read', 'a.txt'])
      : said(request, call)

type Request = Parameters<Play>[0]

/** The newest ask in a request. */
export const askOf = ({ lines }: Request): string => {
  const line = findLast(lines, (one) => one.role === 'user' && one.text.startsWith('# '))
  return line?.role === 'user' ? line.text : ''
}

export const headingOf = (request: Request): string => /^# (.+)$/m.exec(askOf(request))?.[1] ?? ''

const firstOption = (request: Request): string => /^[-\d.]+ (.+)$/m.exec(askOf(request))?.[1] ?? ''
