import { type Event, redactVotes } from '@convene/domain'
import { answerParts, askOf, type Play, panelOf, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'

type Lines = { readonly [heading: string]: string | ((agent: string, nth: number) => string) }

const words = 'A point that takes some words to make, and more words to answer. '.repeat(12)
const ballot = 'POSITION: Wait\nCONFIDENCE: 60\nVOTE: Wait\nREASON: so'

const usual: Lines = {
  Clarify: 'CLEAR: yes.',
  Topic: 'Whether to ship.',
  Contribute: `${words}\nPOSITION: Wait\nCONFIDENCE: 60\nCHANGED: no`,
  'Converged?': 'NOT_CONVERGED: no.',
  Options: '- Wait\n- Ship',
  'Final position': ballot,
  Synthesize: `## Executive Summary\n\n- Wait. [m4]\n\n${words}`,
}

/** Every answer takes a second, and a ballot by anybody but Ada two. Its tokens are estimated. */
function plays(script: Lines = {}): Play {
  const asked = new Map<string, number>()
  return (request) => {
    const { heading } = askOf(request)
    const key = `${heading} ${request.agent}`
    asked.set(key, (asked.get(key) ?? 0) + 1)
    const line = { ...usual, ...script }[heading] ?? 'Very well.'
    const text = typeof line === 'string' ? line : line(request.agent, asked.get(key) ?? 1)
    const ms = heading === 'Final position' && request.agent !== 'ada' ? 2_000 : 1_000
    return [ms, ...answerParts(text).map((part) => (part.type === 'finish' ? { ...part, usage: null } : part))]
  }
}

async function played(choice: Parameters<typeof panelOf>[0] = {}, script: Lines = {}): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model: plays(script) })
  await stage.create(panelOf(choice))
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  return stage
}

const authorOfReport = ({ events }: SimulatedSession): string | undefined => {
  const report = events.findLast((event) => event.type === 'message' && event.data.kind === 'synthesis')
  return report?.type === 'message' ? report.data.author : undefined
}

const votersIn = ({ events }: SimulatedSession): readonly string[] =>
  events.flatMap((event) => (event.type === 'decision.voted' ? [event.data.voter] : []))

const phases = ({ events }: SimulatedSession): readonly string[] =>
  events.flatMap((event) => (event.type === 'run.state' ? [event.data.to] : []))

describe('the end of a panel', () => {
  test.each(Array.from({ length: 24 }, (_, index) => 9_000 + index * 1_000))(
    "gets its vote and the head's report, whenever a limit of %i tokens is reached",
    async (cap) => {
      const stage = await played({ limits: { maxTotalTokens: cap } })
      expect([authorOfReport(stage), votersIn(stage).toSorted()]).toEqual(['head', ['ada', 'bert', 'cleo']])
    },
  )

  test.each(Array.from({ length: 14 }, (_, index) => 4 + index))(
    "gets its vote and the head's report, whenever a limit of %i.5 seconds is reached",
    async (seconds) => {
      const stage = await played({ limits: { maxDuration: (seconds + 0.5) / 60 } })
      expect([authorOfReport(stage), votersIn(stage).toSorted()]).toEqual(['head', ['ada', 'bert', 'cleo']])
    },
  )

  test('comes after at least one more round if a panelist asks for more analysis', async () => {
    const wantsMore = (_agent: string, nth: number) => (nth === 1 ? `[MORE_ANALYSIS_NEEDED]\n${ballot}` : ballot)
    const stage = await played({}, { 'Final position': wantsMore })
    const resumed = stage.events.find((event) => event.type === 'run.state' && event.data.trigger === 'debateResumed')
    const later = stage.events.filter(
      (event) => event.type === 'message' && event.data.kind === 'argument' && event.seq > (resumed?.seq ?? 0),
    )
    expect(phases(stage).filter((phase) => phase === 'converging')).toHaveLength(2)
    expect(later).toHaveLength(3)
  })
})

describe('a ballot', () => {
  const secret = /VOTE: Wait|"option":"Wait"|REASON: so|"reason":"so"/

  test('is not visible anywhere before all are in', async () => {
    const stage = new SimulatedSession({ model: plays() })
    await stage.create(panelOf())
    const isIn = (event: Event) => event.type === 'decision.voted'
    while (!stage.events.some(isIn)) await stage.play(100)
    expect(secret.test(JSON.stringify(stage.events))).toBe(true)
    expect(secret.test(JSON.stringify(redactVotes(stage.events)))).toBe(false)
  })

  test('can be read by everybody once the panel has decided', async () => {
    const { events } = await played()
    expect(JSON.stringify(redactVotes(events)) === JSON.stringify(events)).toBe(true)
  })

  test('does not count in a vote on something else with the same words', async () => {
    const stage = new SimulatedSession({ model: plays({ Vote: 'VOTE: Ship\nREASON: now', Deliberate: 'Ship it.' }) })
    await stage.create(panelOf())
    while (!stage.events.some((event) => event.type === 'decision.proposed')) await stage.play(100)
    await stage.tell({ type: 'propose', topic: 'Ship today?', options: ['Wait', 'Ship'] })
    await stage.untilRest()
    const committed = stage.events.flatMap((event) => (event.type === 'decision.committed' ? [event.data] : []))
    expect(committed.map(({ votes }) => votes)).toContainEqual({ Wait: 3, Ship: 0 })
  })
})

test('a follow-up to a stopped panel is answered from its discussion, which is quoted once', async () => {
  const stage = new SimulatedSession({ model: plays({ 'Follow-up': 'They argued.' }) })
  await stage.create(panelOf())
  while (!stage.events.some((event) => event.type === 'message' && event.data.kind === 'argument'))
    await stage.play(100)
  await stage.tell({ type: 'stop' })
  for (const text of ['What did they say?', 'And then?']) {
    await stage.tell({ type: 'message', text })
    await stage.untilRest()
  }
  const asks = stage.events.flatMap((event) =>
    event.type === 'task.assigned' && event.data.kind === 'follow_up' ? [event.data.description] : [],
  )
  expect(asks[0]).toContain('A point that takes some words')
  expect(asks[0]).toContain('## Position ledger')
  expect(asks[1]).toBe('And then?')
})
