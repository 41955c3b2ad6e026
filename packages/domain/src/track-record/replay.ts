import { decide, majorityOf, rightness } from './decide.ts'
import { emptyRecord, type Poll, resolve } from './track-record.ts'

/** A decision whose right answer is known. */
export type Resolved = Poll & { readonly truth: string | null }

export type Score = { readonly accuracy: number; readonly brier: number }
export type Replay = Score & {
  readonly decisions: number
  /** How far the stated probabilities are from the outcomes, over ten equal probability bins. */
  readonly ece: number
  readonly majority: Score
  readonly undecided: number
}

const BINS = 10

/** Counts each decision with what was known before it, then resolves it: a cold start, in this order. */
export function replay(cases: readonly Resolved[]): Replay {
  let record = emptyRecord
  const scored = cases.map((each) => {
    const result = decide(each, record)
    const { option, probability, features } = result
    const leaders = majorityOf(each)
    const right = rightness(result, each.truth)
    const share = each.ballots.filter((ballot) => ballot.option === leaders[0]).length / each.ballots.length
    record = resolve(record, each, { truth: each.truth, at: 0 }, { features, right })
    return {
      right,
      probability,
      isOpen: option === null,
      majority: { right: rightness({ option: null, tied: leaders }, each.truth), share },
    }
  })
  return {
    decisions: cases.length,
    ...score(scored.map(({ right, probability }) => ({ right, said: probability }))),
    ece: calibrationError(scored.map(({ right, probability }) => ({ right, said: probability }))),
    majority: score(scored.map(({ majority }) => ({ right: majority.right, said: majority.share }))),
    undecided: scored.filter(({ isOpen }) => isOpen).length,
  }
}

type Said = { readonly right: number; readonly said: number }

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

const score = (all: readonly Said[]): Score => ({
  accuracy: mean(all.map(({ right }) => right)),
  brier: mean(all.map(({ right, said }) => (said - right) ** 2)),
})

/** How far the stated probabilities are from the outcomes, over ten equal probability bins. */
export function calibrationError(all: readonly Said[]): number {
  const bins = Array.from({ length: BINS }, () => ({ right: 0, said: 0 }))
  for (const { right, said } of all) {
    const bin = bins[Math.min(BINS - 1, Math.floor(said * BINS))]
    if (bin) [bin.right, bin.said] = [bin.right + right, bin.said + said]
  }
  return all.length === 0 ? 0 : bins.reduce((sum, { right, said }) => sum + Math.abs(said - right), 0) / all.length
}

/** The cases in a different order. The same seed gives the same order on every machine. */
export function shuffled<T>(cases: readonly T[], seed: number): readonly T[] {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * limit)
  }
  const all = [...cases]
  for (let last = all.length - 1; last > 0; last--) {
    const other = below(last + 1)
    ;[all[last], all[other]] = [all[other] as T, all[last] as T]
  }
  return all
}

/** The mean over several replays of the same cases in different orders. */
export function meanOf(replays: readonly Replay[]): Replay {
  const of = (pick: (each: Replay) => number) => mean(replays.map(pick))
  return {
    decisions: replays[0]?.decisions ?? 0,
    accuracy: of(({ accuracy }) => accuracy),
    brier: of(({ brier }) => brier),
    ece: of(({ ece }) => ece),
    majority: {
      accuracy: of(({ majority }) => majority.accuracy),
      brier: of(({ majority }) => majority.brier),
    },
    undecided: of(({ undecided }) => undecided),
  }
}
