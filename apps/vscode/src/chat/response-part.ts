import { cleanLines, longestTicks } from '@convene/domain'
/** A part of a chat response. Commands are always ours, and their arguments are plain data. */
export type ResponsePart =
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'markdown'; readonly text: string; readonly icon?: string }
  /** A file that was looked at, inside the workspace or by its whole path. */
  | { readonly kind: 'file'; readonly path: string }
  /** All files that were changed. */
  | { readonly kind: 'changed'; readonly paths: readonly string[] }
  | ({ readonly kind: 'button' } & CommandButton)
  /** On one line: alternatives to the button, or links described by `label`. */
  | { readonly kind: 'links'; readonly label?: string; readonly links: readonly CommandButton[] }

/** A Convene command with its arguments. */
export type CommandButton = { readonly title: string; readonly command: string; readonly given: readonly unknown[] }

export const progressPart = (text: string): ResponsePart => ({ kind: 'progress', text: oneLine(text, 160) })
/** Text with a paragraph break after it and all fences closed. `icon` is one of the editor's. */
export const markdown = (text: string, icon?: string): ResponsePart => ({
  kind: 'markdown',
  text: `${text}${openFence(text)}\n\n`,
  ...(icon && { icon }),
})
/** A piece of a longer text. */
export const piece = (text: string): ResponsePart => ({ kind: 'markdown', text })
export const button = (title: string, command: string, ...given: readonly unknown[]): ResponsePart => ({
  kind: 'button',
  title,
  command,
  given,
})

export const action = (title: string, command: string, ...given: readonly unknown[]): CommandButton => ({
  title,
  command,
  given,
})
/** A card has one button: the editor draws every button as the one to press. */
export const links = (...links: readonly CommandButton[]): Extract<ResponsePart, { kind: 'links' }> => ({
  kind: 'links',
  links,
})

export const isFinalPhase = (phase: string): boolean => ['completed', 'cancelled', 'failed'].includes(phase)

/** A model's or tool's text on one line, shortened. */
export function oneLine(text: string, length: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`
}

/** Closes a fence that a text has left open, which would swallow everything after it. */
export function openFence(text: string): string {
  let open = ''
  for (const line of cleanLines(text)) {
    const [, fence = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})([\s\S]*)/u.exec(line) ?? []
    if (open === '') open = fence
    else if (fence.startsWith(open) && rest.trim() === '') open = ''
  }
  return open === '' ? '' : `\n${open}`
}

/** Escapes untrusted text inside our own sentences: no formatting, links or icons. */
export const plain = (text: string): string => text.replaceAll(/[\\`*_{}[\]()#+!|<>~&$]/gu, '\\$&')

/** A pattern, rule or name verbatim, in backticks that it cannot close. */
export function code(text: string): string {
  const longest = longestTicks(text)
  const ticks = '`'.repeat(longest + 1)
  return longest === 0 ? `${ticks}${text}${ticks}` : `${ticks} ${text} ${ticks}`
}

/** Text that must not become a heading, a list or a link, in a fence that it cannot close. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(2, longestTicks(text)) + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
