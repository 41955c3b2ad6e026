/** How many votes were resolved, and how many of them were right. Old votes fade, so both may be fractions. */
export type Standing = { readonly votes: number; readonly right: number; readonly at: number }

const HALF_LIFE_MS = 180 * 86_400_000
export const NO_STANDING: Standing = { votes: 0, right: 0, at: 0 }

/** The standing after one more vote. */
export function add(standing: Standing | undefined, right: boolean, at: number): Standing {
  const { votes, right: was } = faded(standing ?? NO_STANDING, at)
  return { votes: votes + 1, right: was + (right ? 1 : 0), at }
}

function faded(standing: Standing, at: number): Standing {
  const age = standing.votes === 0 ? 0 : Math.max(0, at - standing.at)
  const left = 0.5 ** (age / HALF_LIFE_MS)
  return { votes: standing.votes * left, right: standing.right * left, at }
}

/** Accuracy, pulled towards the expected value: as if `weight` votes with that accuracy had come before. */
export const shrunk = ({ votes, right }: Standing, expected: number, weight: number): number =>
  (right + weight * expected) / (votes + weight)

/** The standing capped at this many votes, such as that of a family without the model itself. */
export function atMost({ votes, right, at }: Standing, most: number): Standing {
  const share = votes > most ? most / votes : 1
  return { votes: votes * share, right: right * share, at }
}

export const without = (all: Standing, part: Standing): Standing => ({
  votes: Math.max(0, all.votes - part.votes),
  right: Math.max(0, all.right - part.right),
  at: all.at,
})
