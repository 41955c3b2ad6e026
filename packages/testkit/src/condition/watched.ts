/** Lets tests wait for a condition instead of sleeping: `look` after each change, `until` to wait. */
export function watched(): { until(holds: () => boolean): Promise<void>; look(): void } {
  const waiting = new Set<() => void>()
  return {
    until: (holds) =>
      new Promise((resolve) => {
        const check = () => {
          if (holds() && waiting.delete(check)) resolve()
        }
        waiting.add(check)
        check()
      }),
    look() {
      for (const check of [...waiting]) check()
    },
  }
}
