import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { AgentBudget } from './budget.ts'
import { countedSessions, keepCounted } from './counted-sessions.ts'

type Run = { phase: string; limits: { maxCostUsd?: number } }

const stateOf = (id: string, run: Run, costUsd: number) => ({ id, run, spent: { costUsd }, tasks: {}, decisions: {} })

/** A server that runs no sessions itself, as with the role `web`. */
function webServer() {
  const runs = new Map<string, ReturnType<typeof stateOf>>()
  const home = temporaryFolder()
  onTestFinished(() => home[Symbol.dispose]())
  let now = 1_000_000
  const program = {
    home: home.path,
    now: () => now,
    workspace: '/w',
    at: () => program,
    settings: async () => ({ settings: { limits: {} } }),
    engine: async () => ({ here: () => [], state: async (id: string) => runs.get(id) }),
  }
  let budget = new AgentBudget()
  const restart = () => {
    budget = new AgentBudget()
  }
  const pass = (ms: number) => {
    now += ms
  }
  const create = (maxCostUsd?: number) => ({ type: 'create', run: { limits: { maxCostUsd } } })
  const prepared = (id: string, maxCostUsd?: number) =>
    budget.start(program as never, id as SessionId, async () => create(maxCostUsd) as never)
  const start = async (id: string, maxCostUsd?: number) => {
    await prepared(id, maxCostUsd)
    const limits = maxCostUsd === undefined ? {} : { maxCostUsd }
    runs.set(id, stateOf(id, { phase: 'running', limits }, 0))
    budget.settled(id as SessionId)
  }
  const end = (id: string, costUsd: number) => {
    runs.set(id, stateOf(id, { phase: 'completed', limits: { maxCostUsd: 15 } }, costUsd))
  }
  /** A question to the team of a session, which costs this much. */
  const ask = async (id: string, costUsd: number) => {
    const state = runs.get(id)
    await budget.ask(program as never, state as never)
    end(id, (state?.spent.costUsd ?? 0) + costUsd)
    budget.settled(id as SessionId)
  }
  return { budget, program, prepared, start, end, ask, runs, restart, pass }
}

test('teams on other servers count as open until their runs end', async () => {
  const { start, end } = webServer()
  for (const id of ['1', '2', '3', '4']) await start(id)
  await expect(start('5')).rejects.toThrow('4 teams')
  end('1', 0)
  await start('6')
})

test('concurrent starts count each other', async () => {
  const { prepared } = webServer()
  const all = await Promise.allSettled(['1', '2', '3', '4', '5'].map((id) => prepared(id)))
  expect(all.map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected'])
})

test('a failed start does not count', async () => {
  const { budget, prepared } = webServer()
  for (const id of ['1', '2', '3', '4', '5', '6']) {
    await prepared(id)
    budget.settled(id as SessionId)
  }
})

test('an open team’s remaining cost is reserved, and released when the team ends', async () => {
  const { start, end, prepared, budget, program, runs } = webServer()
  await start('1', 15)
  await prepared('2', 15)
  await expect(start('3')).rejects.toThrow('$30.00. The limit is $20')
  await expect(budget.ask(program as never, runs.get('1') as never)).resolves.toBeUndefined()
  budget.settled('1' as SessionId)
  end('1', 1)
  await start('3')
})

test('questions to a session of the user count from the first one on, without what the user spent before', async () => {
  const { end, ask, start } = webServer()
  end('of the user', 100)
  await ask('of the user', 15)
  await ask('of the user', 15)
  await expect(ask('of the user', 15)).rejects.toThrow('$30.00. The limit is $20')
  await expect(start('another')).rejects.toThrow('$30.00. The limit is $20')
})

test('questions that are being answered count as open teams', async () => {
  const { budget, program, runs, start } = webServer()
  for (const id of ['1', '2', '3', '4', '5']) runs.set(id, stateOf(id, { phase: 'completed', limits: {} }, 0))
  for (const id of ['1', '2', '3', '4']) await budget.ask(program as never, runs.get(id) as never)
  await expect(start('another')).rejects.toThrow('4 teams')
  await expect(budget.ask(program as never, runs.get('5') as never)).rejects.toThrow('4 teams')
  await budget.ask(program as never, runs.get('4') as never)
})

test('a restart refills nothing, and what was spent more than a day ago does not count', async () => {
  const { start, end, ask, restart, pass } = webServer()
  await start('1')
  end('1', 12)
  end('of the user', 100)
  await ask('of the user', 9)
  restart()
  await expect(start('2')).rejects.toThrow('$21.00. The limit is $20')
  await expect(ask('of the user', 1)).rejects.toThrow('$21.00')
  pass(24 * 60 * 60_000)
  await start('2')
})

test('a session that is asked every day counts the last day only', async () => {
  const { end, ask, pass } = webServer()
  end('of the user', 0)
  for (let day = 0; day < 10; day++) {
    await ask('of the user', 15)
    pass(25 * 60 * 60_000)
  }
  await ask('of the user', 15)
  await ask('of the user', 15)
  await expect(ask('of the user', 15)).rejects.toThrow('$30.00')
})

test('two processes at the same time lose nothing of what the other one counted', () => {
  const { program } = webServer()
  const count = (session: string) => keepCounted(program as never, { budget: '', session, costUsd: 0 })
  const [one, other] = [countedSessions(program as never, ''), countedSessions(program as never, '')]
  expect([one.size, other.size]).toEqual([0, 0])
  count('1')
  count('2')
  expect([...countedSessions(program as never, '').keys()]).toEqual(['1', '2'])
})

test('a damaged record of what was spent stops nobody', async () => {
  const { program, start } = webServer()
  mkdirSync(join(program.home, 'agent-budget'))
  writeFileSync(join(program.home, 'agent-budget', '1970-01-01.jsonl'), '{"budget":"","session":"1","cost')
  await start('1')
})

test('a record from a clock that was wrong does not count for years', async () => {
  const { start, end, pass } = webServer()
  pass(50 * 365 * 24 * 60 * 60_000)
  await start('1')
  end('1', 100)
  pass(-50 * 365 * 24 * 60 * 60_000)
  await start('2')
})
