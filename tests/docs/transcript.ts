/** A command that a document shows, with what it says is printed. `…` stands for anything. */
export type Shown = { readonly command: string; readonly words: readonly string[]; readonly output: string }

/** The session id that documents use; each run gets another. */
export const exampleId = '7Q4M2KXR'

/** The commands of all blocks that are marked with `console check`, in their order. */
export function shownIn(markdown: string): readonly Shown[] {
  const blocks = markdown.matchAll(/^```console check\n([\s\S]*?)^```$/gm)
  return [...blocks].flatMap(([, block = '']) =>
    block
      .split(/^\$ convene /m)
      .slice(1)
      .map(shown),
  )
}

function shown(text: string): Shown {
  const [command = '', ...output] = text.split('\n')
  return { command, words: wordsOf(command), output: output.join('\n') }
}

/** Words as a shell reads them, as far as documents need it: blanks and double quotes. */
const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

/** The parts of the shown output that must be in what was printed, and are not. */
export function missingFrom(printed: string, expected: string): readonly string[] {
  const plain = plainText(printed)
  return expected
    .replace(onlyLive, '…')
    .split(/…|\n\s*\n/)
    .map(plainText)
    .filter((part) => part !== '' && !plain.includes(part))
}

/** Lines that only the live view draws. */
const onlyLive = /^.*[─·✓].*$/gmu

/**
 * Without what a terminal draws and Markdown marks, so that both forms of an answer read the same, and without the
 * numbers of messages: members who answer at the same time get them in either order.
 */
const plainText = (text: string): string =>
  text
    .replace(/[*`#•]|^\s*- /gmu, '')
    .replace(/\bm\d+\b/g, 'm')
    .replace(/\s+/g, ' ')
    .trim()
