import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openProgram, type Program } from '@convene/host'
import type { Store } from '@convene/store'
import { memoryEventLog, sampleRow, sessionNumber, stamped, userSays } from '@convene/testkit'
import { onTestFinished } from 'vitest'
import { until } from '../server.fixture.ts'
import type { Hook } from './deliver.ts'

export const hook: Hook = { url: 'http://127.0.0.1:1/in', events: ['message'], secret: 'a secret of sixteen letters' }

/** A program with its log in memory and its time set by hand, and one address that takes what it is posted. */
export function hookStage() {
  const root = mkdtempSync(join(tmpdir(), 'convene-hooks-'))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace]) mkdirSync(folder)
  const open = openProgram({ home, workspace, environment: {}, version: '1.2.3' })
  onTestFinished(async () => {
    await open.close()
    rmSync(root, { recursive: true, force: true })
  })
  const log = memoryEventLog()
  const state: State = { now: 1_000, looks: 0, hangs: false, hanging: 0, cut: 0, answer: () => {} }
  const taken: string[] = []
  const program: Program = {
    ...open.program,
    now: () => state.now,
    store: async () => ({ log }) as unknown as Store,
    at: (folder) => {
      state.looks += 1
      return open.program.at(folder)
    },
  }
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    if (state.hangs) return hang(state, init?.signal)
    taken.push(new Headers(init?.headers).get('x-convene-delivery') ?? '')
    return new Response(null)
  }
  return {
    home,
    log,
    program,
    state,
    taken,
    options: { fetch, lookMs: 2 },
    settings: (text: string) => writeFileSync(join(home, 'config.json'), text),
    /** Until one look more has been begun and ended. */
    looked: async () => {
      const before = state.looks
      await until(() => state.looks >= before + 2)
    },
    /** A message in a session of this number, made at that time; gives the name of its delivery. */
    say: async (number: number, createdAt: number): Promise<string> => {
      const id = sessionNumber(number)
      const seq = await log.head(id)
      await log.append(id, seq, stamped(id, seq, [userSays('Note')]), sampleRow({ createdAt, updatedAt: createdAt }))
      return `${id}:${seq + 1}`
    },
  }
}

type State = {
  now: number
  looks: number
  /** The address answers nothing; how many posts wait for it, and how many were cut off. */
  hangs: boolean
  hanging: number
  cut: number
  /** Answers the last post that waits, though it may be cut off. */
  answer: () => void
}

function hang(state: State, signal: AbortSignal | null | undefined): Promise<Response> {
  state.hanging += 1
  signal?.addEventListener('abort', () => {
    state.cut += 1
  })
  return new Promise((resolve) => {
    state.answer = () => resolve(new Response(null))
  })
}

/** Settings that name these addresses. */
export const naming = (...out: readonly Hook[]): string => JSON.stringify({ webhooks: { out } })
