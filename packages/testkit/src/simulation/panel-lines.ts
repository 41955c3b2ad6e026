import { answerForms, proseVotes, sealOf } from './answer-forms.ts'
import { secretOf } from './drawn-calls.ts'
import { askOf } from './panel-of.ts'
import type { TracedRequest, World } from './world.ts'

/** A word that the panel's rules prohibit. A later request that contains it breaks them. */
export const PROHIBITED = 'swordfish'

const positions = ['Wait', 'wait!', 'Ship', 'Ship behind a flag']

type Draw = (world: World, request: TracedRequest) => string

/** How a panel's agent answers each heading: mostly by the protocol, sometimes not. */
export function panelAnswer(world: World, request: TracedRequest): string | undefined {
  const draw = draws[askOf(request).heading]
  if (!draw) return undefined
  return world.random.chance(0.08) ? astray(request) : draw(world, request)
}

/** Words that look like an answer but are not. */
const traps: { readonly [heading: string]: string } = {
  'Converged?': 'CONVERGED: they have not.',
  Contribute: 'POSITION: none',
  Redirect: 'POSITION: undecided',
}

const astray = (request: TracedRequest): string =>
  `Something else: ${request.effect.length}.\n${traps[askOf(request).heading] ?? ''}`.trim()

const stated: Draw = ({ random }) => {
  const changed = random.pick(['', '\nCHANGED: no', '\nCHANGED: yes', '\nCHANGED: yes, because [m3]'])
  return `POSITION: ${random.pick(positions)}\nCONFIDENCE: ${random.between(0, 100)}${changed}`
}

/** A vote by letter as a decision asks for it, and everything that models turn it into. */
const voted: Draw = ({ random }, { agent, effect }) => {
  const choice = random.pick([
    'A',
    'B',
    'b.',
    'C',
    'Z',
    'Wait',
    'abstain',
    'something else: A third way',
    '<letter>',
    '',
  ])
  const shares = random.pick(['A 60, B 40', 'A: 0.6, B: 0.4', 'A 90, B 90', 'Q 100', 'A likely', '{"A": 50}', ''])
  const changed = random.pick(['', '\nCHANGED: no', '\nCHANGED: yes', '\nCHANGED: yes, because [m4]'])
  const veto = random.chance(0.05) ? '\nVETO: harm' : ''
  return `VOTE: ${choice}\nPROBABILITIES: ${shares}\nREASON: ${secretOf(agent, effect)}.${changed}${veto}`
}

const FORMS = Object.values(answerForms)

const sealed: Draw = (world, request) => {
  const { random } = world
  const { agent, effect } = request
  const write = random.pick(FORMS)
  const told = random.pick(proseVotes)(random.pick(['A', 'B']), random.between(1, 99), sealOf(agent))
  return write({
    argument: random.chance(0.5) ? 'This is evidence.' : `This is evidence. ${told} It is in m2.`,
    position: random.pick(positions),
    vote: `${random.pick(['A', 'B'])} because of ${sealOf(agent)}`,
    probabilities: `A ${random.between(0, 100)} and ${sealOf(agent)}`,
    reason: secretOf(agent, effect),
  })
}

const contribution: Draw = (world, request) => {
  const { random } = world
  if (random.chance(0.3)) return sealed(world, request)
  const word = random.chance(0.1) ? PROHIBITED : 'evidence'
  const more = random.chance(0.1) ? ' [MORE_ANALYSIS_NEEDED]' : ''
  return `${`This is ${word}. `.repeat(random.between(1, 12))}${more}\n${stated(world, request)}${random.chance(0.5) ? `\n${voted(world, request)}` : ''}`
}

const draws: { readonly [heading: string]: Draw } = {
  Clarify: ({ random }) => (random.chance(0.6) ? 'CLEAR: it is.' : '1. Which one?\n2. By when?'),
  Topic: ({ random }) =>
    `What to do.\n${random.pick(['', 'DISCUSSION_DEPTH: quick', 'PROTOCOL: decide\nOPTION: Wait\nOPTION: Ship', 'PROTOCOL: discuss', 'PROTOCOL: decide\n## Options\n- One'])}`,
  Contribute: contribution,
  Redirect: contribution,
  'Next speaker': ({ random }) => `NEXT: Panelist ${random.pick(['A', 'B', 'C', 'Z'])}`,
  'Converged?': ({ random }) =>
    `${random.pick(['CONVERGED', 'NOT_CONVERGED'])}: so it seems.${random.chance(0.2) ? '\nREDIRECT: all: Back to the topic.' : ''}`,
  Options: ({ random }) =>
    random.pick([
      '- Wait [m3]\n- Ship [m4, m5]',
      '- Wait [m3, m4, m5, m6, m7]',
      '- Wait',
      'None.',
      '- Wait\n- Ship\n- Ship behind a flag',
    ]),
  'Final position': (world, request) =>
    world.random.chance(0.3)
      ? sealed(world, request)
      : `${stated(world, request)}\nVOTE: ${world.random.pick(['Wait', 'Ship', '1', 'neither'])}\nREASON: ${secretOf(request.agent, request.effect)}.${world.random.chance(0.1) ? '\nVETO: harm' : ''}`,
  Vote: voted,
  Decide: ({ random }) => `DECISION: ${random.pick(['Wait', 'Ship', 'both'])}\nREASON: so.`,
  Synthesize: ({ random }) =>
    `## Executive Summary\n\n- It is so [m2].${random.chance(0.3) ? ' [m9999]' : ''}\n\n## Disagreements\n\n- None.`,
  'Repair citations': ({ random }) => `## Executive Summary\n\n- It is so.${random.chance(0.3) ? ' [m9999]' : ''}`,
  Summarize: () => 'They spoke.',
}
