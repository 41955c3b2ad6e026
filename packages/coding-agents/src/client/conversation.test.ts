import { expect, test } from 'vitest'
import type { AgentProcess } from './agent-process.ts'
import { AcpConversation } from './conversation.ts'
import { TeamCalls } from './team-calls.ts'

type Hears = Parameters<AgentProcess['hear']>[1]

/** A conversation with an open turn that nobody is reading. */
function unread() {
  const state: { hears?: Hears; isClosed: boolean } = { isClosed: false }
  const process = {
    hear: (_id: string, hears: Hears) => {
      state.hears = hears
      return () => {}
    },
    agent: { request: () => new Promise(() => {}) },
    close: async () => {
      state.isClosed = true
    },
  }
  const team = new TeamCalls()
  team.offered = [{ name: 'question' } as never]
  const conversation = new AcpConversation('s', process as never, { team })
  conversation.prompt('Hi.')
  return { conversation, team, state }
}

const megabyte = { text: 'x'.repeat(1_000_000) }

test('an agent whose calls are too large to process is ended', async () => {
  const { conversation, team, state } = unread()
  for (let count = 0; count < 20; count += 1)
    void team.call('question', { ...megabyte, count }, new AbortController().signal)
  expect(state.isClosed).toBe(true)
  expect(await conversation.next(new AbortController().signal)).toMatchObject({ type: 'broken' })
})

test('an agent that keeps asking for steps is ended', () => {
  const { state } = unread()
  const rawInput = { command: 'x'.repeat(20_000) }
  const toolCall = { toolCallId: '1', kind: 'execute', title: 'Run', rawInput }
  const options = [{ optionId: 'a', kind: 'allow_once', name: 'Allow' }]
  for (let count = 0; count < 1_001; count += 1) void state.hears?.ask({ sessionId: 's', toolCall, options } as never)
  expect(state.isClosed).toBe(true)
})

test('calls abandoned before anyone read them use no memory, and are not made', async () => {
  const { conversation, team, state } = unread()
  for (let count = 0; count < 100; count += 1) {
    const givesUp = new AbortController()
    const called = team.call('question', { ...megabyte, count }, givesUp.signal)
    givesUp.abort()
    expect(await called).toMatchObject({ ok: false })
  }
  expect(state.isClosed).toBe(false)
  void team.call('question', { kept: true }, new AbortController().signal)
  expect(await conversation.next(new AbortController().signal)).toMatchObject({ type: 'call', input: { kept: true } })
})
