import { join } from 'node:path'
import { firstGuesses, mean, randomFrom } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { type PanelVotes, readPanels } from '../../apps/cli/src/decisions/read-recorded.ts'
import { type ReplayedSet, replayedSet } from '../../apps/cli/src/decisions/replayed-set.ts'

type Heard = { readonly resolved?: number; readonly wrong?: number }

const replayed = (panels: readonly PanelVotes[], { resolved, wrong }: Heard = {}): readonly ReplayedSet[] =>
  panels.map((panel) => replayedSet({ ...panel, orders: 5, seed: 1, resolved, wrong }))

const of = (sets: readonly ReplayedSet[], value: (score: ReplayedSet['rules']['counting']) => number): number =>
  mean(sets.map(({ rules }) => value(rules.counting)))

const right = (sets: readonly ReplayedSet[]): number => 100 * of(sets, (score) => score.right)
const firstBrier = (sets: readonly ReplayedSet[]): number =>
  of(sets, ({ ages }) => ages.find(({ from }) => from === 0)?.brier ?? 1)
const worst = (sets: readonly ReplayedSet[]): number => Math.min(...sets.map(({ gain }) => gain.points))

test('before any outcome, copies of a model say little more than one of them', () => {
  const { one, copies, against } = firstGuesses()
  expect(copies - one).toBeLessThanOrEqual(0.04)
  expect(against).toBeLessThanOrEqual(0.55)
})

/** Seats that are right as often as this. Some of their errors are the same ones. */
function madeUp(set: string, accuracy: readonly number[], seed: number): PanelVotes {
  const random = randomFrom(seed)
  const options = ['A', 'B', 'C', 'D']
  const lines = Array.from({ length: 400 }, () => {
    const truth = options[Math.floor(random() * 4)] ?? 'A'
    const wrong = options.filter((option) => option !== truth)
    const [trap, hard] = [wrong[Math.floor(random() * 3)] ?? 'A', random() < 0.3]
    const votes = accuracy.map((share, seat) => {
      const isRight = random() < (hard ? share - 0.3 : share + 0.13)
      const astray = hard ? trap : (wrong[Math.floor(random() * 3)] ?? 'A')
      const confidence = Math.round(isRight ? 75 + 24 * random() : 60 + 38 * random())
      return { voter: `maker${seat}/model`, option: isRight ? truth : astray, confidence }
    })
    return { set, topic: 'general', options, truth, votes }
  })
  return { set, lines, voters: accuracy.map((_, seat) => `maker${seat}/model`) }
}

describe('on made-up votes of seats that err together, from a cold start', () => {
  const panels = [
    madeUp('even', [0.75, 0.75, 0.75], 1),
    madeUp('uneven', [0.9, 0.6, 0.6], 2),
    madeUp('five', [0.8, 0.75, 0.7, 0.7, 0.65], 3),
  ]
  const sets = replayed(panels)

  test('counting by weight is never clearly worse than a majority, and much better with uneven seats', () => {
    expect(worst(sets)).toBeGreaterThanOrEqual(-0.6)
    expect(sets[1]?.gain.points).toBeGreaterThan(4)
  })

  test('the stated probabilities come true, from the first five decisions on', () => {
    expect(of(sets, ({ calibrationError }) => calibrationError)).toBeLessThanOrEqual(0.04)
    expect(firstBrier(sets)).toBeLessThanOrEqual(0.2)
  })

  test('few outcomes, or some that are wrong, do little harm', () => {
    expect(right(replayed(panels, { resolved: 20 }))).toBeGreaterThan(right(sets) - 3)
    expect(right(replayed(panels, { wrong: 10 }))).toBeGreaterThan(right(sets) - 0.8)
  })
})

const folder = process.env.CONVENE_VOTES

/** The recorded votes are not in this repository: `docs/guide/eval.md` says where they are from. */
describe.skipIf(!folder)('on recorded votes of real models (CONVENE_VOTES names their folder)', async () => {
  const read = folder ? await readPanels(join(import.meta.dirname, 'panels.jsonl'), folder) : undefined
  const panels = read?.ok ? read.value : []
  const sets = replayed(panels)

  test('all panels can be read', () => expect(read).toMatchObject({ ok: true, value: { length: 14 } }))

  test('counting by weight is right as often as it must be, and never clearly worse than a majority', () => {
    expect(right(sets)).toBeGreaterThanOrEqual(83.4)
    expect(worst(sets)).toBeGreaterThanOrEqual(-0.6)
    const uneven = sets.filter(({ set }) => set === 'yes or no, uneven')
    expect(right(uneven)).toBeGreaterThanOrEqual(84.3)
  })

  test('the stated probabilities are honest, from the first five decisions on', () => {
    expect(of(sets, ({ brier }) => brier)).toBeLessThanOrEqual(0.092)
    expect(of(sets, ({ logLoss }) => logLoss)).toBeLessThanOrEqual(0.301)
    expect(of(sets, ({ calibrationError }) => calibrationError)).toBeLessThanOrEqual(0.03)
    expect(firstBrier(sets)).toBeLessThanOrEqual(0.125)
  })

  test('few outcomes, or some that are wrong, do little harm', () => {
    expect(right(replayed(panels, { resolved: 20 }))).toBeGreaterThanOrEqual(80.7)
    expect(right(replayed(panels, { wrong: 10 }))).toBeGreaterThanOrEqual(right(sets) - 0.8)
  })
})
