/** A line of a Markdown file. `aside` means in a code block or a comment, so it is not a heading, table or setting. */
export type MarkdownLine = { readonly text: string; readonly number: number; readonly aside: boolean }

/** A file's text, no matter which system wrote it: no byte order mark, one kind of line ending. */
export const normalText = (text: string): string => text.replace(/^\ufeff/u, '').replace(/\r\n?/gu, '\n')

/** A text as lines, counted from 1. A code block or comment that never ends does not hide what follows. */
export function squadLines(text: string): readonly MarkdownLine[] {
  const texts = normalText(text).split('\n')
  const asides = asidesIn(texts)
  return texts.map((line, index) => ({ text: line, number: index + 1, aside: asides[index] ?? false }))
}

function asidesIn(texts: readonly string[]): readonly boolean[] {
  const asides: boolean[] = []
  let open: { readonly end: (line: string) => boolean; readonly at: number } | undefined
  texts.forEach((line, index) => {
    if (open) {
      asides.push(true)
      if (open.end(line)) open = undefined
      return
    }
    const end = beginning(line)
    asides.push(end !== undefined)
    if (end) open = { end, at: index }
  })
  return open ? asides.map((aside, index) => aside && index < (open?.at ?? 0)) : asides
}

/** Matches the end of the code block or comment that starts on a line, if it continues past the line's end. */
function beginning(line: string): ((line: string) => boolean) | undefined {
  const fence = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1]
  if (fence) return (later) => later.trim().startsWith(fence) && later.trim().replaceAll(fence[0] ?? '', '') === ''
  const comment = line.lastIndexOf('<!--')
  if (comment === -1 || line.indexOf('-->', comment) !== -1) return undefined
  return (later) => later.includes('-->')
}

export type Heading = { readonly level: number; readonly text: string }

const LONGEST = 2_000

/** The heading on a line, if it is one. */
export function squadHeading({ text, aside }: MarkdownLine): Heading | undefined {
  const found = aside ? undefined : /^ {0,3}(#{1,6})[ \t]+([\s\S]*)/u.exec(text.slice(0, LONGEST))
  if (!found) return undefined
  const words = (found[2] ?? '').trim()
  return { level: found[1]?.length ?? 1, text: words.replace(/[ \t]#+$/u, '').trim() }
}
