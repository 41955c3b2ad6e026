const LETTERED = /^ {0,3}\(?[A-H][.)] +\S/u

/** Lines such as `A. …` and `B. …` as list items: Markdown would join them to one paragraph. */
export const withLetteredLists = (lines: readonly string[]): readonly string[] =>
  lines.map((line, at) => {
    const isAmong = [lines[at - 1], lines[at + 1]].some((near) => near !== undefined && LETTERED.test(near))
    return isAmong && LETTERED.test(line) ? `- ${line.trimStart()}` : line
  })
