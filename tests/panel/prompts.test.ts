import type { Event } from '@convene/domain'
import { type ContextLine, items, toArray } from '@convene/domain'
import {
  answerParts as answers,
  askOf,
  type Play,
  panelOf,
  SimulatedSession,
  callParts as wants,
} from '@convene/testkit'
import { describe, expect, test } from 'vitest'

type Choice = Parameters<typeof panelOf>[0]

const stated = (text: string, position: string) =>
  `${text}\nPOSITION: ${position}\nCONFIDENCE: 60\nCHANGED: yes, because [m4]`

/** Answers to the headings that do not depend on the seed. */
const plain: { readonly [heading: string]: string } = {
  Redirect: stated('Shorter.', 'Wait'),
  'Converged?': 'NOT_CONVERGED: no.\nREDIRECT: Panelist A: Speak up.',
  Options: '- Wait\n- Ship',
  'Final position': 'POSITION: Wait\nCONFIDENCE: 60\nVOTE: Wait\nREASON: so',
}

/** Everything that a panel can go through, chosen by the seed. */
const storyOf =
  (seed: number): Play =>
  (request, call) => {
    const { heading } = askOf(request)
    const mixed = (seed * 7_919 + call * 104_729) % 100
    if (heading === 'Contribute') return contribution(request, mixed, `${seed}-${call}`)
    if (heading === 'Clarify') return answers(mixed < 40 ? '1. Which one?' : 'CLEAR: yes.')
    if (heading === 'Synthesize') return answers(`## Executive Summary\n\n- Wait [m4]${mixed < 50 ? ' [m999]' : ''}`)
    return answers(plain[heading] ?? 'Very well.')
  }

function contribution(request: Parameters<Play>[0], mixed: number, mark: string): ReturnType<Play> {
  const isBack = toArray(request.lines).at(-1)?.role === 'tool'
  if (mixed < 25 && !isBack && request.tools.length > 0) return wants(['read', 'a.md'], ['list', '.'])
  if (mixed < 40) return answers(stated(`The swordfish is secret-${mark}. I am ${request.agent}.`, 'Ship'))
  const text = stated(`As ${request.agent}, I say so on ${request.model}, argument ${mark}.`, `Wait ${mixed % 5}`)
  return mixed < 90
    ? answers(text)
    : [
        { type: 'text', text: 'Long. '.repeat(200) + text },
        { type: 'finish', finish: 'stop', usage: null },
      ]
}

const choiceOf = (seed: number): Choice => ({
  members: ['ada', 'bert', 'cleo', 'dora'].slice(0, 2 + (seed % 3)),
  limits: {
    maxTurns: 8 + ((seed * 13) % 60),
    maxTokensPerTurn: 200,
    maxToolCallsPerTurn: 3,
    prohibitedPatterns: ['swordfish'],
    ...(seed % 4 === 0 && { maxTotalTokens: 13_000 + seed * 500 }),
  },
  settings: { interactive: false, mode: { moderatorPicks: seed % 2 === 0 } },
})

async function played(seed: number): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model: storyOf(seed) })
  await stage.create(panelOf(choiceOf(seed)))
  await stage.untilRest()
  await stage.tell({ type: 'message', text: 'And why?' })
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  return stage
}

const seeds = Array.from({ length: 24 }, (_, index) => index + 1)

const startOf = (events: readonly Event[], effect: string): number =>
  events.find((event) => event.type === 'effect.started' && event.data.effect === effect)?.seq ?? 0

/** Where an agent's conversation was closed or shortened. */
const stepsOf = (events: readonly Event[], agent: string): readonly number[] =>
  events.flatMap((event) => (event.type === 'compaction' && event.agent === agent ? [event.seq] : []))

/** Each call of an agent with the one before it, and whether a step is recorded between them. */
function pairsOf({ requests, events }: SimulatedSession, agent: string) {
  const own = requests.filter((request) => request.agent === agent)
  const steps = stepsOf(events, agent)
  return own.slice(1).map((next, index) => {
    const previous = own[index] as (typeof own)[number]
    const [from, to] = [startOf(events, previous.effect), startOf(events, next.effect)]
    return { previous, next, isStep: steps.some((seq) => seq > from && seq < to) }
  })
}

const before = (lines: readonly ContextLine[]): string =>
  JSON.stringify(
    lines.slice(
      0,
      lines.findLastIndex(({ role }) => role === 'user'),
    ),
  ).slice(0, -1)

