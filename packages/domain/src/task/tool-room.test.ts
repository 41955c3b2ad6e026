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

describe('tools in a window', () => {
  test('are all offered if they take at most a quarter of it', () => {
    expect(names(fittingTools(many, model(4_800)))).toEqual(names(many))
  })

  test('that is small: those stay that an agent can look, change and try with, in their order', () => {
    expect(names(fittingTools(many, model(2_400)))).toEqual(['read', 'grep', 'edit', 'bash'])
  })

  test('that nobody knows are all offered: a guess takes nothing away', () => {
    expect(fittingTools(many, model(null))).toBe(many)
    expect(fittingTools(many, undefined)).toBe(many)
    expect(fittingTools(many, { ...model(10), rehearsal: true })).toBe(many)
  })

  test('one huge tool gives way to the small ones after it', () => {
    expect(names(fittingTools([tool('read', 40_000), tool('grep'), tool('glob')], model(2_000)))).toEqual([
      'grep',
      'glob',
    ])
  })

  test('what a step was given by name stays', () => {
    expect(names(fittingTools(many, model(2_400), ['crawl']))).toContain('crawl')
  })
})

describe('an agent whose model has a small window', () => {
  const settings = {
    models: { 'test/model': model(2_400) },
    tools: Object.fromEntries(many.map((one) => [one.name, one])),
  }
  const session = underWay(begun({ members: [seat('ada', { seat: 'agent' })], settings }))

  test('is offered what fits, and nothing else', () => {
    const { tools } = domain.prompt(session, Object.values(session.started)[0] as ModelEffect)
    expect(names(tools).filter((name) => settings.tools[name])).toEqual(['read', 'grep', 'edit', 'bash'])
  })

  test('that calls another tool learns why it does not have it', () => {
    const calls = [{ id: 'x', tool: 'crawl', input: {} }]
    const after = ends(session, 'ada', reply('', { calls }))
    expect(JSON.stringify(after.tasks)).toContain('tool_access_error: Your window has no room for crawl.')
  })

  test('is named to the user once, with what was left out', () => {
    const said = roomWarnings([seat('ada'), seat('bo', { model: 'x/large' })], settings.models, () => many)
    expect(said.map(({ message }) => message)).toEqual([
      "The context window of test/model (2,400 tokens) has no room for all of ADA's tools. Left out: crawl, todo, outline, diagnostics.",
    ])
  })
})
