import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isOffered, type Seat, seatColors } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { agentRegistry } from './agent-registry.ts'
import { readPlainFields } from './read-plain-fields.ts'
import { readYamlFields } from './read-yaml-fields.ts'

const folder = join(import.meta.dirname, 'built-in')
const nowhere = join(import.meta.dirname, 'none')
const slugs = readdirSync(folder).map((name) => name.replace('.md', ''))
const registry = agentRegistry({ home: nowhere, workspace: nowhere })

const panelists = ['architect', 'security', 'performance', 'qa', 'domain-expert', 'devops', 'devils-advocate', 'ux']
const codingAgents = ['claude-code', 'codex', 'gemini-cli', 'copilot', 'opencode', 'goose', 'qwen-code']

describe('built-in agents', () => {
  test('all exist', () => {
    expect(slugs.toSorted()).toEqual(
      [
        ...['coder', 'planner', 'reviewer', 'explore', 'general', 'researcher', 'planner-sub'],
        ...['compaction', 'summary', 'title', 'head', 'moderator', 'evaluator', 'orchestrator'],
        ...['worker', 'coordinator', 'tester', ...panelists, ...codingAgents],
      ].toSorted(),
    )
  })

  test('pass their own validation', async () => {
    expect(await registry.problems()).toEqual([])
    expect((await registry.list()).map(({ agent }) => agent.slug).toSorted()).toEqual(slugs.toSorted())
  })

  test.each(slugs)('%s is read without YAML, and the same as with YAML', (slug) => {
    const fields = readFileSync(join(folder, `${slug}.md`), 'utf8').split('---\n')[1] ?? ''
    const plain = readPlainFields(fields)
    const yaml = readYamlFields(fields)
    expect(plain?.fields.slug).toBe(slug)
    expect(plain?.fields).toEqual(yaml.ok && yaml.fields)
  })

  test.each([
    ['coder', 'primary', 50, 'agentic', 'all', ['explore', 'general', 'planner-sub', 'researcher']],
    [
      'planner',
      'primary',
      20,
      'planning',
      { only: ['read', 'glob', 'grep', 'list', 'todo', 'task', 'question'] },
      ['explore', 'researcher'],
    ],
    ['reviewer', 'primary', 15, 'agentic', { only: ['read', 'glob', 'grep', 'list', 'diagnostics'] }, []],
    ['explore', 'subagent', 15, 'agentic', { only: ['read', 'glob', 'grep', 'list'] }, []],
    ['general', 'subagent', 20, 'agentic', { except: ['task'] }, []],
    ['researcher', 'subagent', 10, 'agentic', { only: ['websearch', 'webfetch', 'read'] }, []],
    ['planner-sub', 'subagent', 10, 'planning', { only: ['read', 'glob', 'grep', 'list', 'todo'] }, []],
    ['compaction', 'hidden', 1, 'single', 'none', []],
    ['worker', 'primary', 30, 'agentic', { except: ['task'] }, []],
    ['coordinator', 'primary', 30, 'agentic', 'none', []],
  ] as const)('%s is %s with %i iterations', async (slug, category, maxIterations, execution, tools, spawns) => {
    expect((await registry.get(slug))?.agent).toMatchObject({ category, maxIterations, execution, tools, spawns })
  })

  test('only spawn subagents that exist', async () => {
    const agents = (await registry.list()).map(({ agent }) => agent)
    const subagents = agents.filter(({ category }) => category === 'subagent').map(({ slug }) => slug)
    for (const agent of agents) expect(subagents).toEqual(expect.arrayContaining([...agent.spawns]))
  })

  test.each(panelists)(
    '%s can crawl, look for edge cases, draft tests and use the tools of MCP servers',
    async (slug) => {
      const seat = (await registry.get(slug))?.agent as Seat
      for (const tool of ['crawl', 'edge_cases', 'test_skeleton', 'mcp_notes_find'])
        expect(isOffered(seat, tool)).toBe(true)
      for (const tool of ['write', 'edit', 'bash']) expect(isOffered(seat, tool)).toBe(false)
    },
  )

  test.each(panelists)('%s knows the lines of a contribution and of a ballot', async (slug) => {
    const prompt = (await registry.get(slug))?.agent.prompt ?? ''
    for (const line of ['POSITION:', 'CONFIDENCE:', 'CHANGED:', 'VOTE:', 'REASON:', 'VETO:', '[MORE_ANALYSIS_NEEDED]'])
      expect(prompt).toContain(line)
  })

  test.each(['orchestrator', 'reviewer', 'evaluator', 'worker', 'coordinator'])(
    'the prompt of %s holds no word that ends the work if it is copied',
    async (slug) => {
      const prompt = (await registry.get(slug))?.agent.prompt ?? ''
      expect(prompt).not.toMatch(/\[\[|\bACCEPT\b|\bAPPROVE\b|\b0\.\d/u)
    },
  )

  test.each([
    ['head', ['CLEAR:', 'DISCUSSION_DEPTH:', 'Minority Report', '[m12]', 'DECISION:']],
    ['moderator', ['CONVERGED', 'NOT_CONVERGED', 'NEXT:', 'REDIRECT:']],
    ['evaluator', ['SCORE:', 'RATIONALE:']],
    ['orchestrator', ['@worker:', '@end']],
    ['worker', ['BLOCKED:', 'HANDOFF:']],
  ])('%s knows the lines of its protocol', async (slug, lines) => {
    const prompt = (await registry.get(slug))?.agent.prompt ?? ''
    for (const line of lines) expect(prompt).toContain(line)
  })

  test('have distinct icons and colours', async () => {
    const shown = (await registry.list())
      .filter(({ agent }) => agent.visible)
      .map(({ agent }) => agent.icon + agent.color)
    expect(new Set(shown).size).toBe(shown.length)
  })

  test.each([
    ['a panel', ['head', ...panelists, 'moderator']],
    ['a crew with a plan', ['planner', 'coder', 'reviewer', 'tester', 'researcher', 'architect', 'security']],
    ['a team under a lead', ['orchestrator', 'researcher', 'coder', 'evaluator', ...panelists]],
  ])('keep their colours in %s', async (_team, members) => {
    const agents = await Promise.all(members.map((slug) => registry.get(slug)))
    const seats = agents.flatMap((found) => (found ? [found.agent] : []))
    expect(seatColors(seats)).toEqual(Object.fromEntries(seats.map(({ slug, color }) => [slug, color])))
  })
})
