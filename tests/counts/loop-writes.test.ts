import { setImmediate } from 'node:timers/promises'
import { Seat } from '@convene/domain'
import type { Model, ModelPart } from '@convene/engine'
import { answerParts, runOf, temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { asked, opened } from './scripted-run.ts'

/** Counts, not times: a looping team pays for each commit with a disk sync. */

const members = ['ada', 'bert', 'cleo', 'dora']

const seat = (slug: string, kind = 'member') =>
  Seat.parse({
    name: slug.toUpperCase(),
    slug,
    prompt: `You are ${slug}.`,
    model: 'alpha/one',
    seat: kind,
    execution: 'single',
  })

const run = runOf({
  mode: 'reflect',
  limits: { maxIterations: 1 },
  team: { lead: seat('lead', 'lead'), judge: seat('judge', 'judge'), members: members.map((slug) => seat(slug)) },
})

const assignments = members.map((slug) => `@worker:${slug.toUpperCase()}\nRead your part.\n@end`).join('\n')

/** Resolves when this member may answer. `commits` counts those of the run so far. */
type Pause = (member: number, commits: () => number) => Promise<unknown>

/** A lead that assigns once, four members, and a satisfied judge. */
function team(pause: (member: number) => Promise<unknown>): Model {
  let asksOfLead = 0
  const textFor = (agent: string): string => {
    if (agent === 'judge') return 'SCORE: 0.95\nRATIONALE: It is complete.'
    if (agent !== 'lead') return `What ${agent} found.`
    asksOfLead += 1
    return asksOfLead === 1 ? assignments : 'All parts together.'
  }
  return {
    async *stream({ agent }): AsyncGenerator<ModelPart> {
      const member = members.indexOf(agent)
      if (member >= 0) await pause(member)
      yield* answerParts(textFor(agent))
    },
  }
}

async function commitsOf(pause: Pause): Promise<number> {
  using folder = temporaryFolder()
  let commits = () => 0
  let total = 0
  const model = team((member) => pause(member, commits))
  await opened(folder.path, model, async ({ store, engine }) => {
    const before = store.log.commits
    commits = () => store.log.commits - before
    const session = await asked(engine, run)
    total = commits()
    const calls = (await store.log.read(session)).filter(({ type }) => type === 'model.replied')
    expect(calls).toHaveLength(7)
  })
  return total
}

test('seven calls of a looping team take six commits if its members answer together', async () => {
  const everyone = Promise.withResolvers<void>()
  let waiting = 0
  const together = () => {
    waiting += 1
    if (waiting === members.length) everyone.resolve()
    return everyone.promise
  }
  // The first intent, the plan with four intents, the first answer, the other three with the next intent, the
  // synthesis, the judgement.
  expect(await commitsOf(together)).toBe(6)
})

test('and eight if each member answers alone', async () => {
  const untilDurable: Pause = async (member, commits) => {
    const before = 2 + member
    while (commits() < before) await setImmediate()
  }
  expect(await commitsOf(untilDurable)).toBe(8)
})
