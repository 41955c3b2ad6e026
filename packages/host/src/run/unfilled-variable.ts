/** The warning about an unfilled variable. */
export const unfilledVariable = (name: string): string =>
  `prompt: {{${name}}} has no value. Set it under "variables" in the agent's file or the settings.`
