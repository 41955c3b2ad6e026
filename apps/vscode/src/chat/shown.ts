import { longestTicks } from '@convene/domain'
/** One thing that a chat shows. Commands are ours; their arguments are plain data. */
export type Shown =
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'markdown'; readonly text: string; readonly icon?: string }
  /** Files that were looked at or changed, inside the workspace or by their whole path. */
  | { readonly kind: 'file'; readonly path: string; readonly isChanged: boolean }
  | ({ readonly kind: 'button' } & Action)
  /** On one line: other answers than the button's, or what a `label` says. */
  | { readonly kind: 'links'; readonly label?: string; readonly links: readonly Action[] }

/** A command of ours and what it is given. */
export type Action = { readonly title: string; readonly command: string; readonly given: readonly unknown[] }

export type Verbosity = 'brief' | 'detailed' | 'full'

export const progress = (text: string): Shown => ({ kind: 'progress', text: oneLine(text, 160) })
/** A text that what follows does not run into. `icon` is one of the editor's own. */
export const markdown = (text: string, icon?: string): Shown => ({
  kind: 'markdown',
  text: `${text}${openFence(text)}\n\n`,
  ...(icon && { icon }),
})
/** A piece of a longer text. */
export const piece = (text: string): Shown => ({ kind: 'markdown', text })
export const button = (title: string, command: string, ...given: readonly unknown[]): Shown => ({
  kind: 'button',
  title,
  command,
  given,
})

export const action = (title: string, command: string, ...given: readonly unknown[]): Action => ({
  title,
  command,
  given,
})
/** A card has one button: the editor draws every button as the one to press. */
export const links = (...links: readonly Action[]): Shown => ({ kind: 'links', links })

export const isFinal = (phase: string): boolean => ['completed', 'cancelled', 'failed'].includes(phase)

/** Text of a model or a tool on one line, shortened. */
export function oneLine(text: string, length: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`
}

/** What closes the fence that a text has left open: it would swallow everything after it. */
export function openFence(text: string): string {
  let open = ''
  for (const line of text.split('\n')) {
    const [, fence = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})([\s\S]*)/u.exec(line) ?? []
    if (open === '') open = fence
    else if (fence.startsWith(open) && rest.trim() === '') open = ''
  }
  return open === '' ? '' : `\n${open}`
}

/** Text of somebody else inside a sentence of ours: it marks nothing, links to nothing, and is no icon. */
export const plain = (text: string): string => text.replaceAll(/[\\`*_{}[\]()#+!|<>~&$]/gu, '\\$&')

/** A pattern, a rule or a name as it is written, in ticks that it cannot close. */
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
