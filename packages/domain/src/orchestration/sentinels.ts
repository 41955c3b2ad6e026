/** What a lead or a judge writes on a line of its own to say how the goal stands. */
export const COMPLETE = '[[GROUP_REFLECT_COMPLETE]]'
export const NEEDS_ITERATION = '[[NEEDS_ITERATION]]'
export const REFLECTION_COMPLETE = '[[REFLECTION_COMPLETE]]'

/** Whether the sentinel stands alone on a line, in any case. Quoted in a sentence it says nothing. */
export function standsAlone(text: string, sentinel: string): boolean {
  const wanted = sentinel.toLowerCase()
  return text.split(/\r\n|[\n\r]/).some((line) => line.trim().toLowerCase() === wanted)
}

/** The text without the lines on which a sentinel stands alone. */
export function withoutSentinels(text: string): string {
  const sentinels = [COMPLETE, NEEDS_ITERATION, REFLECTION_COMPLETE].map((sentinel) => sentinel.toLowerCase())
  const lines = text.split(/\r\n|[\n\r]/).filter((line) => !sentinels.includes(line.trim().toLowerCase()))
  return lines.join('\n').trim()
}

/** A member's text as others may read it: it must not decide how the goal stands by quoting a sentinel. */
export function neutralised(text: string): string {
  return text
    .replaceAll(/\[\[\s*GROUP_REFLECT_COMPLETE\s*\]\]/gi, '[WORKER_APPROVED]')
    .replaceAll(/\[\[\s*NEEDS_ITERATION\s*\]\]/gi, '[WORKER_WANTS_MORE]')
}
