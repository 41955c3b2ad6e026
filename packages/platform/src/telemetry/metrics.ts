import type { Attributes } from './attributes.ts'
import type { FinishedSpan } from './spans.ts'

const untilMinutes = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const tokens = Array.from({ length: 14 }, (_, power) => 4 ** power)

/** Every histogram, with the units and boundaries that the conventions require. */
export const histograms = {
  'gen_ai.client.operation.duration': { unit: 's', boundaries: untilMinutes },
  'gen_ai.client.operation.time_to_first_chunk': {
    unit: 's',
    boundaries: [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
  },
  'gen_ai.client.token.usage': { unit: '{token}', boundaries: tokens },
  'gen_ai.workflow.duration': { unit: 's', boundaries: [1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200] },
  'gen_ai.invoke_agent.duration': { unit: 's', boundaries: Array.from({ length: 13 }, (_, power) => 2 ** power / 10) },
  'gen_ai.execute_tool.duration': { unit: 's', boundaries: untilMinutes },
} as const

export type Measured = { readonly name: keyof typeof histograms; readonly value: number; readonly about: Attributes }

const ofCalls = [
  'gen_ai.operation.name',
  'gen_ai.provider.name',
  'gen_ai.request.model',
  'gen_ai.response.model',
  'server.address',
  'server.port',
]

/** What a finished span adds to the metrics. It has few attributes on purpose: each combination is a time series. */
export function measuredIn({ start, end, attributes }: FinishedSpan): readonly Measured[] {
  const seconds = Math.max(0, end - start) / 1_000
  const about = (...names: readonly string[]): Attributes =>
    Object.fromEntries([...names, 'error.type'].map((name) => [name, attributes[name]]))
  switch (attributes['gen_ai.operation.name']) {
    case 'chat':
      return ofCall(seconds, attributes, about(...ofCalls))
    case 'invoke_workflow':
      return [{ name: 'gen_ai.workflow.duration', value: seconds, about: about('gen_ai.workflow.name') }]
    case 'execute_tool': {
      const named = about('gen_ai.tool.name', 'gen_ai.tool.type', 'gen_ai.agent.name')
      return [{ name: 'gen_ai.execute_tool.duration', value: seconds, about: named }]
    }
    default: {
      const named = about('gen_ai.agent.name', 'gen_ai.request.model')
      return [{ name: 'gen_ai.invoke_agent.duration', value: seconds, about: named }]
    }
  }
}

/** Tokens are reported only if they are known. */
function ofCall(seconds: number, attributes: Attributes, about: Attributes): readonly Measured[] {
  const { 'error.type': _failure, ...plain } = about
  const count = (type: 'input' | 'output') => {
    const value = attributes[`gen_ai.usage.${type}_tokens`]
    const named = { ...plain, 'gen_ai.token.type': type }
    return typeof value === 'number' ? [{ name: 'gen_ai.client.token.usage' as const, value, about: named }] : []
  }
  const first = attributes['gen_ai.response.time_to_first_chunk']
  return [
    { name: 'gen_ai.client.operation.duration', value: seconds, about },
    ...(typeof first === 'number'
      ? [{ name: 'gen_ai.client.operation.time_to_first_chunk' as const, value: first, about: plain }]
      : []),
    ...count('input'),
    ...count('output'),
  ]
}
