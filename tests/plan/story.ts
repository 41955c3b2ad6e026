import { type Event, type EventOf, type PlanStep, SessionId, type TaskKind } from '@convene/domain'
import { type RunChoice, SimulatedSession } from '@convene/testkit'
import { expect } from 'vitest'
import { type Cast, cast, crewOf, planOf } from './crew.ts'

/** A crew's run, played until it rests: these steps, with these lines. */
export async function played(
  steps: readonly PlanStep[],
  lines: Cast = {},
  choice: RunChoice & { readonly members?: readonly string[] } = {},
): Promise<SimulatedSession> {
  const planner = { Plan: planOf(...steps), ...lines.planner }
  const stage = new SimulatedSession({ model: cast({ ...lines, planner }) })
  await stage.create(crewOf(choice, ...(choice.members ?? [])))
  await stage.untilRest()
  return stage
}

export const ofType = <T extends Event['type']>(stage: SimulatedSession, type: T): readonly EventOf<T>[] =>
  stage.events.filter((event): event is EventOf<T> => event.type === type)

/** The states of a step, in order. */
export const statesOf = (stage: SimulatedSession, id: string): readonly string[] =>
  ofType(stage, 'step.state').flatMap(({ data }) => (data.step === id ? [data.to] : []))

export const ending = (stage: SimulatedSession) => ofType(stage, 'run.finished').at(-1)?.data

/** What an agent was asked in tasks of a kind, with the quoted material, in order. */
export function asksOf(stage: SimulatedSession, agent: string, kind: TaskKind): readonly string[] {
  const said = new Map(ofType(stage, 'message').map((message) => [message.id, message]))
  const quoted = (id: string) => `### ${said.get(id as never)?.data.author}\n\n${said.get(id as never)?.data.text}`
  return ofType(stage, 'task.assigned').flatMap(({ data }) =>
    data.to === agent && data.kind === kind ? [[data.description, ...(data.shows ?? []).map(quoted)].join('\n\n')] : [],
  )
}

export const forkId = SessionId.parse('01KE0000000000000000000002')

/** A step never has two running tasks, and only its owner runs it. */
export function expectOneOwner(stage: SimulatedSession): void {
  const owners = new Map<string, string>()
  const running = new Map<string, string>()
  for (const event of stage.events) {
    if (event.type === 'step.state') owners.set(event.data.step, event.data.owner)
    const id = event.step
    if (event.type === 'task.assigned' && event.data.kind === 'work' && id !== undefined && !event.data.via) {
      expect(running.get(id)).toBeUndefined()
      expect(event.data.to).toBe(owners.get(id))
      running.set(id, event.task ?? '')
    }
    if (event.type === 'task.finished' && id !== undefined && running.get(id) === event.task) running.delete(id)
  }
}

export const BLOCKED = 'I tried.\n\nBLOCKED: no network\n- use a fixture\n- skip the download'

/** Everybody votes for the first option, or the tester and the reviewer for others. */
export function voting(coder: string, tester = coder, reviewer = coder) {
  const vote = (option: string) => ({ Vote: `VOTE: ${option}\nREASON: it is known` })
  return { coder: vote(coder), tester: vote(tester), reviewer: vote(reviewer) }
}
