import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import type { SessionId } from '../shared/ids.ts'
import { directoryOf } from './directory.ts'
import { begun, domain, seat, underWay } from './session.fixture.ts'

const worktrees = { folder: '/home/ada/.convene/worktrees', inside: 'packages/core', agents: ['ada'] }
const members = [seat('ada'), seat('bert')]

describe('an agent’s folder', () => {
  test('is its worktree if the run assigns one, otherwise the workspace', () => {
    const session = begun({ members, settings: { worktrees } })
    expect(directoryOf(session, { agent: 'ada' })).toBe('/home/ada/.convene/worktrees/S/ada/packages/core')
    expect(directoryOf(session, { agent: 'bert' })).toBe('/project')
    expect(directoryOf(begun({ members }), { agent: 'ada' })).toBe('/project')
  })

  test('is its step’s worktree if the task has one', () => {
    const session = begun({ members, settings: { worktrees } })
    const place = directoryOf(session, { agent: 'bert', worktree: 'step-s1-1' })
    expect(place).toBe('/home/ada/.convene/worktrees/S/step-s1-1/packages/core')
  })

  test('is a different one in a fork', () => {
    const fork = { ...begun({ members, settings: { worktrees } }), id: 'F' as SessionId }
    expect(directoryOf(fork, { agent: 'ada' })).toBe('/home/ada/.convene/worktrees/F/ada/packages/core')
  })

  test('is in the system prompt, while the workspace name stays the same', () => {
    const ada = seat('ada', { prompt: 'In {{workspace_name}}.' })
    const session = underWay(begun({ members: [ada], settings: { worktrees: { ...worktrees, inside: '' } } }))
    const { system, workspace } = domain.prompt(session, Object.values(session.started)[0] as ModelEffect)
    expect(system).toMatch(/Working directory: \/home\/ada\/.convene\/worktrees\/S\/ada\n\nIn project\./)
    expect(workspace).toBe('/project')
  })
})
