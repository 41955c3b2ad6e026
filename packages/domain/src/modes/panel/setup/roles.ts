/** The model parameters for each role in a panel. An agent's own values take precedence. */
export const roles = {
  head: { usualOutput: 4_000, temperature: 0.3 },
  synthesis: { usualOutput: 8_000, temperature: 0.2 },
  panelist: { usualOutput: 3_000, temperature: 0.7 },
  grouping: { maxOutput: 800, temperature: 0 },
  check: { maxOutput: 400, temperature: 0 },
} as const
