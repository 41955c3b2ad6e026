import { type Domain, type Fact, fact, type Session } from '@convene/domain'
import type { PlantedBug } from '../world.ts'

/** Changes what `next` records. */
const records =
  (change: (fact: Fact, session: Session) => readonly Fact[]) =>
  (domain: Domain): Domain => ({
    ...domain,
    next: (session) => {
      const step = domain.next(session)
      return { ...step, record: step.record.flatMap((one) => change(one, session)) }
    },
  })

const placeOf = ({ task, agent, step, parent }: Fact) => ({
  ...(task && { task }),
  ...(agent && { agent }),
  ...(step && { step }),
  ...(parent && { parent }),
})

/** Something that could not be read is guessed. */
const guesses = (code: string, guess: (warning: Fact, session: Session) => readonly Fact[]) =>
  records((one, session) => (one.type === 'warning' && one.data.code === code ? guess(one, session) : [one]))

/** Readers that guess, and asks that leave out what an agent must know. */
export const bugsOfReading: readonly PlantedBug[] = [
  {
    name: 'takes a vote that cannot be read for the first option',
    domain: guesses('vote_unread', (warning, session) => {
      const id = warning.type === 'warning' ? String(warning.data.details) : ''
      const option = session.decisions[id]?.options[0] ?? ''
      return [
        fact('decision.voted', { decision: id, voter: warning.agent ?? '', option, reason: '' }, placeOf(warning)),
      ]
    }),
  },
  {
    name: 'gives half a point if there is no score',
    mode: 'reflect',
    domain: guesses('score_unread', (warning, { run }) => {
      const { iteration = 1 } = (run?.data ?? {}) as { iteration?: number }
      const data = {
        iteration,
        score: 0.5,
        rationale: '',
        trend: 'stable' as const,
        by: warning.agent ?? '',
        model: '',
      }
      return [fact('evaluation', data, placeOf(warning))]
    }),
  },
  {
    name: 'takes a plan that nobody approved for approved',
    mode: 'plan',
    domain: guesses('plan_review_unread', (warning) => [
      fact('plan.reviewed', { by: warning.agent ?? '', verdict: 'approve', text: 'Something else.' }, placeOf(warning)),
    ]),
  },
  {
    name: 'takes an answer to an offer that says nothing for a yes',
    mode: 'plan',
    domain: guesses('offer_unread', (warning, { run }) => {
      const { steps = [] } = (run?.data ?? {}) as unknown as { steps?: readonly { id: string; offer: object | null }[] }
      const offer = steps.find(({ id }) => id === warning.step)?.offer
      return offer ? [fact('handoff', { ...offer, state: 'acknowledged' } as never, placeOf(warning))] : [warning]
    }),
  },
  {
    name: 'takes a word that is taken back for the end of a discussion',
    mode: 'panel',
    domain: guesses('convergence_unread', (warning) => [
      fact(
        'moderation',
        { action: 'converged', rule: 'convergence', reason: 'CONVERGED: they have not.' },
        placeOf(warning),
      ),
    ]),
  },
  {
    name: 'forgets to say why a step is done again',
    mode: 'plan',
    domain: records((one) => [leavesOut(one, /## What you must know\n\n[\s\S]*?(?=\n\n## )/u)]),
  },
  {
    name: 'forgets to say what the goal is',
    mode: 'plan',
    domain: records((one) => [leavesOut(one, /^## Goal\n\n[\s\S]*?(?=\n\n## )/u)]),
  },
  {
    name: 'forgets what an agent has found before',
    mode: 'plan',
    domain: records((one) => {
      if (one.type !== 'task.assigned' || one.step === undefined) return [one]
      const { shows: _shows, ...data } = one.data
      return [{ ...one, data }]
    }),
  },
]

const leavesOut = (one: Fact, section: RegExp): Fact =>
  one.type === 'task.assigned' && one.data.kind === 'work'
    ? { ...one, data: { ...one.data, description: one.data.description.replace(section, '') } }
    : one
