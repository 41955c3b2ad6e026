import type { SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { AgentBudget } from './budget.ts'

type Run = { phase: string; spent: { costUsd: number }; limits: { maxCostUsd?: number } }

/** A server that runs no sessions itself, as with the role `web`. */
function webServer() {
  const runs = new Map<string, { run: Run }>()
  const program = {
    workspace: '/w',
    at: () => program,
    settings: async () => ({ settings: { limits: {} } }),
    engine: async () => ({ here: () => [], state: async (id: string) => runs.get(id) }),
  }
  const budget = new AgentBudget()
  const create = (maxCostUsd?: number) => ({ type: 'create', run: { limits: { maxCostUsd } } })
  const prepared = (id: string, maxCostUsd?: number) =>
    budget.start(program as never, id as SessionId, async () => create(maxCostUsd) as never)
  const start = async (id: string, maxCostUsd?: number) => {
    await prepared(id, maxCostUsd)
    const limits = maxCostUsd === undefined ? {} : { maxCostUsd }
    runs.set(id, { run: { phase: 'running', spent: { costUsd: 0 }, limits } })
    budget.settled(id as SessionId)
  }
  const end = (id: string, costUsd: number) => {
    runs.set(id, { run: { phase: 'completed', spent: { costUsd }, limits: { maxCostUsd: 15 } } })
  }
  return { budget, program, prepared, start, end }
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
  const { start, end, prepared, budget, program } = webServer()
  await start('1', 15)
  await prepared('2', 15)
  await expect(start('3')).rejects.toThrow('$30.00, and $20 is the most')
  await expect(budget.refuseCost(program as never, '1' as SessionId)).resolves.toBeUndefined()
  end('1', 1)
  await start('3')
})
