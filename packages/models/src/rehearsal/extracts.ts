import type { Files } from '@convene/engine'
import type { Extract } from './answers/quote.ts'

const MOST_LISTED = 4_000
const MOST_READ = 60
const MOST_BYTES = 24 * 1024
const LONGEST_LINE = 2_000
const MOST_WORDS = 12

/** A path that cannot be shown safely would let a file name inject text. */
const SHOWABLE = /^[^\p{C}`\u2028\u2029]{1,200}$/u
const PROSE = /\.(md|mdx|markdown|rst|adoc|txt)$|(^|\/)readme$/i
const OLD_NEWS = /(^|\/)(licen[cs]e|copying|notice|changelog|history)[^/]*$/i
const KEYS = /\b(sk-|ghp_|gho_|github_pat_|glpat-|xox[abp]-|AKIA|AIza|eyJ[\w-]{10})|-----BEGIN|:\/\/[^\s/:]+:[^\s/@]+@/
const ASSIGNED =
  /(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|private[_-]?key|credential)s?["']?\s*[:=]\s*["']?[^\s"'(){}<>;,]{6,}/i
const RANDOM = /[A-Za-z0-9+/_-]{40,}|\b[a-f0-9]{32,}\b/
const COMMON = new Set(
  'about after also does from have into should that their them then there they this what when where which while will with would your'.split(
    ' ',
  ),
)

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u

/** The words of a text worth searching for, in lower case. In a script without spaces, pairs of characters. */
export function searchWords(text: string): readonly string[] {
  const words =
    text
      .slice(0, 5_000)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const telling = words.flatMap((word) =>
    UNSPACED.test(word) ? (word.match(/../gsu) ?? []) : word.length > 3 && !COMMON.has(word) ? [word] : [],
  )
  return [...new Set(telling)].slice(0, MOST_WORDS)
}

/** One line per file: the one with the most of these words. Files without any of them come last. */
export async function extractsFrom(
  files: Files,
  workspace: string,
  words: readonly string[],
): Promise<readonly Extract[]> {
  const listed = (await files.list(workspace, MOST_LISTED)).filter((path) => SHOWABLE.test(path))
  const worth = new Map(listed.map((path) => [path, worthOf(path, words)]))
  const first = listed.toSorted((one, other) => (worth.get(other) ?? 0) - (worth.get(one) ?? 0)).slice(0, MOST_READ)
  const texts = await Promise.all(first.map((path) => files.read(workspace, path, MOST_BYTES)))
  const found = first.flatMap((path, at) => bestLine(path, texts[at] ?? '', words) ?? [])
  return found.toSorted((one, other) => other.hits - one.hits)
}

function worthOf(path: string, words: readonly string[]): number {
  if (OLD_NEWS.test(path)) return -10
  const prose = PROSE.test(path) ? 1 : 0
  return 2 * countIn(path, words) + (/^readme/i.test(path) ? 3 : prose) - 0.2 * path.split('/').length
}

function bestLine(path: string, text: string, words: readonly string[]): (Extract & { hits: number }) | undefined {
  let best: (Extract & { hits: number }) | undefined
  for (const [at, line] of text.split(/\r\n|[\n\r]/).entries()) {
    const hits = countIn(line, words)
    if (hits <= (best?.hits ?? (PROSE.test(path) ? -1 : 0)) || !isQuotable(line)) continue
    best = { path, line: at + 1, text: line, hits }
  }
  return best
}

function countIn(line: string, words: readonly string[]): number {
  const lower = line.slice(0, LONGEST_LINE).toLowerCase()
  return words.filter((word) => lower.includes(word)).length
}

/** A line that is meaningful on its own and does not look like a secret. */
const isQuotable = (line: string): boolean =>
  line.length <= LONGEST_LINE &&
  ((line.match(/\p{L}{2,}/gu)?.length ?? 0) > 2 || UNSPACED.test(line)) &&
  !KEYS.test(line) &&
  !ASSIGNED.test(line) &&
  !RANDOM.test(line)
