import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import type { RunStart, SessionId } from '@convene/domain'
import { createEngine, type Engine, type Model, type ModelPart, silentTelemetry } from '@convene/engine'
import { systemClock, ulids } from '@convene/platform'
import { type LocalStore, openStore } from '@convene/store'
import { answerParts, callParts, runOf } from '@convene/testkit'
import { expect } from 'vitest'

const clock = systemClock()
const ids = ulids(clock, randomBytes)

/** Calls a tool in its first `tools` answers, then answers with text. */
export const modelThatCalls = (tools: number): Model => {
  let calls = 0
  return {
    async *stream(): AsyncGenerator<ModelPart> {
      calls += 1
      const isLast = calls % (tools + 1) === 0
      yield* isLast ? answerParts(`Answer ${calls}: ${'word '.repeat(100)}`) : callParts(['read', `${calls}.md`])
    },
  }
}

type Opened = { readonly store: LocalStore; readonly engine: Engine; readonly written: () => number }

export async function opened(path: string, model: Model, work: (opened: Opened) => Promise<void>): Promise<void> {
  const store = openStore(path)
  const engine = createEngine({
    model,
    tools: { inspect: async () => [], run: async () => ({ ok: true, output: 'text' }) },
    log: store.log,
    ownership: store.ownership,
    clock,
    telemetry: silentTelemetry,
    abortController: () => new AbortController(),
  })
  await work({ store, engine, written: () => statSync(`${path}/convene.db-wal`).size })
  await engine.close()
  await store.close()
}

export async function asked(engine: Engine, run: RunStart = runOf()): Promise<SessionId> {
  const session = ids.next() as SessionId
  await engine.resume(session, { type: 'create', goal: 'Ship on Friday?', workspace: '/tmp', run })
  const { run: ended } = await engine.rested(session)
  expect(ended?.finished?.state).toBe('completed')
  return session
}

export async function followUp(engine: Engine, session: SessionId): Promise<void> {
  await engine.resume(session, { type: 'message', text: 'And on Monday?' })
  await engine.rested(session)
}

/** How much some work adds to a counter. */
export async function added(count: () => number, work: () => Promise<unknown>): Promise<number> {
  const before = count()
  await work()
  return count() - before
}
