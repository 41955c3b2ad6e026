import type { Style } from './style.ts'
import { shorten } from './width.ts'
import { type Span, wrap } from './wrap.ts'

/** `command`: how the program was started, for commands to copy. */
export type MarkdownPage = { readonly width: number; readonly style: Style; readonly command?: string | undefined }

/** Whether a line opens or closes a code block. */
export const isFence = (line: string): boolean => /^\s*(```|~~~)/u.test(line)

/** Renders one line of Markdown for a terminal. Lines are independent, so that an answer can be shown as it arrives. */
export function markdownRows(line: string, inCode: boolean, { width, style }: MarkdownPage): readonly string[] {
  if (isFence(line)) return fenceRows(line, inCode, { width, style })
  if (inCode) return wrap([{ text: line, paint: style.cyan }], width, { first: '  ', rest: '  ' })
  const [, hashes, title] = /^(#{1,6})\s+([\s\S]*)/u.exec(line) ?? []
  if (hashes && title !== undefined) {
    const paint = hashes.length === 1 ? (text: string) => style.bold(style.underline(text)) : style.bold
    return wrap([{ text: title.replace(/[*`]/gu, ''), paint }], width)
  }
  if (/^\s*([-*_])(\s*\1){2,}\s*$/u.test(line)) return [style.dim('─'.repeat(Math.min(width, 40)))]
  const [, indent = '', mark = '', item] = /^(\s*)([-*+]|\d{1,3}[.)])\s+([\s\S]*)/u.exec(line) ?? []
  if (item !== undefined) return listItem(indent, mark, item, { width, style })
  const [, quote] = /^\s*>\s?(.*)$/u.exec(line) ?? []
  if (quote !== undefined) return wrap(inlineSpans(quote, style), width, { first: '▏ ', rest: '▏ ' }).map(style.dim)
  return wrap(inlineSpans(line.trimEnd(), style), width)
}

/** The marks take no row: the code is indented and coloured. Only its language is worth reading. */
function fenceRows(line: string, inCode: boolean, { width, style }: MarkdownPage): readonly string[] {
  const [, language] = /^\s*(?:`{3,9}|~{3,9})\s*([^`]*)$/u.exec(line) ?? []
  if (language === undefined) return [style.dim(shorten(line.trim(), width))]
  return inCode || language.trim() === '' ? [] : [style.dim(shorten(`  ${language.trim()}`, width))]
}

function listItem(indent: string, mark: string, item: string, { width, style }: MarkdownPage): readonly string[] {
  const bullet = /\d/u.test(mark) ? mark : '•'
  const first = `${indent}${bullet} `
  return wrap(inlineSpans(item, style), width, { first, rest: ' '.repeat(first.length) })
}

const marks =
  /(`{1,3})(?<code>.+?)\1|\*\*(?<bold>[^*\n]+)\*\*|(?<![\w*])[*](?<slanted>[^*\s](?:[^*\n]*[^*\s])?)[*](?![\w*])|(?<!\w)_(?<under>[^_\s](?:[^_\n]*[^_\s])?)_(?!\w)|\[(?<label>[^\]\n]+)\]\((?<target>[^)\s]+)\)/gu

/** Longer lines are shown unformatted: finding marks takes quadratic time. */
const LONGEST = 2_000

/** Bold, italic, code and links. A link also shows its target. */
export function inlineSpans(text: string, style: Style): readonly Span[] {
  if (text.length > LONGEST) return [{ text }]
  const spans: Span[] = []
  let from = 0
  for (const found of text.matchAll(marks)) {
    if (found.index > from) spans.push({ text: text.slice(from, found.index) })
    spans.push(...spansOf(found.groups ?? {}, style))
    from = found.index + found[0].length
  }
  if (from < text.length) spans.push({ text: text.slice(from) })
  return spans
}

function spansOf(groups: { readonly [name: string]: string | undefined }, style: Style): readonly Span[] {
  const { code, bold, slanted, under, label, target } = groups
  if (code !== undefined) return [{ text: code, paint: style.cyan }]
  if (bold !== undefined) return [{ text: bold, paint: style.bold }]
  if (label !== undefined && target !== undefined)
    return [
      { text: label, paint: style.underline },
      { text: ` (${target})`, paint: style.dim },
    ]
  return [{ text: slanted ?? under ?? '', paint: style.italic }]
}
