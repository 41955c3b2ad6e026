import { undecorated, withoutEmptyFences } from '../../answer/lines.ts'
import { behindSentinel, isSentinel } from '../../answer/sentinel.ts'

/** Written by a lead or a judge on a separate line to say whether the goal is met. */
export const COMPLETE = '[[GROUP_REFLECT_COMPLETE]]'
export const NEEDS_ITERATION = '[[NEEDS_ITERATION]]'
export const REFLECTION_COMPLETE = '[[REFLECTION_COMPLETE]]'

/** A sentinel as a prompt names it. A model that copies the prompt must not say it. */
export const spelledOut = (sentinel: string): string =>
  `${sentinel.replaceAll(/[[\]]/gu, '')} in double square brackets`

const ALL = [COMPLETE, NEEDS_ITERATION, REFLECTION_COMPLETE]

/** The text without its sentinels, and without a fence that held only one. What follows one on its line stays. */
export function withoutSentinels(text: string): string {
  const before = text.split(/\r\n|[\n\r]/)
  const lines = before.flatMap((line) => {
    if (ALL.some((sentinel) => isSentinel(line, sentinel))) return []
    const rest = ALL.map((sentinel) => behindSentinel(line, sentinel)).find((one) => one !== undefined)
    return rest === undefined ? [line] : [undecorated(rest)]
  })
  const left = lines.join('\n')
  return (lines.length < before.length ? withoutEmptyFences(left) : left).trim()
}

/** A member's text as others may read it: it must not end the run by quoting a sentinel. */
export function neutralised(text: string): string {
  return text
    .replaceAll(/[[［]{2}\s*GROUP_REFLECT_COMPLETE\s*[\]］]{2}/giu, '[WORKER_APPROVED]')
    .replaceAll(/[[［]{2}\s*NEEDS_ITERATION\s*[\]］]{2}/giu, '[WORKER_WANTS_MORE]')
}
