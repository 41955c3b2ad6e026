import { withoutEnd } from '@convene/domain'
import { squadLines } from './lines.ts'
import { cutTo, withoutMarkdown, withoutPictures } from './plain-text.ts'
import { charterField } from './read-charter.ts'

const MOST_ROLE = 60

/** What a member does, in a few words: its role, or else the first sentence of its prompt without "You are a". */
export function roleText(role: string, prompt: string): string {
  if (role !== '') return cutTo(withoutPictures(withoutMarkdown(role)), MOST_ROLE).trim()
  const text = squadLines(prompt).find((line) => line.text.trim() !== '' && !/^\s*[#>|-]/u.test(line.text))?.text ?? ''
  const sentence = /^(.*?[.!?])(?:\s|$)/u.exec(text.slice(0, 1_000))?.[1] ?? text
  const words = withoutEnd(withoutMarkdown(sentence).replace(/^you(?:'re| are) (?:an? |the )?/iu, ''), '.!?')
  return cutTo(withoutPictures(words), MOST_ROLE).trim()
}

/** A charter's text: the prompt, and the model if a particular one is set. */
export function charterText(prompt: string, model: string | undefined): string {
  const text = prompt.trim()
  const written = charterField(squadLines(text), 'preferred')
  if (model === undefined) return `${text}\n`
  if (!written) return `${text}\n\n## Model\n\n- **Preferred:** ${model}\n`
  const lines = text.split('\n')
  lines[written.line - 1] = (lines[written.line - 1] ?? '').replace(written.text, () => model)
  return `${lines.join('\n')}\n`
}
