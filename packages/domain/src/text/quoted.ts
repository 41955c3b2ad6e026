/** Everything a model may take for the start of a line. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u
const heading = /^(\s*)(?:[#\uff03\ufe5f](?=\s|$)|[#\uff03\ufe5f]{2,3}(?![#\uff03\ufe5f]))/u
const underline = /^ {0,3}(?:=+|-{2,})\s*$/u
/** Ticks followed by more ticks on the same line are inline code, and open nothing. */
const fence = /^\s*(`{3,}(?!`)(?=[^`]*$)|~{3,})(.*)/u
/** Indented this far, a fence only counts in a list, and its content is indented as far. */
const inList = /^(?: {4}|\s*\t)/u

/**
 * Someone else's text for use in a prompt: its headings are below all of ours, so nobody can forge a section, another
 * agent's message or the user's words. Code is unchanged inside a fence that the text itself closes. An unclosed one is
 * closed, and hides nothing.
 */
export function quoted(text: string): string {
  const lines = text.split(lineEnds)
  const { fenced, open } = fencesIn(lines)
  const shown: string[] = []
  for (const [index, line] of lines.entries()) {
    const before = shown.at(-1)
    if (fenced[index]) shown.push(line)
    else if (before !== undefined && !fenced[index - 1] && underline.test(line) && isTitle(before))
      shown[shown.length - 1] = `#### ${before.trim()}`
    else shown.push(line.replace(heading, '$1####'))
  }
  return [...shown, ...open].join('\n')
}

/** A line that becomes a heading if the next one underlines it. */
const isTitle = (line: string): boolean => line.trim() !== '' && !/^\s*(?:[-*+>|#]|\d+[.)])/u.test(line)

/** Which lines are in a closed fence, and what would close the open one. */
function fencesIn(lines: readonly string[]): { readonly fenced: readonly boolean[]; readonly open: readonly string[] } {
  const fenced = lines.map(() => false)
  let start = -1
  let mark = ''
  let isInList = false
  for (const [index, line] of lines.entries()) {
    const [, ticks = '', behind = ''] = fence.exec(line) ?? []
    if (ticks === '') continue
    if (mark === '') {
      start = index
      mark = ticks
      isInList = inList.test(line)
    } else if (ticks.startsWith(mark) && behind.trim() === '') {
      for (let at = start; at <= index; at += 1) fenced[at] = !isInList || inList.test(lines[at] ?? '')
      mark = ''
    }
  }
  return { fenced, open: mark === '' ? [] : [mark] }
}

/** The longest run of backticks: nothing inside closes a fence with one more. */
export function longestTicks(text: string): number {
  let longest = 0
  for (const { 0: row } of text.matchAll(/`+/gu)) longest = Math.max(longest, row.length)
  return longest
}
