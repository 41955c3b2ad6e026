/** One line of an answer. `quoted`: it is inside a fence or a block quote, so it may be someone else's words. */
type Line = { readonly text: string; readonly quoted: boolean; readonly fenced: boolean }

const FENCE = /^[\s>]*(?:`{3,}|~{3,})/u

/** Every line, with whether it is quoted. Fence lines are left out. A fence in a block quote ends with it. */
function linesOf(text: string): readonly Line[] {
  let fence: 'none' | 'own' | 'in a quote' = 'none'
  return text.split(/\r\n|[\n\r\u2028\u2029]/u).flatMap((line) => {
    const isQuote = /^\s*>/u.test(line)
    if (fence === 'in a quote' && !isQuote) fence = 'none'
    if (FENCE.test(line)) {
      fence = fence === 'none' ? (isQuote ? 'in a quote' : 'own') : 'none'
      return []
    }
    return [{ text: line, quoted: fence !== 'none' || isQuote, fenced: fence === 'own' }]
  })
}

const isSaid = ({ text }: Line): boolean => /[\p{L}\p{N}[]/u.test(text)

/** The lines in an agent's own words. If it quoted everything, the quotation is its answer. */
export function ownLines(text: string): readonly string[] {
  const lines = linesOf(text)
  const own = lines.filter(({ quoted }) => !quoted)
  return (own.some(isSaid) ? own : lines).map((line) => line.text)
}

/**
 * The text with its block quotes blanked out, which keeps offsets the same. If there is nothing else, they are the
 * answer and stay.
 */
export function withoutQuotes(text: string): string {
  const lines = text.split('\n')
  const isQuote = (line: string) => /^\s*>/u.test(line)
  if (!lines.some(isQuote) || !lines.some((line) => !isQuote(line) && /[\p{L}\p{N}[{]/u.test(line))) return text
  return lines.map((line) => (isQuote(line) ? ' '.repeat(line.length) : line)).join('\n')
}

/** The quoted lines at the end of an answer: models introduce their answer and put it into a fence. */
export function lastQuoted(text: string): readonly string[] {
  const lines = linesOf(text)
  const end = lines.findLastIndex((line) => isSaid(line))
  const before = lines.findLastIndex((line, index) => index <= end && !line.quoted && isSaid(line))
  return lines.slice(before + 1, end + 1).map((line) => line.text)
}

/**
 * The fence that an answer ends with, below the line that leads to it: models put a verdict there too. Empty if the answer
 * ends otherwise, or with a block quote, which is someone else's.
 */
export function fencedEnd(text: string): readonly string[] {
  const lines = linesOf(text)
  const end = lines.findLastIndex((line) => isSaid(line))
  const before = lines.findLastIndex((line, index) => index <= end && !line.fenced && isSaid(line))
  const lead = lines[before]
  if (lead === undefined || lead.quoted || before === end) return []
  return [lead.text, ...lines.slice(before + 1, end + 1).map((line) => line.text)]
}

const LEADING = /^[^\p{L}\p{N}\p{M}[\](){}<@]+/u
const NUMBERED = /^\d{1,3}[.)][\s*_~`]+/u
const EDGE = /[\s*_~`"'“”„‘’«»]/u

/** A line without its decoration: list marks and numbers, bold, code marks, quotes, headings, signs. */
export function undecorated(line: string): string {
  const bare = line.replace(LEADING, '')
  return unwrapped(bare.replace(NUMBERED, '').replace(LEADING, ''))
}

/** `**Wait**.`: the marks close before the full stop. */
const STOPPED = /^\s{0,4}([*_~`]{1,3})([^*_~`]{1,300})\1([.!;,]\s{0,4})$/u

/** A value without bold, code marks and quotes around it. Signs stay, since a minus changes a number. */
export function unwrapped(wrapped: string): string {
  const value = wrapped.replace(STOPPED, '$2$3')
  let [start, end] = [0, value.length]
  while (start < end && EDGE.test(value.charAt(start))) start++
  for (let runs = 0; end > start && EDGE.test(value.charAt(end - 1)); runs++) {
    const run = lengthOfRun(value, start, end)
    if (runs < MOST_RUNS && closesInside(value.slice(start, end), run)) break
    end -= run
  }
  return value.slice(start, end)
}

/** Bold around code around a quote. Allowing more would make long lines slow to read. */
const MOST_RUNS = 4

function lengthOfRun(value: string, start: number, end: number): number {
  let run = 1
  while (end - run > start && value.charAt(end - run - 1) === value.charAt(end - 1)) run++
  return run
}

const OPENING: { readonly [closing: string]: string } = { '”': '“', '»': '«' }

/** Whether the marks at the end close something that begins inside the text: the code in "begin in `a.md`". */
function closesInside(text: string, run: number): boolean {
  const mark = text.charAt(text.length - 1)
  const before = text.slice(0, -run)
  const opening = OPENING[mark]
  if (opening !== undefined) return before.lastIndexOf(opening) > before.lastIndexOf(mark)
  return '`"'.includes(mark) && (before.split(mark).length - 1) % (2 * run) === run
}

const ELEMENT = /^<([A-Za-z_]{2,20})>([^<>]{1,2000})<\/\1>$/u

/** `<vote>B</vote>`, as some models mark what is read, in the form of all others: `vote: B`. */
export const asMark = (line: string): string => line.replace(ELEMENT, '$1: $2')

const EMPTY_FENCE = /^[ \t]{0,8}(`{3,}|~{3,})[^\n`]{0,40}\n\s*\1[ \t]*$/gmu

/** The text without fences that have nothing in them, because it was taken out. */
export const withoutEmptyFences = (text: string): string => text.replaceAll(EMPTY_FENCE, '')
