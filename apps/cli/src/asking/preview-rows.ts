import { type Ask, showsDiff, spelled, withoutGitHeaders } from '@convene/domain'
import { breakLine } from '../terminal/break-line.ts'
import { diffPaint } from '../terminal/diff-rows.ts'
import type { MarkdownPage } from '../terminal/markdown.ts'
import type { Paint, Style } from '../terminal/style.ts'

/** What a call would do, verbatim: wrapped and never cut, because the end of a long line runs too. */
export function previewRows(ask: Ask, page: MarkdownPage): readonly string[] {
  const before = broken.get(ask)
  if (before?.width === page.width && before.style === page.style) return before.rows
  const rows = rowsOf(ask, page)
  broken.set(ask, { ...page, rows })
  return rows
}

/** Cached: an ask is redrawn many times per second and may be long. */
const broken = new WeakMap<Ask, MarkdownPage & { readonly rows: readonly string[] }>()

function rowsOf(ask: Ask, { style, width }: MarkdownPage): readonly string[] {
  const margins = { first: '  ', rest: style.dim('  ↳ ') }
  const paint = paintFor(ask, style)
  return previewLines(ask).flatMap((text) => breakLine({ text, paint: paint(text) }, width, margins))
}

/** The diff, the command line, the input, or the resource. Only diffs have lines that can be dropped. */
function previewLines({ tool, preview = '', resource }: Ask): readonly string[] {
  const text = spelled(showsDiff(tool) ? withoutGitHeaders(preview) : preview).trimEnd() || spelled(resource)
  return text.split('\n')
}

function paintFor({ tool }: Ask, style: Style): (line: string) => Paint {
  if (showsDiff(tool)) return (line) => diffPaint(line, style)
  return (line) => (line.startsWith('$ ') ? style.bold : asItIs)
}

const asItIs: Paint = (text) => text
