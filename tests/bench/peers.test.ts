import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORK } from '../../bench/peers/work.ts'
import { type BenchServer, measure, startServer } from '../../bench/run-child.ts'

let server: BenchServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test.each(WORK)('Convene still does the work that is measured beside its peers: $name', async ({ workload, model }) => {
  const { cpuMsPerCall, keptKiB } = await measure(server, { contender: 'convene', workload, model, repeat: 1 })
  expect(cpuMsPerCall).toBeGreaterThan(0)
  expect(keptKiB).toBeGreaterThan(0)
})
