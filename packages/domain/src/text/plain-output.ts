/** A tool's output for people, without the code by which a refusal is recognized. */
export const plainOutput = (output: string): string => output.replaceAll(/^tool_access_error: /gmu, '')
