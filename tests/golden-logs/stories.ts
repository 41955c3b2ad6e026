import { Seat } from '@convene/domain'
import type { Checked, CheckRequest } from '@convene/engine'
import {
  answerParts as answers,
  callParts,
  failureParts,
  type Play,
  panelOf,
  runOf,
  SimulatedSession,
} from '@convene/testkit'
import { unattended } from '../endings/teams.ts'
import { cast, type Says } from '../golden/cast.ts'
import { played as panel, report } from '../golden/panel-cast.ts'
import { days, estimated } from '../panel/estimate-cast.ts'
import { looking, lookingStage, splitLines } from '../panel/experiment-cast.ts'
import { step } from '../plan/crew.ts'
import { played as plan } from '../plan/story.ts'

/** The runs that are recorded: at least one per mode, with as many kinds of events as a short run can have. */
export const stories: { readonly [name: string]: () => Promise<SimulatedSession> } = {
  'agent-approval': async () => {
    const model: Play = (_request, call) =>
      call === 1 ? callParts(['read', 'plan.md'], ['write', 'plan.md']) : answers('The plan has a date now.')
    const stage = await begun(model, {})
    const [ask] = stage.world.ledger(stage.session).asks.keys()
    await stage.tell({ type: 'permit', ask: ask as never, answer: 'once', by: 'person' })
    return toTheEnd(stage)
  },
  'agent-checked': async () => {
    const run = async ({ moment }: CheckRequest): Promise<Checked> =>
      moment === 'before' ? { outcome: 'failed', reason: 'exit code 1', exit: 1 } : { outcome: 'passed', exit: 0 }
    const stage = new SimulatedSession({ model: () => answers('The test passes now.'), checks: { run } })
    await stage.create(unattended('agent', { settings: { options: { checks: ['npm test'] } } }))
    return toTheEnd(stage)
  },
  'broadcast-incomplete': () =>
    begun(
      ({ agent }) => (agent === 'bert' ? failureParts('refused', { retryable: false }) : answers(`${agent}: wait.`)),
      {
        mode: 'broadcast',
        members: ['ada', 'bert', 'cleo'],
      },
    ),
  'sequential-follow-up': async () => {
    const stage = await begun(({ agent }) => answers(`${agent} says yes.`), {
      mode: 'sequential',
      members: ['ada', 'bert'],
    })
    await stage.tell({ type: 'message', text: 'Even on a holiday?', to: 'bert' })
    return toTheEnd(stage)
  },
  'delegate-handed': () => {
    const input = { agentName: 'bert', workDescription: 'Time the migration.', reportExpectations: 'Hours.' }
    const finish = { type: 'finish', finish: 'tools', usage: null } as const
    let turn = 0
    const model = cast({
      lead: () =>
        turn++ === 0
          ? [{ type: 'call', tool: 'delegateWork', input }, finish]
          : answers('Wait: the migration takes four hours.'),
      bert: () => answers('It takes four hours.'),
    })
    const permissions = [{ layer: 'user', rules: { '*': 'allow' } }]
    const entry = Seat.parse({ ...seat('lead'), seat: 'lead', delegates: 'all' })
    return begun(model, { mode: 'delegate', team: { lead: entry, members }, settings: { permissions } })
  },
  'orchestrate-done': () => begun(cast(led()), { mode: 'orchestrate', team: { lead, members } }),
  'reflect-goal-met': () => {
    let judged = 0
    const scores = ['SCORE: 0.6\nRATIONALE: No day is named.', 'SCORE: 0.95\nRATIONALE: All points are there.']
    const model = cast({ ...led(), 'judge Evaluate': () => answers(scores[judged++] ?? '') })
    return begun(model, { mode: 'reflect', limits: { maxIterations: 3 }, team: { lead, judge, members } })
  },
  'panel-decide': () =>
    panel(
      {
        Topic: 'Whether to ship on Friday.\nOPTION: Wait\nOPTION: Ship',
        Contribute: (agent, _text, nth) => {
          if (agent === 'ada') return vote('Tests are red.', 'A', 'A 90, B 10', nth > 1 ? 'no' : '')
          if (agent === 'bert') return vote('Customers wait.', 'B', 'A 20, B 80', nth > 1 ? 'no' : '')
          if (nth === 1) return vote('Not sure.', 'B', 'A 45, B 55')
          return vote('Red tests settle it.', 'A', 'A 75, B 25', 'yes, because [m4] names the failing tests')
        },
        Synthesize: report,
      },
      { settings: { mode: { protocol: 'decide', depth: 'standard' } } },
    ),
  'panel-discuss': () => panel({ 'Converged?': 'CONVERGED: all would wait.' }, { limits: { maxTurns: 12 } }),
  'panel-gate': async () => {
    const stage = new SimulatedSession({ model: () => answers('CLEAR: it is clear.\n\nWhether to ship on Friday.') })
    await stage.create(panelOf({ settings: { yes: false } }))
    return toTheEnd(stage)
  },
  'panel-estimate': () => estimated({ Estimate: (agent) => (agent === 'ada' ? days(2, 4, 8) : days(8, 16, 32)) }),
  'panel-experiment': async () => {
    const { stage } = lookingStage(splitLines)
    await stage.create(looking())
    return toTheEnd(stage)
  },
  'plan-reopened': () =>
    plan([step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })], {
      reviewer: { Review: ['REOPEN: no test', 'ACCEPT'] },
    }),
}

const seat = (slug: string, role: Seat['seat'] = 'member') =>
  Seat.parse({
    name: slug.toUpperCase(),
    slug,
    prompt: `You are ${slug}.`,
    model: 'alpha/one',
    seat: role,
    ...(role !== 'member' && { execution: 'single', tools: 'none' }),
  })
const lead = seat('lead', 'lead')
const judge = seat('judge', 'judge')
const members = [seat('ada'), seat('bert')]

function led(): Says {
  let combined = 0
  return {
    'lead Plan': () => answers('Two parts.\n\n@worker:ADA\nRead the plan.\n@end\n@worker:BERT\nAsk the testers.\n@end'),
    ada: () => [400, ...answers('I read every page of the plan. It is sound, but the migration was never timed.')],
    bert: () => [100, ...answers('I asked both testers. They would ship, if the migration takes less than an hour.')],
    'lead Synthesize': () => answers(`Ship on Friday at nine, after timing the migration (draft ${++combined}).`),
  }
}

const vote = (text: string, letter: string, shares: string, changed = '') =>
  `${text}\nVOTE: ${letter}\nPROBABILITIES: ${shares}\nREASON: ${text.toLowerCase()}${changed && `\nCHANGED: ${changed}`}`

async function begun(model: Play, run: Parameters<typeof runOf>[0]): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model })
  await stage.create(runOf(run))
  return toTheEnd(stage)
}

async function toTheEnd(stage: SimulatedSession): Promise<SimulatedSession> {
  await stage.untilRest()
  return stage
}
