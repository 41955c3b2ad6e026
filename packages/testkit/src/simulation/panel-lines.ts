import { askOf } from './panel-of.ts'
import type { TracedRequest, World } from './world.ts'

/** A word that the panel's rules prohibit. A later request that contains it breaks them. */
export const PROHIBITED = 'swordfish'

const positions = ['Wait', 'wait!', 'Ship', 'Ship behind a flag']

type Draw = (world: World) => string

/** How a panel's agent answers each heading: mostly by the protocol, sometimes not. */
export function panelAnswer(world: World, request: TracedRequest): string | undefined {
  const draw = draws[askOf(request).heading]
  if (!draw) return undefined
  return world.random.chance(0.08) ? `Something else: ${request.effect.length}.` : draw(world)
}

const stated: Draw = ({ random }) => {
  const changed = random.pick(['', '\nCHANGED: no', '\nCHANGED: yes', '\nCHANGED: yes, because [m3]'])
  return `POSITION: ${random.pick(positions)}\nCONFIDENCE: ${random.between(0, 100)}${changed}`
}

const contribution: Draw = (world) => {
  const { random } = world
  const word = random.chance(0.1) ? PROHIBITED : 'evidence'
  const more = random.chance(0.1) ? ' [MORE_ANALYSIS_NEEDED]' : ''
  return `${`This is ${word}. `.repeat(random.between(1, 12))}${more}\n${stated(world)}`
}

const draws: { readonly [heading: string]: Draw } = {
  Clarify: ({ random }) => (random.chance(0.6) ? 'CLEAR: it is.' : '1. Which one?\n2. By when?'),
  Topic: ({ random }) => `What to do.\n${random.pick(['', 'DISCUSSION_DEPTH: Quick'])}`,
  Contribute: contribution,
  Redirect: contribution,
  'Next speaker': ({ random }) => `NEXT: Panelist ${random.pick(['A', 'B', 'C', 'Z'])}`,
  'Converged?': ({ random }) =>
    `${random.pick(['CONVERGED', 'NOT_CONVERGED'])}: so it seems.${random.chance(0.2) ? '\nREDIRECT: all: Back to the topic.' : ''}`,
  Options: ({ random }) =>
    random.pick(['- Wait [m3]\n- Ship [m4, m5]', '- Wait', 'None.', '- Wait\n- Ship\n- Ship behind a flag']),
  'Final position': (world) =>
    `${stated(world)}\nVOTE: ${world.random.pick(['Wait', 'Ship', '1', 'neither'])}\nREASON: so.${world.random.chance(0.1) ? '\nVETO: harm' : ''}`,
  Decide: ({ random }) => `DECISION: ${random.pick(['Wait', 'Ship', 'both'])}\nREASON: so.`,
  Synthesize: ({ random }) =>
    `## Executive Summary\n\n- It is so [m2].${random.chance(0.3) ? ' [m9999]' : ''}\n\n## Disagreements\n\n- None.`,
  'Repair citations': ({ random }) => `## Executive Summary\n\n- It is so.${random.chance(0.3) ? ' [m9999]' : ''}`,
  Summarize: () => 'They spoke.',
}
