import { items, type Json, type ModelRequest, type ToolSpec } from '@convene/domain'

export type SampleCall = { readonly tool: string; readonly input: Json }

/** Delegates work to the first agent on the list, once per conversation. */
export function sampleDelegation({ tools, lines }: ModelRequest, work: string): SampleCall | undefined {
  const target = targetOf(tools.find(({ name }) => name === 'delegateWork'))
  const isAnswered = [...items(lines)].some(({ role }) => role === 'tool')
  if (target === undefined || isAnswered) return undefined
  const reportExpectations = 'The lines that were found, with file and number.'
  return { tool: 'delegateWork', input: { agentName: target, workDescription: work, reportExpectations } }
}

/** An agent that was given work ends it with a report. */
export const reportOut = ({ tools }: ModelRequest, report: string): SampleCall | undefined =>
  tools.some(({ name }) => name === 'reportOut') ? { tool: 'reportOut', input: { report } } : undefined

function targetOf(spec: ToolSpec | undefined): string | undefined {
  const properties = (spec?.input as { properties?: { agentName?: { enum?: readonly unknown[] } } } | undefined)
    ?.properties
  const first = properties?.agentName?.enum?.[0]
  return typeof first === 'string' ? first : undefined
}