describe.each(seeds)('the prompts of panel %i', async (seed) => {
  const stage = await played(seed)
  const run = stage.events.find((event) => event.type === 'run.started')
  const members = run?.type === 'run.started' ? run.data.team.members : []

  test('begin like the ones before them, except after recorded steps', () => {
    const pairs = [...new Set(stage.requests.map(({ agent }) => agent))]
      .filter((agent) => agent !== 'summary')
      .flatMap((agent) => pairsOf(stage, agent))
    const steps = pairs.filter(({ isStep }) => isStep).length
    expect(steps).toBeLessThan(pairs.length / 2)
    for (const { previous, next } of pairs.filter(({ isStep }) => !isStep)) {
      expect(next.system).toBe(previous.system)
      expect(JSON.stringify([...items(next.lines)]).startsWith(before([...items(previous.lines)]))).toBe(true)
    }
  })

  test('contain no peer in the first round, and no name of a peer or a model later', () => {
    const readers = stage.requests.filter(({ agent }) => agent === 'mod' || members.some(({ slug }) => slug === agent))
    const asks = readers.flatMap(({ agent, lines }) =>
      toArray(lines).flatMap((line) => (line.role === 'user' ? [{ agent, text: line.text }] : [])),
    )
    for (const { agent, text } of asks) {
      const peers = members.filter(({ slug }) => slug !== agent).flatMap(({ slug, name, model }) => [slug, name, model])
      expect(text).not.toMatch(new RegExp(`\\b(${peers.join('|')})\\b`))
      if (text.includes('This round is blind')) expect(text).not.toMatch(/^### Panelist/m)
    }
  })

  test('contain nothing that was blocked', () => {
    const blocked = stage.events.flatMap((event) =>
      event.type === 'model.replied' && event.data.text.includes('swordfish')
        ? [/secret-[\d-]+/.exec(event.data.text)?.[0] ?? '']
        : [],
    )
    for (const secret of blocked)
      for (const { lines } of stage.requests) expect(JSON.stringify(lines)).not.toContain(`${secret}.`)
  })
})

test('the panels above go through windows, blocks and limits', async () => {
  const stages = await Promise.all(seeds.map(played))
  const types = stages.flatMap(({ events }) => events)
  const rules = new Set(types.flatMap((event) => (event.type === 'moderation' ? [event.data.rule] : [])))
  for (const rule of ['prohibited_pattern', 'tokens_per_turn', 'max_turns', 'total_tokens', 'off_topic'])
    expect(rules).toContain(rule)
  expect(types.some((event) => event.type === 'compaction' && event.data.text !== '')).toBe(true)
})

test('every role of a panel requests its own length and temperature, and an agent’s own values win', async () => {
  const run = panelOf()
  const [first, ...others] = run.team.members
  const own = first && { ...first, temperature: 1.5, maxTokens: 1_234 }
  const bare = others.map(({ temperature: _temperature, maxTokens: _maxTokens, ...seat }) => seat)
  const stage = new SimulatedSession({
    model: (request) => answers(linesFor[askOf(request).heading] ?? 'POSITION: Wait\nVOTE: 1'),
  })
  await stage.create({ ...run, team: { ...run.team, members: [...(own ? [own] : []), ...bare] } })
  await stage.untilRest()
  const asked = (heading: string, agent?: string) =>
    stage.requests
      .filter((request) => askOf(request).heading === heading && (agent === undefined || request.agent === agent))
      .map(({ maxOutput, temperature }) => ({ maxOutput, temperature }))[0]
  expect(asked('Topic')).toEqual({ maxOutput: 4_000, temperature: 0.3 })
  expect(asked('Synthesize')).toEqual({ maxOutput: 8_000, temperature: 0.2 })
  expect(asked('Contribute', bare[0]?.slug)).toEqual({ maxOutput: 3_000, temperature: 0.7 })
  expect(asked('Contribute', own?.slug)).toEqual({ maxOutput: 1_234, temperature: 1.5 })
  expect(asked('Converged?')).toEqual({ maxOutput: 400, temperature: 0 })
})

const linesFor: { readonly [heading: string]: string } = {
  Clarify: 'CLEAR: yes.',
  Topic: 'Whether to ship.',
  'Converged?': 'NOT_CONVERGED: no.',
  Options: '- Wait\n- Ship',
  Synthesize: '## Executive Summary\n\n- Wait [m4]',
}
