import { isSentinel } from '../../answer/sentinel.ts'

/** Written by a lead or a judge on a separate line to say whether the goal is met. */
export const COMPLETE = '[[GROUP_REFLECT_COMPLETE]]'
export const NEEDS_ITERATION = '[[NEEDS_ITERATION]]'
export const REFLECTION_COMPLETE = '[[REFLECTION_COMPLETE]]'

const ALL = [COMPLETE, NEEDS_ITERATION, REFLECTION_COMPLETE]

/** The text without lines that contain only a sentinel. */
export function withoutSentinels(text: string): string {
  const lines = text.split(/\r\n|[\n\r]/).filter((line) => !ALL.some((sentinel) => isSentinel(line, sentinel)))
  return lines.join('\n').trim()
}

/** A member's text as others may read it: it must not end the run by quoting a sentinel. */
export function neutralised(text: string): string {
  return text
    .replaceAll(/[[［]{2}\s*GROUP_REFLECT_COMPLETE\s*[\]］]{2}/giu, '[WORKER_APPROVED]')
    .replaceAll(/[[［]{2}\s*NEEDS_ITERATION\s*[\]］]{2}/giu, '[WORKER_WANTS_MORE]')
}
