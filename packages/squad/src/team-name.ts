import { type Heading, type MarkdownLine, squadHeading } from './lines.ts'
import { cutTo, isSquadPlaceholder, withoutMarkdown, withoutPictures } from './plain-text.ts'
import { charterField } from './read-charter.ts'
import { splitCells } from './tables.ts'

const LONGEST = 80
const generic = /^(?:squad team|team roster|team|squad)$/iu

/** A team's name: its title or, if that says nothing, the quote below it, the project, or the folder. */
export function teamName(lines: readonly MarkdownLine[], folder: string): string {
  const at = lines.findIndex((line) => squadHeading(line)?.level === 1)
  const title = at === -1 ? '' : nameIn(squadHeading(lines[at] as MarkdownLine)?.text ?? '')
  const candidates = [ownName(title), quoteAfter(lines, at), projectIn(lines), nameIn(folder), 'Squad']
  const name = candidates.find((each) => each !== undefined && each !== '') ?? 'Squad'
  return cutTo(name, LONGEST).trim()
}

/** The title, or the project in `Team — the project`. Undefined if it says nothing. */
function ownName(title: string): string | undefined {
  const [, before = '', after = ''] = /^(.*?)(?:\s*[—–]\s*|\s+-+\s+|:\s+)(.+)$/u.exec(title) ?? []
  if (generic.test(title)) return undefined
  return generic.test(before.trim()) ? after.trim() : title
}

function quoteAfter(lines: readonly MarkdownLine[], title: number): string | undefined {
  for (const line of lines.slice(title + 1)) {
    if (squadHeading(line)) return undefined
    const quote = line.aside ? '' : nameIn(/^ {0,3}>(.*)$/u.exec(line.text)?.[1] ?? '')
    if (quote !== '') return quote
  }
  return undefined
}

/** `Project` in Project Context: `- **Project:** x`, or a row in a table. */
function projectIn(lines: readonly MarkdownLine[]): string | undefined {
  const start = lines.findIndex((line) => /^project context$/iu.test(withoutMarkdown(squadHeading(line)?.text ?? '')))
  if (start === -1) return undefined
  const level = (squadHeading(lines[start] as MarkdownLine) as Heading).level
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => (squadHeading(line)?.level ?? 7) <= level)
  const section = end === -1 ? rest : rest.slice(0, end)
  const row = section
    .map(({ text }) => splitCells(text))
    .find((cells) => /^project$/iu.test(withoutMarkdown(cells[0] ?? '')))
  return nameIn(charterField(section, 'project')?.text ?? row?.[1] ?? '')
}

function nameIn(text: string): string {
  const name = withoutPictures(withoutMarkdown(text))
  return isSquadPlaceholder(name) ? '' : name
}
