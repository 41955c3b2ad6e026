import { numberText } from '../text/amounts.ts'

const NAMES = 'think|thinking|thoughts?|reasoning'
/** One thought at the beginning, or all that is left if it is never closed. */
const THOUGHT = new RegExp(`\\s*<(${NAMES})>(.*?)(?:</\\1>|$)`, 'isuy')
/** Servers whose template has already opened the thought send only its end. */
const END = new RegExp(`^[ \\t]*</(?:${NAMES})>[ \\t]*$`, 'imu')
const OPENING = new RegExp(`<(?:${NAMES})>`, 'iu')

/**
 * An answer and, apart from it, the thoughts that its server left in front of it: `<think>…</think>`. Thoughts consider
 * what is not meant, so a vote in them is no vote. If they were cut off, there is no answer.
 */
export function thoughtsApart<Said extends { readonly text: string; readonly reasoning: string }>(said: Said): Said {
  const { text, thought } = split(said.text)
  if (text === said.text) return said
  return { ...said, text, reasoning: [said.reasoning, thought].filter(Boolean).join('\n\n') }
}

function split(said: string): { readonly text: string; readonly thought: string } {
  const thoughts: string[] = []
  const thought = new RegExp(THOUGHT)
  let at = 0
  for (let found = thought.exec(said); found; found = thought.exec(said)) {
    thoughts.push((found[2] ?? '').trim())
    at = thought.lastIndex
  }
  if (at > 0) return { text: said.slice(at).trimStart(), thought: thoughts.join('\n\n') }
  const end = END.exec(said)
  const before = said.slice(0, end?.index ?? 0)
  if (!end || OPENING.test(before)) return { text: said, thought: '' }
  return { text: said.slice(end.index + end[0].length).trimStart(), thought: before.trim() }
}

/** How much of a model's thinking is kept: people skim it, and no decision depends on it. */
const MOST_THOUGHT = 20_000

/** Its beginning and its end. Never splits a character, or the log could not be written. */
export function keptThought(text: string): string {
  if (text.length <= MOST_THOUGHT) return text
  const half = MOST_THOUGHT / 2
  const left = numberText(text.length - MOST_THOUGHT)
  const [start, end] = [text.slice(0, half), text.slice(-half)]
  return `${start.replace(/[\ud800-\udbff]$/u, '')}\n\n[… ${left} characters left out]\n\n${end.replace(/^[\udc00-\udfff]/u, '')}`
}
