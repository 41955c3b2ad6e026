import { hasCommonWord } from './words.ts'
import type { Kind } from './workspace-index.ts'

const KEYS = /\b(sk-|ghp_|gho_|github_pat_|glpat-|xox[abp]-|AKIA|AIza|eyJ[\w-]{10})|-----BEGIN|:\/\/[^\s/:]+:[^\s/@]+@/
const ASSIGNED =
  /(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|private[_-]?key|credential)s?["']?\s*[:=]\s*["']?[^\s"'(){}<>;,]{6,}/i
const RANDOM = /[A-Za-z0-9+/_-]{40,}|\b[a-f0-9]{32,}\b/

const looksSecret = (line: string): boolean => KEYS.test(line) || ASSIGNED.test(line) || RANDOM.test(line)

const COMMENT = /^\s*(\/\/|\/?\*\*?(\s|$)|#(?![!#\w])|--\s|<!--|"""|;;)/

export const isComment = (line: string): boolean => COMMENT.test(line)

/** Tried in order. The first match determines how well such a line reads on its own. */
const POOR: readonly (readonly [RegExp, number])[] = [
  [/^\s*(import|export\s*[*{]|export type \{|from|require|using|#include|package|use)(?!\w).*['";.]/, 0.1],
  [/\bcopyright\b|\blicen[cs]ed? under\b|SPDX-|eslint-|@ts-|biome-ignore|^#!/i, 0.1],
  [/^\s*(\[!\[|<(img|a|p|br|div)\b)|https?:\/\/.*https?:\/\//, 0.2],
  [/^\s*[-*+]\s*\[[^\]]*\]\([^)]*\)\s*$/, 0.2],
  [/(?:\|[^|\s]+){3}/, 0.2],
  [/^\s*\/?\*+\s*@\w+/, 0.4],
  [/^\s*\|/, 0.6],
]

const DECLARES = /\b(function|class|interface|def|func|fn|struct|throw|catch|except)\b|\b(describe|test|it)\(/
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{4}/u
const MAX_LINE = 2_000

/** How well a line reads on its own. 0 means that it is never quoted. */
export function readability(line: string, kind: Kind): number {
  if (line.length > MAX_LINE || looksSecret(line)) return 0
  const words = line.match(/\p{L}{2,}/gu)?.length ?? 0
  if (words < 3 && !UNSPACED.test(line)) return 0
  const poor = POOR.find(([pattern]) => pattern.test(line))
  return poor ? poor[1] : worthOf(line, kind, words)
}

function worthOf(line: string, kind: Kind, words: number): number {
  if (kind === 'prose') return /^\s*#/.test(line) ? 0.9 : sentenceWorth(line, words)
  if (isComment(line)) return sentenceWorth(line, words) - 0.1
  if (words > 10 && !hasCommonWord(line)) return 0.1
  if (kind === 'manifest') return 1
  if (kind === 'data') return 0.6
  if (words < 4) return 0.3
  const code = line.replace(/(['"`])(?:(?!\1).)*\1?|(?<=[:=(,]\s?)\/[^/]+\/\w*/g, '')
  if (DECLARES.test(code)) return 1.1
  return lettersIn(code) < lettersIn(line) * 0.5 ? TEXT_FOR_SCREENS : 0.8
}

/** UI text has the words of its subject without describing this workspace. */
const TEXT_FOR_SCREENS = 0.4

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

const sentenceWorth = (line: string, words: number): number => (words >= 6 && /^\W*\p{Lu}/u.test(line) ? 1.5 : 1.2)
