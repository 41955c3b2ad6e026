import { type MarkdownLine, squadHeading } from './lines.ts'
import { isMembersHeading, withoutMarkdown } from './plain-text.ts'
import { charterField } from './read-charter.ts'

/** A member with its own heading in team.md. Line numbers count from 1. `end` is the last line. */
export type RosterBlock = {
  readonly name: string
  readonly role: string
  readonly charter: string
  readonly status: string
  readonly start: number
  readonly end: number
}

/** Members named by headings under Members. Without such a heading, by headings with a role or a charter. */
export function rosterBlocks(lines: readonly MarkdownLine[]): {
  readonly blocks: readonly RosterBlock[]
  readonly own: boolean
} {
  const headings = lines.flatMap((line, index) => {
    const heading = squadHeading(line)
    return heading ? [{ ...heading, index }] : []
  })
  const members = headings.findIndex(({ text }) => isMembersHeading(text))
  if (members === -1) {
    const all = headings.map(({ index }, at) => blockOf(lines, index, headings[at + 1]?.index ?? lines.length))
    return { blocks: all.filter(({ role, charter }) => role !== '' && charter !== ''), own: false }
  }
  const { level } = headings[members] as (typeof headings)[number]
  const rest = headings.slice(members + 1)
  const outside = rest.findIndex((heading) => heading.level <= level)
  const under = outside === -1 ? rest : rest.slice(0, outside)
  const after = rest[outside]?.index ?? lines.length
  const tops = under.filter((heading) => heading.level === under[0]?.level)
  return { blocks: tops.map(({ index }, at) => blockOf(lines, index, tops[at + 1]?.index ?? after)), own: true }
}

function blockOf(lines: readonly MarkdownLine[], start: number, after: number): RosterBlock {
  const own = lines.slice(start, after)
  const field = (name: string) => charterField(own, name)?.text ?? ''
  const [, name = '', behind = ''] = title.exec(squadHeading(own[0] as MarkdownLine)?.text ?? '') ?? []
  return {
    name,
    role: field('role') || behind,
    charter: field('charter'),
    status: withoutMarkdown(field('status')),
    start: start + 1,
    end: after,
  }
}

/** `Ash`, or `Ash — Tester`. */
const title = /^(.+?)(?:(?<!\s)\s+[—–-]\s+(\S.*)|$)/u

/** The lines of a block with another role, or of a new one. */
export function blockLines(
  lines: readonly MarkdownLine[],
  block: RosterBlock | undefined,
  content: BlockContent,
): readonly string[] {
  const { name, role, charter } = content
  if (!block)
    return [`### ${name}`, '', `- **Role:** ${role}`, `- **Charter:** \`${charter}\``, '- **Status:** Active', '']
  const own = lines.slice(block.start - 1, block.end)
  const texts = own.map(({ text }) => text)
  if (withoutMarkdown(block.role) === role) return texts
  const written = charterField(own, 'role')
  if (!written) return [`${texts[0]?.slice(0, texts[0].indexOf(block.name))}${block.name} — ${role}`, ...texts.slice(1)]
  const at = written.line - block.start
  return texts.with(
    at,
    (texts[at] ?? '').replace(written.text, () => role),
  )
}

export type BlockContent = { readonly name: string; readonly role: string; readonly charter: string }
