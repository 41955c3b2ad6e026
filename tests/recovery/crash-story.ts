import type { Command, Event, RunStart } from '@convene/domain'
import type { Checked, CheckRequest } from '@convene/engine'
import { type Play, SimulatedSession } from '@convene/testkit'
import { expect } from 'vitest'

export type Kill = 'kill before' | 'kill after'

/** A run to be killed: what its models and its user say, and which words of its log make up its story. */
export type Script = {
  /** A noun phrase that can begin a sentence. */
  readonly name: string
  readonly run: RunStart
  readonly model: Play
  /** What its checks see, from what has happened so far. */
  sees?(request: CheckRequest, events: readonly Event[]): Checked
  tell(event: Event): readonly string[]
  /** Whether its order is always the same. Agents that work at the same time have no fixed order. */
  readonly inOrder?: true
  /** The user's answer to a question. Asks are allowed once, and gates approved. */
  readonly answer?: string
  /** What the user does unprompted, each once the session rests after the one before. */
  readonly acts?: readonly { readonly command: Command; readonly until: Event['type'] }[]
  /** How the process dies, at a point and while it recovers. */
  readonly ways: readonly (readonly Kill[])[]
  /** What the whole story must pass through, or its points would prove little. */
  readonly passes: readonly Event['type'][]
  check(whole: CrashStory): void
}

/** The process dies once, or again while it recovers. */
export const oneOrTwoKills: Script['ways'] = (['kill before', 'kill after'] as const).flatMap((first) => [
  [first],
  [first, 'kill before'],
  [first, 'kill after'],
])

/** For long stories. */
export const mostlyOneKill: Script['ways'] = [['kill before'], ['kill after'], ['kill before', 'kill after']]

const MOST_ROUNDS = 20
/** Until then, the first calls are under way. */
const FIRST_CALLS_MS = 100

/** One telling of a script, with the process killed at the nth append to the log, and at appends of its recovery. */
export class CrashStory {
  readonly stage: SimulatedSession
  readonly #script: Script
  appends = 0
  /** Who had something open after each act of the user, once nothing was running any more. */
  readonly waits: (readonly string[])[] = []

  constructor(script: Script) {
    this.#script = script
    const { model, sees } = script
    const run = async (request: CheckRequest) => sees?.(request, this.stage.events) ?? { outcome: 'not_run' as const }
    this.stage = new SimulatedSession({ model, checks: { run } })
  }

  get events(): readonly Event[] {
    return this.stage.events
  }

  async play(crash?: { readonly at: number; readonly kills: readonly Kill[] }): Promise<void> {
    const { stage } = this
    const kills = [...(crash?.kills ?? [])]
    stage.world.beforeAppend = () => {
      this.appends += 1
      if (this.appends >= (crash?.at ?? Number.POSITIVE_INFINITY)) stage.world.nextAppend = kills.shift()
    }
    this.#open()
    for (const act of this.#script.acts ?? []) await this.#insist(act)
    for (let round = 0; round < MOST_ROUNDS && !this.#isOver; round++) {
      await stage.untilRest()
      this.#goOn()
    }
    await stage.untilRest()
  }

  get #isOver(): boolean {
    return this.events.some(({ type }) => type === 'run.finished')
  }

  #open(): void {
    const { stage } = this
    void (this.events.length > 0 ? stage.engine.resume(stage.session) : stage.create(this.#script.run))
  }

  #reopen(): void {
    this.stage.another()
    this.#open()
  }

  /** Repeats a command until it is in the log, in whichever process lives, and waits until nothing runs. */
  async #insist({ command, until }: { readonly command: Command; readonly until: string }): Promise<void> {
    const { stage } = this
    await stage.play(FIRST_CALLS_MS)
    do {
      if (!stage.process.alive) {
        this.#reopen()
        await stage.play(0)
      }
      if (!this.events.some(({ type }) => type === until)) void stage.tell(command).catch(() => undefined)
      await stage.untilRest()
    } while (!stage.process.alive)
    this.waits.push(Object.values(stage.world.fold(stage.session).tasks).map(({ agent }) => agent))
  }

  /** Reopens the session if the process died, otherwise gives the answer it waits for. */
  #goOn(): void {
    const { stage } = this
    if (!stage.process.alive) {
      this.#reopen()
      return
    }
    const { asks, tasks } = stage.world.ledger(stage.session)
    const [ask] = asks.keys()
    const [question] = tasks.questions.values()
    if (ask) void stage.tell({ type: 'permit', ask: ask as never, answer: 'once', by: 'person' })
    else if (question?.data.gate) void stage.tell({ type: 'approve', by: 'person' })
    else if (question) void stage.tell({ type: 'answer', text: this.#script.answer ?? 'Yes.', by: 'person' })
  }

  /** The scripted events, without lost or repeated ones. */
  get told(): readonly string[] {
    const told = this.events.flatMap((event) => this.#script.tell(event))
    return this.#script.inOrder ? told : told.sort()
  }

  /** Lost calls. A lost check runs again under its own key, as often as it is lost. */
  get lost(): readonly string[] {
    const checks = this.events.flatMap((event) => (event.type === 'check.started' ? [event.data.effect] : []))
    const lost = this.events.flatMap((event) => (event.type === 'effect.lost' ? [event.data.effect] : []))
    return lost.filter((key) => !checks.includes(key))
  }
}

/** The whole story, and every append at which it can be cut. */
export async function wholeStory(script: Script): Promise<{ whole: CrashStory; points: readonly number[] }> {
  const whole = new CrashStory(script)
  await whole.play()
  return { whole, points: Array.from({ length: whole.appends }, (_, index) => index + 1) }
}

/**
 * Killed there, in each of its ways, it tells the same story, waits for the same things, and pays for nothing recorded
 * twice.
 */
export async function expectSameStory(script: Script, whole: CrashStory, at: number): Promise<void> {
  for (const kills of script.ways) {
    const story = new CrashStory(script)
    await story.play({ at, kills })
    const { world, requests } = story.stage
    expect(world.violations).toEqual([])
    expect(world.crashes).toBe(Math.min(kills.length, story.appends - at + 1))
    expect(story.told).toEqual(whole.told)
    expect(story.waits).toEqual(whole.waits)
    expect(new Set(story.lost).size).toBe(story.lost.length)
    expect(requests.length).toBeLessThanOrEqual(whole.stage.requests.length + story.lost.length)
  }
}
