import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { assert, modes } from '@convene/domain'
import { defaultSettings } from '@convene/library'
import { approaches } from '@convene/reading'
import { temporaryFolder } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openProgram } from '../open-program.ts'
import { leavesChoice } from './choose-team.ts'
import { prepareRun } from './prepare-run.ts'
import type { HostRunRequest } from './run-request.ts'

function opened(files: { readonly [path: string]: string } = {}) {
  const folder = temporaryFolder()
  for (const path of ['home', 'workspace']) mkdirSync(folder.file(path), { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(folder.file(path)), { recursive: true })
    writeFileSync(folder.file(path), text)
  }
  const [home, workspace] = [folder.file('home'), folder.file('workspace')]
  const { program, close } = openProgram({ home, workspace, environment: {}, version: '1.2.3' })
  onTestFinished(async () => {
    await close()
    folder[Symbol.dispose]()
  })
  return program
}

async function chosen(program: ReturnType<typeof opened>, request: Partial<HostRunRequest>) {
  const ready = await prepareRun(program, { interactive: false, ...request })
  assert(ready.ok, ready.ok ? '' : ready.refusal.message)
  const { start, approach } = ready.value
  const { protocol } = start.settings.mode as { readonly protocol?: string }
  return { mode: start.mode, team: start.team.slug, approach: approach?.name, ...(protocol && { protocol }) }
}

describe('a run that leaves the choice to its goal', () => {
  test('gets the mode and the team that the goal calls for', async () => {
    const program = opened()
    const at = (goal: string) => chosen(program, { mode: 'auto', goal })
    expect(await at('Should we move?')).toEqual({ mode: 'panel', team: 'ad-hoc', approach: 'decision' })
    expect(await at('Review it.')).toEqual({ mode: 'reflect', team: 'code-review-team', approach: 'review' })
    expect(await at('')).toMatchObject({ mode: 'agent', approach: 'ask' })
    expect(await at('Discuss it.')).toMatchObject({ mode: 'panel', approach: 'discussion', protocol: 'discuss' })
  })

  test('keeps a team or agents that the user named', async () => {
    const program = opened()
    const goal = 'Should we move?'
    const auto = { mode: 'auto', goal }
    expect(await chosen(program, { ...auto, team: 'feature-crew' })).toMatchObject({
      team: 'feature-crew',
      mode: 'plan',
    })
    expect(await chosen(program, { ...auto, agents: ['ux', 'qa'] })).toMatchObject({ mode: 'broadcast' })
  })

  test('never uses a team of the same name from an untrusted repository', async () => {
    const foreign = { name: 'Code Review Team', slug: 'code-review-team', mode: 'broadcast', members: ['coder'] }
    const program = opened({ 'workspace/.convene/teams/code-review-team.json': JSON.stringify(foreign) })
    expect(await chosen(program, { mode: 'auto', goal: 'Review this.' })).toEqual({
      mode: 'reflect',
      team: 'code-review-team',
      approach: 'review',
    })
  })
})

test('every mode and every approach can start without naming anyone', async () => {
  const program = opened()
  for (const mode of Object.keys(modes)) expect(await chosen(program, { mode })).toMatchObject({ mode })
  for (const { mode, team } of approaches) expect(await chosen(program, { mode, team })).toMatchObject({ mode })
})

test('anything the user has set or named counts as a choice', () => {
  expect(leavesChoice({}, defaultSettings)).toBe(true)
  expect(leavesChoice({ mode: 'panel' }, defaultSettings)).toBe(false)
  expect(leavesChoice({}, { ...defaultSettings, defaultMode: 'plan' })).toBe(false)
  expect(leavesChoice({}, { ...defaultSettings, defaultTeam: 'shop' })).toBe(false)
  expect(leavesChoice({}, { ...defaultSettings, defaultAgent: 'ux' })).toBe(false)
})
