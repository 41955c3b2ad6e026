import { describe, expect, test } from 'vitest'
import { deedOf } from './chat-deed.ts'

const input = { command: undefined, prompt: 'Why?', session: undefined, hasAgents: false }

describe('a chat request', () => {
  test('with a mode starts a run of it', () => {
    expect(deedOf({ ...input, command: 'panel', session: '01S' })).toEqual({
      kind: 'start',
      mode: 'panel',
      team: undefined,
    })
  })

  test('in plain words starts with the agents of the settings, or with the coordinator', () => {
    expect(deedOf({ ...input, hasAgents: true })).toEqual({ kind: 'start', mode: undefined, team: 'settings' })
    expect(deedOf(input)).toEqual({ kind: 'start', mode: undefined, team: 'coordinator' })
  })

  test('in plain words continues the session that the chat is about', () => {
    expect(deedOf({ ...input, session: '01S' })).toEqual({ kind: 'follow-up', session: '01S' })
  })

  test('with /run starts a new run in the session of the chat, or a first one', () => {
    expect(deedOf({ ...input, command: 'run', session: '01S' })).toEqual({ kind: 'again', session: '01S' })
    expect(deedOf({ ...input, command: 'run' })).toMatchObject({ kind: 'start', team: 'coordinator' })
  })

  test('about a run that was never started, or about nothing, says what to do', () => {
    expect(deedOf({ ...input, command: 'status' }).kind).toBe('nothing')
    expect(deedOf({ ...input, command: 'panel', prompt: ' ' }).kind).toBe('nothing')
    expect(deedOf({ ...input, command: 'stop', session: '01S' })).toEqual({ kind: 'stop', session: '01S' })
  })
})

test('modes in which every member answers always have members', () => {
  const input = { command: 'broadcast', prompt: 'Why?', session: undefined }
  expect(deedOf({ ...input, hasAgents: true })).toEqual({ kind: 'start', mode: 'broadcast', team: 'settings' })
  expect(deedOf({ ...input, hasAgents: false })).toMatchObject({ agents: ['architect', 'security', 'performance'] })
})
