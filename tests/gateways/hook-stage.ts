import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { optionalPackages } from '@convene/extensions'
import type { Hook } from '@convene/gateways'
import { openProgram, type Program } from '@convene/host'
import { fileTrash, type LocalStore } from '@convene/store'
import { memoryEventLog, memoryWebhooks, sampleRow, sessionNumber, stamped, userSays } from '@convene/testkit'
import { onTestFinished } from 'vitest'
import { until } from '../../apps/server/src/server.fixture.ts'

export const hook: Hook = { url: 'http://127.0.0.1:1/in', events: ['message'], secret: 'a secret of sixteen letters' }

/** A program with an in-memory log and a manual clock, and one URL that accepts posts. */
export function hookStage() {
  const root = mkdtempSync(join(tmpdir(), 'convene-hooks-'))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace]) mkdirSync(folder)
  const open = openProgram({ optional: optionalPackages, home, workspace, environment: {}, version: '1.2.3' })
  onTestFinished(async () => {
    await open.close()
    rmSync(root, { recursive: true, force: true })
  })
  const stored = { log: memoryEventLog(), webhooks: memoryWebhooks(), trash: fileTrash(home) }
  const { log } = stored
  const state: State = { now: 1_000, looks: 0, hangs: false, hanging: 0, cut: 0, answer: () => {} }
  const taken: string[] = []
  const program: Program = {
    ...open.program,
    now: () => state.now,
    store: async () => stored as unknown as LocalStore,
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
    ...stored,
    program,
    state,
    taken,
    options: { fetch, lookMs: 2 },
    settings: (text: string) => writeFileSync(join(home, 'config.json'), text),
    /** Waits until one more poll has started and ended. */
    looked: async () => {
      const before = state.looks
      await until(() => state.looks >= before + 2)
    },
    /** Adds a message to this numbered session, created at that time. Returns its delivery id. */
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
  /** Makes the URL hang. Counts how many posts wait for it, and how many were aborted. */
  hangs: boolean
  hanging: number
  cut: number
  /** Answers the last waiting post, even if it was aborted. */
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

/** Settings with these webhook URLs. */
export const naming = (...out: readonly Hook[]): string => JSON.stringify({ webhooks: { out } })
