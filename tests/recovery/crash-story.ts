import type { Event, RunStart } from '@convene/domain'
import { type Play, Stage } from '@convene/testkit'
import { expect } from 'vitest'

export type Kill = 'kill before' | 'kill after'

/** A run to be killed: what its models say, and which words of its log make its story. */
export type Script = {
  readonly run: RunStart
  readonly model: Play
  tell(event: Event): readonly string[]
  /** The user's answer to a question. Asks are allowed once, and gates approved. */
  readonly answer?: string
}

/** The process dies once, or again while it recovers. */
export const oneOrTwoKills: readonly (readonly Kill[])[] = (['kill before', 'kill after'] as const).flatMap((first) => [
  [first],
  [first, 'kill before'],
  [first, 'kill after'],
])

const MOST_ROUNDS = 20

/** One telling of a script, with the process killed at the n-th append of the log, and at those of its recovery. */
export class CrashStory {
  readonly stage: Stage
  readonly #script: Script
  appends = 0

  constructor(script: Script) {
    this.#script = script
    this.stage = new Stage({ model: script.model })
  }

  get events(): readonly Event[] {
    return this.stage.events
  }

  async play(crash?: { readonly at: number; readonly kills: readonly Kill[] }): Promise<void> {
    const { world } = this.stage
    const kills = [...(crash?.kills ?? [])]
    world.beforeAppend = () => {
      this.appends += 1
      if (this.appends >= (crash?.at ?? Number.POSITIVE_INFINITY)) world.nextAppend = kills.shift()
    }
    void this.stage.create(this.#script.run)
    for (let round = 0; round < MOST_ROUNDS && !this.#isOver; round++) {
      await this.stage.untilRest()
      this.#goOn()
    }
    await this.stage.untilRest()
  }

  get #isOver(): boolean {
    return this.events.some(({ type }) => type === 'run.finished')
  }

  /** Reopens the session if the process died, otherwise gives the answer it waits for. */
  #goOn(): void {
    const { stage } = this
    if (!stage.process.alive) {
      stage.another()
      void (this.events.length > 0 ? stage.engine.resume(stage.session) : stage.create(this.#script.run))
      return
    }
    const { asks, tasks } = stage.world.ledger(stage.session)
    const [ask] = asks.keys()
    const [question] = tasks.questions.values()
    if (ask) void stage.tell({ type: 'permit', ask: ask as never, answer: 'once', by: 'person' })
    else if (question?.data.gate) void stage.tell({ type: 'approve', by: 'person' })
    else if (question) void stage.tell({ type: 'answer', text: this.#script.answer ?? 'Yes.', by: 'person' })
  }

  /** The scripted events in any order, without lost or repeated ones. */
  get told(): readonly string[] {
    return this.events.flatMap((event) => this.#script.tell(event)).sort()
  }

  get lost(): readonly string[] {
    return this.events.flatMap((event) => (event.type === 'effect.lost' ? [event.data.effect] : []))
  }
}

/** The whole story, and every append at which it can be cut. */
export async function wholeStory(script: Script): Promise<{ whole: CrashStory; points: readonly number[] }> {
  const whole = new CrashStory(script)
  await whole.play()
  return { whole, points: Array.from({ length: whole.appends }, (_, index) => index + 1) }
}

/** Killed there, each of these ways, it tells the same, and pays for nothing twice that is recorded. */
export async function expectSameStory(
  script: Script,
  whole: CrashStory,
  at: number,
  ways: readonly (readonly Kill[])[],
): Promise<void> {
  for (const kills of ways) {
    const story = new CrashStory(script)
    await story.play({ at, kills })
    expect(story.stage.world.violations).toEqual([])
    expect(story.told).toEqual(whole.told)
    expect(new Set(story.lost).size).toBe(story.lost.length)
    expect(story.stage.requests.length).toBeLessThanOrEqual(whole.stage.requests.length + story.lost.length)
  }
}
