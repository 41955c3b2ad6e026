import { convene, defineAgent } from '@convene/sdk'
import { expect, test } from 'vitest'
import { answers, breaksOff, fault, faults, hangs, says, scriptedModel, speaker, startModelServer } from './index.ts'

const ada = defineAgent({ name: 'Ada', prompt: 'You answer.' })
const bert = defineAgent({ name: 'Bert', prompt: 'You answer.' })

async function ask(model: ReturnType<typeof scriptedModel>, agents = [ada], signal?: AbortSignal) {
  const team = convene({ store: 'memory', environment: {}, models: { test: model } })
  try {
    const more = signal ? { signal } : {}
    const run = await team.run({ goal: 'Well?', agents, mode: 'broadcast', model: 'test/x', ...more })
    return await run.result
  } finally {
    await team.close()
  }
}

test('a script gives each agent its own line, by name or slug, and reports the usage it sets', async () => {
  const usage = { input: 100, output: 10 }
  const model = scriptedModel(speaker('Bert', says('B', { usage })), speaker('ada', says('A', { usage, parts: 3 })))
  const { answer, tokens } = await ask(model, [ada, bert])
  expect([answer, tokens]).toEqual(['## Ada\n\nA\n\n## Bert\n\nB', 220])
  expect(model.requests.map(({ heading, turn }) => [heading, turn])).toEqual([
    ['Respond', 1],
    ['Respond', 1],
  ])
  model.assertSpent()
})

test('a script that breaks off is retried', async () => {
  const model = scriptedModel(breaksOff('Ha'), says('Half no more.'))
  expect((await ask(model)).answer).toBe('Half no more.')
  model.assertSpent()
})

test('a script can answer by a rule, and unscripted requests are named', async () => {
  const model = scriptedModel(answers(({ agent, turn }) => (agent === 'ada' ? `${agent} ${turn}` : undefined)))
  expect((await ask(model, [ada, bert])).answer).toContain('ada 1')
  expect(() => model.assertSpent()).toThrow('Nobody scripted an answer of bert to "Respond".')
})

test('a script that hangs ends with the run, and counts as aborted', async () => {
  const model = scriptedModel(hangs())
  const stop = new AbortController()
  const result = ask(model, [ada], stop.signal)
  await model.until(({ open }) => open() === 1)
  stop.abort()
  expect((await result).state).toBe('cancelled')
  expect([model.aborted.length, model.open()]).toEqual([1, 0])
})

test('a fault is known by its name, and a wrong name lists the right ones', async () => {
  expect(faults.map((name) => fault(name).kind)).toEqual(faults.map(() => 'fault'))
  expect(() => fault('status-999')).toThrow(/No fault is called "status-999"\. Use one of: .*status-429/u)
  const server = await startModelServer({ replies: () => fault('status-401') })
  const { status } = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body: '{}' })
  expect([status, server.requests.length]).toEqual([401, 1])
  await server.close()
})
