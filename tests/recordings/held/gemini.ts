import type { Json } from '@convene/domain'
import { eventsIn, type Fields, fields, type Held, list, number, string } from './held.ts'

/** The content of a Google answer. Thoughts do not count. */
export function heldInGemini(body: string, isStream: boolean): Held {
  const chunks = isStream ? eventsIn(body) : [fields(JSON.parse(body))]
  const candidates = chunks.map((chunk) => list(chunk.candidates)[0] ?? {})
  const parts = candidates.flatMap((candidate) => list(fields(candidate.content).parts))
  const counts = chunks
    .map((chunk) => fields(chunk.usageMetadata))
    .findLast((one) => one.promptTokenCount !== undefined)
  return {
    text: parts.map((part) => (part.thought === true ? '' : string(part.text))).join(''),
    calls: callsIn(parts.flatMap(({ functionCall }) => (functionCall === undefined ? [] : [fields(functionCall)]))),
    usage: counts
      ? {
          input: number(counts.promptTokenCount) + number(counts.toolUsePromptTokenCount),
          output: number(counts.candidatesTokenCount) + number(counts.thoughtsTokenCount),
        }
      : null,
    finish: candidates.map(({ finishReason }) => string(finishReason)).findLast(Boolean) ?? '',
  }
}

/** A call may come in pieces: its name first, then texts by their path, then nothing. */
function callsIn(pieces: readonly Fields[]): Held['calls'] {
  const calls: { tool: string; input: { [name: string]: Json } }[] = []
  for (const { name, args, partialArgs } of pieces) {
    if (name !== undefined) calls.push({ tool: string(name), input: { ...fields(args) } })
    const input = calls.at(-1)?.input ?? {}
    for (const { jsonPath, stringValue } of list(partialArgs)) {
      const key = string(jsonPath).replace(/^\$\./, '')
      input[key] = string(input[key]) + string(stringValue)
    }
  }
  return calls
}
