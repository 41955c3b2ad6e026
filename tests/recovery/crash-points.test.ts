import { answerParts, callParts, failureParts, type Play, runOf, Stage, transcript } from '@convene/testkit'
import { describe, expect, test } from 'vitest'

type When = 'kill before' | 'kill after'

/** Each member reads something, one of them meets a busy provider, and then they answer. */
const model: Play = ({ agent, lines, effect }) => {
  if (agent === 'bert' && effect.endsWith('say1.1')) return [300, ...failureParts('overloaded')]
  if (!lines.tail.some(({ role }) => role === 'tool'))
    return [agent === 'ada' ? 900 : 200, ...callParts(['read', 'plan.md'])]
  return [100, { type: 'text', text: `${agent} has read ` }, 100, ...answerParts('the plan.')]
}

/** The story of one mode, with the process killed at the n-th append of the log, and at those of its recovery. */
class Story {
  readonly stage = new Stage({ model })
  readonly #run
  #appends = 0

  constructor(mode: string) {
    this.#run = runOf({ mode, members: ['ada', 'bert', 'cleo'] })
  }

  get appends(): number {
    return this.#appends
  }

  async play(crash?: { readonly at: number; readonly when: When; readonly again?: When }): Promise<void> {
    const { world } = this.stage
    const kills = [crash?.when, crash?.again]
    world.beforeAppend = () => {
      this.#appends += 1
      if (this.#appends >= (crash?.at ?? Number.POSITIVE_INFINITY)) world.nextAppend = kills.shift()
    }
    void this.stage.create(this.#run)
    await this.stage.untilRest()
    while (!this.stage.process.alive) {
      this.stage.another()
      void (this.stage.events.length > 0 ? this.stage.engine.resume(this.stage.session) : this.stage.create(this.#run))
      await this.stage.untilRest()
    }
  }

  /** What was said and how it ended; that something was lost or tried again is no part of it. */
  get told(): string {
    return transcript(this.stage.events).replaceAll(/^(LOST|CLOCK|RETRY) .*\n/gm, '')
  }

  get lost(): readonly string[] {
    return this.stage.events.flatMap((event) => (event.type === 'effect.lost' ? [event.data.effect] : []))
  }
}

describe.each(['broadcast', 'sequential'])('a %s run', async (mode) => {
  const whole = new Story(mode)
  await whole.play()
  const points = Array.from({ length: whole.appends }, (_, index) => index + 1)

  test.each(points)(
    'killed at append %i tells the same story, and pays for nothing twice that is recorded',
    async (at) => {
      for (const when of ['kill before', 'kill after'] as const)
        for (const again of [undefined, 'kill before', 'kill after'] as const) {
          const story = new Story(mode)
          await story.play({ at, when, ...(again && { again }) })
          const { stage, lost, told } = story
          expect(stage.world.violations).toEqual([])
          expect(told).toBe(whole.told)
          expect(stage.world.crashes).toBe(again && at + 1 <= story.appends ? 2 : 1)
          expect(new Set(lost).size).toBe(lost.length)
          expect(stage.requests.length).toBeLessThanOrEqual(whole.stage.requests.length + lost.length)
        }
    },
  )

  test('passes through every kind of journal point', () => {
    const types = new Set(whole.stage.events.map(({ type }) => type))
    expect(points.length).toBeGreaterThan(10)
    for (const type of [
      'run.state',
      'effect.started',
      'model.replied',
      'model.failed',
      'tool.called',
      'tool.finished',
      'run.finished',
    ])
      expect(types).toContain(type)
  })
})
