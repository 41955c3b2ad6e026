import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import type { ModelInfo } from '../event/run-settings.ts'
import { begun, domain, ends, reply, seat, underWay } from '../session/session.fixture.ts'
import type { ToolSpec } from '../tool/tool.ts'
import { fittingTools, roomWarnings } from './tool-room.ts'

const tool = (name: string, size = 400): ToolSpec => ({
  name,
  description: 'x'.repeat(size),
  input: { type: 'object' },
  permission: name,
  readOnly: true,
  timeoutMs: 1,
})
const model = (context: number | null): ModelInfo => ({ price: null, context })
const names = (tools: readonly ToolSpec[]) => tools.map(({ name }) => name)
const many = ['crawl', 'todo', 'read', 'outline', 'grep', 'edit', 'bash', 'diagnostics'].map((name) => tool(name))

describe('tools in a model’s window', () => {
  test('are all offered if they take at most a quarter of it', () => {
    expect(names(fittingTools(many, model(4_800)))).toEqual(names(many))
  })

  test('are reduced to those for looking, changing and trying if it is small, in their order', () => {
    expect(names(fittingTools(many, model(2_400)))).toEqual(['read', 'grep', 'edit', 'bash'])
  })

  test('are all offered if it is unknown: a guess must not take anything away', () => {
    expect(fittingTools(many, model(null))).toBe(many)
    expect(fittingTools(many, undefined)).toBe(many)
    expect(fittingTools(many, { ...model(10), rehearsal: true })).toBe(many)
  })

  test('skip a huge one in favour of small ones after it', () => {
    expect(names(fittingTools([tool('read', 40_000), tool('grep'), tool('glob')], model(2_000)))).toEqual([
      'grep',
      'glob',
    ])
  })

  test('keep those given to a step by name', () => {
    expect(names(fittingTools(many, model(2_400), ['crawl']))).toContain('crawl')
  })
})

describe('an agent whose model has a small window', () => {
  const settings = {
    models: { 'test/model': model(2_400) },
    tools: Object.fromEntries(many.map((one) => [one.name, one])),
  }
  const session = underWay(begun({ members: [seat('ada', { seat: 'agent' })], settings }))

  test('is offered only what fits', () => {
    const { tools } = domain.prompt(session, Object.values(session.started)[0] as ModelEffect)
    expect(names(tools).filter((name) => settings.tools[name])).toEqual(['read', 'grep', 'edit', 'bash'])
  })

  test('reads why if it calls another tool', () => {
    const calls = [{ id: 'x', tool: 'crawl', input: {} }]
    const after = ends(session, 'ada', reply('', { calls }))
    expect(JSON.stringify(after.tasks)).toContain('tool_access_error: Your window has no room for crawl.')
  })

  test('is reported to the user once, with what was left out', () => {
    const said = roomWarnings([seat('ada'), seat('bo', { model: 'x/large' })], settings.models, () => many)
    expect(said.map(({ message }) => message)).toEqual([
      "The context window of test/model (2,400 tokens) has no room for all of ADA's tools. Left out: crawl, todo, outline, diagnostics.",
    ])
  })
})
