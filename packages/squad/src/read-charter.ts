import { type MarkdownLine, normalText, squadHeading, squadLines } from './lines.ts'
import { cutTo, isSquadPlaceholder, withoutMarkdown, withoutPictures } from './plain-text.ts'

/** What a charter says about its member. `model` is as written, with its line. */
export type Charter = {
  readonly prompt: string
  /** How many characters the prompt would have without the limit. */
  readonly length: number
  readonly role: string
  /** What the member is good at, in its charter's words. */
  readonly expertise: string
  readonly model?: { readonly text: string; readonly line: number }
  /** The line of an unfilled placeholder. */
  readonly placeholder?: number
}

/** Reads a charter: all of it is the prompt, up to `most` characters. */
export function readCharter(text: string, most: number): Charter {
  const lines = squadLines(text)
  const whole = withoutModel(normalText(text).trim())
  const model = modelIn(lines)
  const placeholder = lines.find((line) => /\{(?:Name|Role[^{}]*|name)\}/u.test(squadHeading(line)?.text ?? ''))
  return {
    prompt: cutTo(whole, most).trimEnd(),
    length: whole.length,
    role: roleIn(lines),
    expertise: expertiseIn(lines),
    ...(model && { model }),
    ...(placeholder && { placeholder: placeholder.number }),
  }
}

/** If a charter ends with just a model section, as this program writes it, the rest is the prompt. */
const withoutModel = (text: string): string => {
  const at = text.lastIndexOf('## Model\n')
  const isLast = at > 0 && /^## Model\n\n- \*\*Preferred:\*\* [^\s]+$/u.test(text.slice(at))
  return isLast ? text.slice(0, at).trim() : text
}

/** `- **Role:** Tester`, or else what follows the name in `# Hockney — Tester`. */
function roleIn(lines: readonly MarkdownLine[]): string {
  const said = charterField(lines, 'role')?.text
  const title = lines.map(squadHeading).find((heading) => heading?.level === 1)?.text ?? ''
  const role = said ?? /\s[—–-]\s+(\S.*)/u.exec(title)?.[1] ?? ''
  return isSquadPlaceholder(role) ? '' : withoutPictures(withoutMarkdown(role))
}

/** `- **Expertise:** …`, or another heading that charters use for it. */
function expertiseIn(lines: readonly MarkdownLine[]): string {
  const said = ['expertise', 'specialty', 'speciality', 'focus'].map((name) => charterField(lines, name)?.text)
  const text = said.find((one) => one !== undefined && !isSquadPlaceholder(one)) ?? ''
  return cutTo(withoutPictures(withoutMarkdown(text)), 500).trim()
}

/** Words that mean no particular model. */
const anyModel = /^(?:auto(?:matic)?|default|inherit(?:ed)?|any|none|n\/a|tbd|[-—–])?$/iu

function modelIn(lines: readonly MarkdownLine[]): Charter['model'] {
  const found = charterField(lines, 'preferred')
  if (!found) return undefined
  const text = withoutMarkdown(found.text).split(/[\s,;(]/u)[0] ?? ''
  return anyModel.test(text) || text.startsWith('{') ? undefined : { text, line: found.line }
}

/** The value of `**Name:** value`, in a list or not. */
export function charterField(lines: readonly MarkdownLine[], name: string): { text: string; line: number } | undefined {
  const fits = new RegExp(`^\\s{0,8}(?:[-*+]\\s+)?\\*\\*${name}(?:\\*\\*\\s?:|:\\s?\\*\\*)\\s*(.*)$`, 'isu')
  for (const { text, number, aside } of lines) {
    const value = aside ? undefined : fits.exec(text.slice(0, 2_000))?.[1]
    if (value !== undefined && value.trim() !== '') return { text: value.trim(), line: number }
  }
  return undefined
}
