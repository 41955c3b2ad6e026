import { clip, type Extract, plain } from './quote.ts'
import { stemsOf, type Term } from './words.ts'

export type GoalKind = 'decision' | 'question' | 'task'

const DECISION =
  /^\W*(should|shall|do we|would it|is it (worth|better|time)|soll|sollen|sollten|lohnt|faut-il|devons|devrions|debe(mos|riamos|ríamos)?|conviene|dobbiamo|dovremmo|devemos|deveríamos|moeten|zullen)\b|\b(versus|vs\.?|or should|oder|ou bien)\b.*\?|\b(decide|choose|entscheide|pick) (between|whether|if|zwischen|ob)\b|べきか|还是|應該|应该/iu
const QUESTION =
  /[?？؟]|^\W*(what|why|how|where|when|who|which|is|are|does|do|can|was|wie|wo|warum|wieso|wer|wann|welche[rs]?|ist|sind|kann|comment|pourquoi|quand|quel|est-ce|qué|por qué|cómo|dónde|cuándo|cuál|come|perché|dove|quando|onde|como|hoe|waarom|waar)\b/iu

/** The kind of request, judged by its first words and punctuation. */
export function kindOfGoal(text: string): GoalKind {
  if (DECISION.test(text)) return 'decision'
  return QUESTION.test(text) ? 'question' : 'task'
}

const MAX_SENTENCE = 180

/** The most significant sentences of a goal, in their order. */
export function goalExtracts(text: string, path: string, terms: readonly Term[], count: number): readonly Extract[] {
  const wanted = new Set(terms.flatMap((term) => term.stems))
  const sentences = text
    .split(/\r\n|[\n\r]/)
    .flatMap((line, at) => sentencesOf(line).map((sentence) => ({ sentence, at })))
  const weighed = sentences.map(({ sentence, at }, order) => {
    const stems = new Set(stemsOf(sentence))
    const shared = [...stems].filter((stem) => wanted.has(stem)).length
    return { extract: toExtract(sentence, path, at), order, shared: order === 0 ? shared + 2 : shared }
  })
  const best = weighed.toSorted((one, other) => other.shared - one.shared || one.order - other.order).slice(0, count)
  return best.toSorted((one, other) => one.order - other.order).map((one) => one.extract)
}

/** The place of a word in the goal. */
export function wordExtract(text: string, path: string, term: Term): Extract {
  const at = text.split(/\r\n|[\n\r]/).findIndex((line) => line.includes(term.shown))
  return { path, line: Math.max(0, at) + 1, text: term.shown, prose: true }
}

const toExtract = (sentence: string, path: string, at: number): Extract => ({
  path,
  line: at + 1,
  text: clip(sentence, MAX_SENTENCE),
  prose: true,
})

const sentencesOf = (line: string): readonly string[] =>
  plain(line)
    .split(/(?<=[.!?。！？])\s*(?=[\p{Lu}\p{Lo}])/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
