import { describe, expect, test } from 'vitest'
import { actionOf } from './chat-action.ts'

const input = { command: undefined, prompt: 'Why?', session: undefined, hasAgents: false }

describe('a chat request', () => {
  test('with a mode starts a run in that mode', () => {
    expect(actionOf({ ...input, command: 'panel', session: '01S' })).toEqual({
      kind: 'start',
      mode: 'panel',
      team: undefined,
    })
  })

  test('without a command starts the agents from the settings, or the coordinator', () => {
    expect(actionOf({ ...input, hasAgents: true })).toEqual({ kind: 'start', mode: undefined, team: 'settings' })
    expect(actionOf(input)).toEqual({ kind: 'start', mode: undefined, team: 'coordinator' })
  })

  test('without a command continues the chat’s session', () => {
    expect(actionOf({ ...input, session: '01S' })).toEqual({ kind: 'follow-up', session: '01S' })
  })

  test('with /run starts a new run in the chat’s session, or a first one', () => {
    expect(actionOf({ ...input, command: 'run', session: '01S' })).toEqual({ kind: 'again', session: '01S' })
    expect(actionOf({ ...input, command: 'run' })).toMatchObject({ kind: 'start', team: 'coordinator' })
  })

  test('with /continue continues the chat’s stopped run, with or without text', () => {
    const deed = { kind: 'continue', session: '01S' }
    expect(actionOf({ ...input, command: 'continue', prompt: '', session: '01S' })).toEqual(deed)
    expect(actionOf({ ...input, command: 'continue', session: '01S' })).toEqual(deed)
    expect(actionOf({ ...input, command: 'continue', prompt: '' }).kind).toBe('nothing')
  })

  test('without a run to act on, or without text, says what to do', () => {
    expect(actionOf({ ...input, command: 'status' }).kind).toBe('nothing')
    expect(actionOf({ ...input, command: 'panel', prompt: ' ' }).kind).toBe('nothing')
    expect(actionOf({ ...input, command: 'stop', session: '01S' })).toEqual({ kind: 'stop', session: '01S' })
  })
})

test('modes in which every member answers always have members', () => {
  const input = { command: 'broadcast', prompt: 'Why?', session: undefined }
  expect(actionOf({ ...input, hasAgents: true })).toEqual({ kind: 'start', mode: 'broadcast', team: 'settings' })
  expect(actionOf({ ...input, hasAgents: false })).toMatchObject({ agents: ['architect', 'security', 'performance'] })
})
