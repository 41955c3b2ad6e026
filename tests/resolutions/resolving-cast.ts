import type { Checked, CheckRequest } from '@convene/engine'
import type { SimulatedSession } from '@convene/testkit'
import { facts, type Lines, OPTIONS, stageOf, start, vote } from '../panel/decide-cast.ts'
import { estimating } from '../panel/estimate-cast.ts'

export const DAY = 86_400_000

export const passed = (output = ''): Checked => ({ outcome: 'passed', exit: 0, output })
export const failed = (output = ''): Checked => ({ outcome: 'failed', exit: 1, output })

/** Runs what is due: the nth look of this session. */
export type Looks = (nth: number, request: CheckRequest) => Checked | Promise<Checked>

const agreed: Lines = { Topic: OPTIONS, Contribute: () => vote('A') }

export type Resolving = {
  readonly resolve?: string
  readonly goal?: string
  readonly looks?: Looks
  readonly script?: Lines
  readonly settings?: object
  readonly protocol?: 'decide' | 'estimate'
}

/** A run that has ended, and what its checks were asked for. */
export async function resolving({
  resolve,
  goal,
  looks = () => passed(),
  script = agreed,
  settings,
  protocol,
}: Resolving = {}) {
  const ran: CheckRequest[] = []
  const checks = {
    run: async (request: CheckRequest) => {
      ran.push(request)
      return looks(ran.length, request)
    },
  }
  const stage = stageOf(script, checks)
  const run = protocol === 'estimate' ? estimating() : start()
  const options = resolve === undefined ? {} : { options: { resolve } }
  await stage.create({ ...run, settings: { ...run.settings, ...options, ...settings } } as never, goal)
  await stage.untilRest()
  return { stage, ran }
}

type Resolved = { readonly outcome: string; readonly option?: string; readonly by: string; readonly note?: string }

export const outcomesIn = (stage: SimulatedSession) => facts(stage, 'decision.resolved') as readonly Resolved[]
export const valuesIn = (stage: SimulatedSession) =>
  (facts(stage, 'estimate.resolved') as readonly { value: number | null }[]).map(({ value }) => value)
export const questionsIn = (stage: SimulatedSession) =>
  (facts(stage, 'question.asked') as readonly { id: string; question: string; options: string[] }[]).filter(({ id }) =>
    id.includes('/resolve/'),
  )

/** Answers the newest question about an outcome. */
export const answer = (stage: SimulatedSession, text: string) =>
  stage.tell({ type: 'answer', text, question: questionsIn(stage).at(-1)?.id ?? '', by: 'user' })
