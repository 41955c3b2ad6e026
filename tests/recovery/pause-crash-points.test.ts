import { answerParts, callParts, type Play, runOf, Stage, transcript } from '@convene/testkit'
import { describe, expect, test } from 'vitest'

type When = 'kill before' | 'kill after'

/** Each member reads something, and then answers. */
const model: Play = ({ agent, lines }) =>
  lines.tail.some(({ role }) => role === 'tool')
    ? [100, ...answerParts(`${agent} has read the plan.`)]
    : [200, ...callParts(['read', 'plan.md'])]

/** Bert is paused while the first calls run; the others end, bert is resumed, and the run ends. */
class Story {
  readonly stage = new Stage({ model })
  readonly #run
  #appends = 0
  /** What was pending for whom when nothing was running any more. */
  waited: readonly string[] = []

  constructor(mode: string) {
    this.#run = runOf({ mode, members: ['ada', 'bert', 'cleo'] })
  }

  get appends(): number {
    return this.#appends
  }

  get told(): string {
    const lines = transcript(this.stage.events).split('\n')
    return lines.filter((line) => !/^(LOST|CLOCK|RETRY) /u.test(line)).join('\n')
  }

  async play(at = Number.POSITIVE_INFINITY, when?: When): Promise<void> {
    const kills = [when]
    const { world } = this.stage
    world.beforeAppend = () => {
      this.#appends += 1
      if (this.#appends >= at) world.nextAppend = kills.shift()
    }
    void this.stage.create(this.#run).catch(() => undefined)
    await this.stage.play(100)
    await this.#insist('agent.paused', { type: 'pause', agent: 'bert' })
    this.waited = Object.values(world.fold(this.stage.session).tasks).map(({ agent }) => agent)
    await this.#insist('agent.resumed', { type: 'resume', agent: 'bert' })
  }

  /** Tells it until it is in the log, in whatever process lives, and waits until nothing runs. */
  async #insist(type: string, command: { type: 'pause' | 'resume'; agent: string }): Promise<void> {
    do {
      await this.#revive()
      if (!this.stage.events.some((event) => event.type === type)) void this.stage.tell(command).catch(() => undefined)
      await this.stage.untilRest()
    } while (!this.stage.process.alive)
  }

  async #revive(): Promise<void> {
    if (this.stage.process.alive) return
    this.stage.another()
    const isThere = this.stage.events.length > 0
    void (isThere ? this.stage.engine.resume(this.stage.session) : this.stage.create(this.#run)).catch(() => undefined)
    await this.stage.play(0)
  }
}

describe.each(['broadcast', 'sequential'])('a %s run with a paused agent', async (mode) => {
  const whole = new Story(mode)
  await whole.play()

  test('waits at that agent alone, and ends when it is resumed', () => {
    expect(whole.waited).toEqual(['bert'])
    expect(whole.told).toMatch(
      /PAUSE {2}bert[\s\S]*RESUME bert[\s\S]*bert has read the plan\.[\s\S]*CLOSE {2}completed/u,
    )
  })

  test.each(Array.from({ length: whole.appends }, (_, index) => index + 1))(
    'killed at append %i still waits at that agent, and starts nothing for it before it is resumed',
    async (at) => {
      for (const when of ['kill before', 'kill after'] as const) {
        const story = new Story(mode)
        await story.play(at, when)
        expect(story.stage.world.violations).toEqual([])
        expect(story.stage.world.crashes).toBe(1)
        expect(story.waited).toEqual(['bert'])
        expect(story.told.split('\n').toSorted()).toEqual(whole.told.split('\n').toSorted())
      }
    },
  )
})
