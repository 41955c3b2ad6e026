import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import type { SessionId } from '../shared/ids.ts'
import { directoryOf } from './directory.ts'
import { begun, domain, seat, underWay } from './session.fixture.ts'

const worktrees = { folder: '/home/ada/.convene/worktrees', inside: 'packages/core', agents: ['ada'] }
const members = [seat('ada'), seat('bert')]

describe('the folder of an agent', () => {
  test('is its own where the run says so, and else the workspace', () => {
    const session = begun({ members, settings: { worktrees } })
    expect(directoryOf(session, { agent: 'ada' })).toBe('/home/ada/.convene/worktrees/S/ada/packages/core')
    expect(directoryOf(session, { agent: 'bert' })).toBe('/project')
    expect(directoryOf(begun({ members }), { agent: 'ada' })).toBe('/project')
  })

  test('is that of its step, where the task has one', () => {
    const session = begun({ members, settings: { worktrees } })
    const place = directoryOf(session, { agent: 'bert', worktree: 'step-s1-1' })
    expect(place).toBe('/home/ada/.convene/worktrees/S/step-s1-1/packages/core')
  })

  test('is another one in a fork', () => {
    const fork = { ...begun({ members, settings: { worktrees } }), id: 'F' as SessionId }
    expect(directoryOf(fork, { agent: 'ada' })).toBe('/home/ada/.convene/worktrees/F/ada/packages/core')
  })

  test('is what the system prompt names; the name of the workspace stays', () => {
    const ada = seat('ada', { prompt: 'In {{workspace_name}}.' })
    const session = underWay(begun({ members: [ada], settings: { worktrees: { ...worktrees, inside: '' } } }))
    const { system, workspace } = domain.prompt(session, Object.values(session.started)[0] as ModelEffect)
    expect(system).toMatch(/Working directory: \/home\/ada\/.convene\/worktrees\/S\/ada\n\nIn project\./)
    expect(workspace).toBe('/project')
  })
})
