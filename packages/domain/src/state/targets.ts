import { type Seat, seatsOf } from '../team/team.ts'
import type { Run } from './session.ts'

/** The default delegation depth. */
export const usualDepth = 5

/** Who an agent may delegate to: by slug or by name, never itself. Only in modes with an entry agent. */
export function delegationTargets(run: Run, seat: Seat): readonly Seat[] {
  if (!run.traits.entry || seat.delegates === 'none') return []
  const others = seatsOf(run.team).filter(({ slug }) => slug !== seat.slug)
  const { delegates } = seat
  return delegates === 'all'
    ? others
    : others.filter(({ slug, name }) => delegates.includes(slug) || delegates.includes(name))
}

/** Why work may not be delegated, with a code the caller can act on. */
export function refuseDelegation(
  run: Run,
  chain: readonly string[],
  to: string,
): { code: string; message: string } | undefined {
  const deepest = Number(run.settings.mode.maxDepth ?? usualDepth)
  if (chain.includes(to)) {
    const loop = [...chain, to].join(' → ')
    return {
      code: 'circular_delegation',
      message: `${to} waits for this work already: ${loop}. Do it yourself, or report what is missing.`,
    }
  }
  if (chain.length > deepest)
    return {
      code: 'delegation_error',
      message: `Work may be handed on ${deepest} times at most. Do this part yourself.`,
    }
  return undefined
}

/** The section that lists who an agent can delegate to. Its wording is part of the contract. */
export function delegationSection(targets: readonly Seat[]): string {
  if (targets.length === 0) return ''
  const lines = targets.map(({ slug, useFor, description }) => `- **${slug}**: ${useFor || description}`)
  return [
    '## Available Agents for Delegation',
    'You can delegate work to the following agents using the delegateWork tool:',
    lines.join('\n'),
    `When using the delegateWork tool, use one of these agent names: ${targets.map(({ slug }) => slug).join(', ')}`,
  ].join('\n\n')
}

/** Agents that list each other, directly or indirectly: worth a warning when a team is read. */
export function delegationCycles(seats: readonly Seat[]): readonly (readonly string[])[] {
  const listed = new Map(
    seats.map((seat) => [seat.slug, Array.isArray(seat.delegates) ? namesToSlugs(seats, seat.delegates) : []]),
  )
  const cycles: string[][] = []
  const walk = (path: readonly string[]) => {
    for (const to of listed.get(path.at(-1) ?? '') ?? []) {
      if (to === path[0]) cycles.push([...path])
      else if (!path.includes(to) && to > (path[0] ?? '')) walk([...path, to])
    }
  }
  for (const { slug } of seats) walk([slug])
  return cycles
}

const namesToSlugs = (seats: readonly Seat[], names: readonly string[]): readonly string[] =>
  seats.filter(({ slug, name }) => names.includes(slug) || names.includes(name)).map(({ slug }) => slug)
