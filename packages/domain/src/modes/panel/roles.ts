/** What each role of a panel asks of its model; an agent's own values win. */
export const roles = {
  head: { usualOutput: 4_000, temperature: 0.3 },
  synthesis: { usualOutput: 8_000, temperature: 0.2 },
  panelist: { usualOutput: 3_000, temperature: 0.7 },
  check: { maxOutput: 100, temperature: 0 },
} as const
