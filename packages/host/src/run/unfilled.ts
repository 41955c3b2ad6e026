/** What is said of a variable that nothing fills. */
export const unfilled = (name: string): string =>
  `prompt: nothing fills {{${name}}}. Give it a value under "variables", in the agent's file or in the settings.`
