/** What a unit may spend. Its cap is reserved until `done` reports the actual cost. */
export type UnitAllowance = { readonly capUsd: number | null; done(spentUsd: number): void }

export type EvalBudget = {
  /** Waits until others are done if its share is too small. Undefined if the budget is no longer enough. */
  take(expectedUsd: number): Promise<UnitAllowance | undefined>
  /** For a continued run, exactly what it may still spend. Undefined if that is more than is left. */
  keep(capUsd: number): UnitAllowance | undefined
}

/**
 * A share should leave this much room above the expected cost, because a run that comes near its cap gets shorter
 * answers.
 */
const ROOMY = 4
/** With less than this, even a single run would probably be cut off and its answer lost. */
const LEAST = 1.2
/** The sum of the shares may differ from the whole in the last digit. */
const ROUNDING = 1e-9

/**
 * Money for units that run at the same time. Each one's cap is an equal share of what is left, so together they can
 * never spend more. What a unit does not use is available to the next.
 */
export function evalBudget(totalUsd: number | null, spentUsd: number, atOnce: number): EvalBudget {
  if (totalUsd === null) {
    const unlimited: UnitAllowance = { capUsd: null, done: () => {} }
    return { take: async () => unlimited, keep: () => unlimited }
  }
  let free = totalUsd - spentUsd
  let running = 0
  let waiting: (() => void)[] = []
  const shareFor = (expectedUsd: number): number => {
    const share = free / (atOnce - running)
    if (share >= expectedUsd * ROOMY) return share
    return running === 0 ? free : 0
  }
  const allow = (capUsd: number): UnitAllowance => {
    free -= capUsd
    running += 1
    return {
      capUsd,
      done(spent) {
        free += capUsd - spent
        running -= 1
        const rung = waiting
        waiting = []
        for (const ring of rung) ring()
      },
    }
  }
  return {
    keep: (capUsd) => (capUsd <= free + ROUNDING ? allow(capUsd) : undefined),
    async take(expectedUsd) {
      while (running > 0 && (running >= atOnce || shareFor(expectedUsd) === 0))
        await new Promise<void>((resolve) => waiting.push(resolve))
      const cap = shareFor(expectedUsd)
      return cap <= 0 || cap < expectedUsd * LEAST ? undefined : allow(cap)
    },
  }
}
