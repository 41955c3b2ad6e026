import type { Event } from '@convene/domain'
import { answerParts, callParts, type Play, panelOf, Stage } from '@convene/testkit'
import { describe, expect, test } from 'vitest'

type When = 'kill before' | 'kill after'

const run = panelOf({
  settings: { yes: false },
  limits: { prohibitedPatterns: ['swordfish'], maxTokensPerTurn: 40, maxTurns: 6 },
})

const stated = (text: string, position: string, changed = '') =>
  `${text}\nPOSITION: ${position}\nCONFIDENCE: 70${changed}`

/**
 * The Head asks first; ada wants to write and asks; bert is too long and asked again; cleo is blocked once; the ballots are
 * tied and the Head decides; its report cites what does not exist. What is said depends on the place alone.
 */
const lines: readonly (readonly [place: string, text: string])[] = [
  ['clarify1', '1. Which Friday?'],
  ['clarify2', 'CLEAR: thank you.'],
  ['topic1', 'Whether to ship.'],
  ['round1/bert/redirect', stated('Short.', 'Ship')],
  ['round1/bert', stated('Very long indeed. '.repeat(30), 'Ship')],
  ['round1/cleo', stated('The word is swordfish.', 'Ship')],
  ['/ada', stated('Written.', 'Wait', '\nCHANGED: no')],
  ['panel1/ballot:bert', 'POSITION: Ship\nCONFIDENCE: 70\nVOTE: Ship\nREASON: now'],
  ['panel1/ballot:cleo', 'POSITION: Neither\nCONFIDENCE: 10'],
  ['round2/bert', stated('Again.', 'Ship', '\nCHANGED: no')],
  ['round2/cleo', stated('I see.', 'Neither')],
  ['options1', '- Wait\n- Ship'],
  ['decide1', 'DECISION: Wait\nREASON: safe'],
  ['synthesis1', '## Executive Summary\n\n- Wait [m99]'],
  ['repair1', '## Executive Summary\n\n- Wait [m3]'],
]

const model: Play = ({ effect }) => {
  if (effect.includes('round1/ada/say1.')) return [100, ...callParts(['write', 'a.txt'], ['read', 'b.txt'])]
  if (effect.includes('panel1/ballot:ada'))
    return [50, ...answerParts('POSITION: Wait\nCONFIDENCE: 70\nVOTE: Wait\nREASON: later')]
  const said = lines.find(([place]) => effect.includes(place))?.[1] ?? 'NOT_CONVERGED: no.'
  const parts = answerParts(said).map((part) => (part.type === 'finish' ? { ...part, usage: null } : part))
  return [effect.includes('bert') ? 300 : 100, ...parts]
}

/** The story, with the process killed at the n-th append of the log, and at those of its recovery. */
class Story {
  readonly stage = new Stage({ model })
  appends = 0

  get events(): readonly Event[] {
    return this.stage.events
  }

  async play(crash?: { readonly at: number; readonly kills: readonly When[] }): Promise<void> {
    const { world } = this.stage
    const kills = [...(crash?.kills ?? [])]
    world.beforeAppend = () => {
      this.appends += 1
      if (this.appends >= (crash?.at ?? Number.POSITIVE_INFINITY)) world.nextAppend = kills.shift()
    }
    void this.stage.create(run)
    for (let round = 0; round < 20 && !this.over; round++) {
      await this.stage.untilRest()
      this.#goOn()
    }
    await this.stage.untilRest()
  }

  get over(): boolean {
    return this.events.some(({ type }) => type === 'run.finished')
  }

  #goOn(): void {
    const { stage } = this
    if (!stage.process.alive) {
      stage.another()
      void (this.events.length > 0 ? stage.engine.resume(stage.session) : stage.create(run))
      return
    }
    const { asks, tasks } = stage.world.ledger(stage.session)
    const [ask] = asks.keys()
    const [question] = tasks.questions.values()
    if (ask) void stage.tell({ type: 'permit', ask: ask as never, answer: 'once', by: 'person' })
    else if (question?.data.gate) void stage.tell({ type: 'approve', by: 'person' })
    else if (question) void stage.tell({ type: 'answer', text: 'The 13th.', by: 'person' })
  }

  /** What was said, ruled and decided, whoever was quicker. */
  get told(): readonly string[] {
    return this.events.flatMap((event) => tell(event)).sort()
  }

  get lost(): readonly string[] {
    return this.events.flatMap((event) => (event.type === 'effect.lost' ? [event.data.effect] : []))
  }
}

function tell({ type, task, agent, data }: Event): readonly string[] {
  switch (type) {
    case 'message':
      return [`${task} ${data.author}: ${data.kind}: ${data.text.replaceAll(/\[m\d+\]/g, '[m]')}`]
    case 'task.assigned':
      return [`${task} ${data.to}: ${data.heading}`]
    case 'moderation':
      return [`${agent}: ${data.action}, ${data.rule}`]
    case 'position':
      return [`${agent}: ${data.round} ${data.position} ${data.changed}`]
    case 'decision.voted':
      return [`${data.voter}: ${data.option} ${data.casting ?? false}`]
    case 'decision.committed':
      return [`${data.option} (${data.how})`]
    case 'run.finished':
      return [`${data.state}: ${data.reason}`]
    default:
      return []
  }
}

describe('a panel', async () => {
  const whole = new Story()
  await whole.play()
  const points = Array.from({ length: whole.appends }, (_, index) => index + 1)

  test('passes through every kind of point', () => {
    const types = new Set(whole.events.map(({ type }) => type))
    for (const type of [
      'question.asked',
      'permission.asked',
      'moderation',
      'position',
      'budget',
      'decision.proposed',
      'decision.voted',
      'decision.committed',
      'compaction',
      'artifact',
      'run.finished',
    ])
      expect(types).toContain(type)
    expect(whole.events.at(-1)?.data).toMatchObject({ state: 'completed', reason: 'limit:turns' })
    const rules = new Set(whole.events.flatMap((event) => (event.type === 'moderation' ? [event.data.rule] : [])))
    for (const rule of ['prohibited_pattern', 'tokens_per_turn', 'max_turns']) expect(rules).toContain(rule)
  })

  test.each(points)('killed at append %i tells the same story', async (at) => {
    for (const kills of [['kill before'], ['kill after'], ['kill before', 'kill after']] as const) {
      const story = new Story()
      await story.play({ at, kills })
      expect(story.stage.world.violations).toEqual([])
      expect(story.told).toEqual(whole.told)
      expect(new Set(story.lost).size).toBe(story.lost.length)
      expect(story.stage.requests.length).toBeLessThanOrEqual(whole.stage.requests.length + story.lost.length)
    }
  })
})
