import { longestTicks } from '../../text/quoted.ts'

/** Paragraphs of a brief, without the empty ones. */
export const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

export const briefSection = (title: string, body: string): string => (body === '' ? '' : `## ${title}\n\n${body}`)

/** Keeps a multi-line entry in one bullet. */
export const bullets = (rows: readonly string[]): string =>
  rows.map((row) => `- ${row.replaceAll('\n', '\n  ')}`).join('\n')

/** In a fence that no line of the diff can close: file contents must not open a section. */
export function fencedPatch(patch: string): string {
  if (patch === '') return ''
  const fence = '`'.repeat(Math.max(2, longestTicks(patch)) + 1)
  return `${fence}diff\n${patch.trimEnd()}\n${fence}`
}
