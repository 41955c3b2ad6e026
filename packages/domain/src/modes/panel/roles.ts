/** What each role of a panel asks of its model; an agent's own values win. */
export const roles = {
  head: { usualOutput: 4_000, temperature: 0.3 },
  synthesis: { usualOutput: 8_000, temperature: 0.2 },
  panelist: { usualOutput: 3_000, temperature: 0.7 },
  grouping: { maxOutput: 800, temperature: 0 },
  check: { maxOutput: 400, temperature: 0 },
} as const
