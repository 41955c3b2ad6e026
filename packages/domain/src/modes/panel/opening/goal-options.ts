import { undecorated } from '../../../answer/lines.ts'
import { distinctOptions } from '../../../decision/options.ts'

const LONGEST_GOAL = 2_000
const MOST = 8
const MOST_WORDS = 15

const VERBS = new Set(
  'accept add adopt allow ask automate avoid ban begin block build buy cache call cancel change charge choose close continue convert copy create cut delay delete deploy do drop enable expand extend fix fork freeze go grow handle hire host invest join keep launch lease leave let license limit list maintain make merge migrate move offer open outsource own pay pick port postpone publish put raise rebuild refactor reject release remove rename rent repair replace require rewrite roll run save sell send serve ship shut sign skip split start stay stick stop store support switch take test train try turn upgrade use wait withdraw work write'.split(
    ' ',
  ),
)

const SUBJECT = /^(?:should|shall|do|would|must|can|could)\s+(?:we|i|you|they|it|one|he|she)\s+/iu
const BETTER = /^(?:is|would) it (?:be )?(?:better|best|wiser|safer|cheaper) to\s+/iu
const NAMED_SUBJECT = /^(?:should|shall|must)\s+((?:the|our|my|your|their|this|that|a|an)\s.*)$/isu
const OPEN = /^(?:how|why|what|where|who|when|which|in which|on which)\b/iu
const SPLIT = /\s*,?\s+or\s+(?:(?:should|shall|do|would)\s+(?:we|i|you|they|it)\s+|rather\s+|instead\s+|to\s+)?/iu
/** `two or more`, `sooner or later`: not a choice. */
const NO_CHOICE = /\bor\s+(?:so|more|less|fewer|later|two|both|another|something|anything|similar)\b/iu

/**
 * The options that a goal names in a sentence: `Should we move to Postgres, or stay on SQLite?`. Empty if that is
 * unclear: then the panelists' own answers become the options.
 */
export function optionsNamed(goal: string): readonly string[] {
  const sentences = goal
    .slice(0, LONGEST_GOAL)
    .split(/(?<=(?<!\bvs)[.!?])\s|\n/iu)
    .map((sentence) => undecorated(sentence))
  const found = sentences.map((sentence) => namedIn(sentence)).find((options) => options.length > 1)
  return found ?? []
}

function namedIn(sentence: string): readonly string[] {
  if (NO_CHOICE.test(sentence)) return []
  const asked = sentence.endsWith('?') ? choiceIn(sentence.slice(0, -1).trim()) : []
  return asked.length > 1 ? asked : chosen(comparedIn(sentence))
}

/** `Redis vs. Postgres`, `choose between Redis and Postgres`. */
function comparedIn(sentence: string): readonly string[] {
  const [, left, right] =
    /\bbetween\s+(.{1,80}?)\s+(?:and|or)\s+(.{1,80}?)(?=[.?!,;]|\s+for\s|$)/iu.exec(sentence) ??
    /^(?:.{0,40}:\s*)?(.{1,80}?)\s+(?:vs\.?|versus)\s+(.{1,80}?)(?=[.?!,;]|\s+for\s|$)/iu.exec(sentence) ??
    []
  return left !== undefined && right !== undefined ? [left, right] : []
}

function choiceIn(question: string): readonly string[] {
  if (!/\sor\s/iu.test(question)) return []
  const phrase = phraseIn(question)
  if (phrase === undefined) return []
  const parts = phrase.split(SPLIT).map((part) => part.trim())
  const [first = '', ...others] = parts
  if (others.length === 1 && /^not$/iu.test(others[0] ?? '')) return chosen([first, `Do not ${first}`])
  const listed = [...first.split(/\s*,\s+/u), ...others.flatMap((part) => part.split(/\s*,\s+/u))]
  return chosen(withVerb(listed.filter((part) => part !== '')))
}

/** What follows the subject: `move to Postgres, or stay on SQLite`. Undefined if the subject has no clear end. */
function phraseIn(question: string): string | undefined {
  if (OPEN.test(question)) {
    const at = Math.max(question.lastIndexOf(':'), question.slice(0, question.search(/\sor\s/iu)).lastIndexOf(','))
    return at < 0 ? undefined : question.slice(at + 1).trim()
  }
  const plain = question.replace(SUBJECT, '').replace(BETTER, '')
  if (plain !== question) return plain
  const named = NAMED_SUBJECT.exec(question)?.[1]
  if (named !== undefined) return fromVerb(named)
  return /^(?:is|are|does|did|do|was|were|has|have|will|would|can|could|should|shall|must)\b/iu.test(question)
    ? undefined
    : question
}

/** `move its orders` from `the shop move its orders`. */
function fromVerb(text: string): string | undefined {
  const words = text.split(/\s+/u)
  const at = words.findIndex((word, index) => index > 1 && VERBS.has(word.toLowerCase()))
  return at < 0 ? undefined : words.slice(at).join(' ')
}

/** `use Redis, Postgres`: the verb belongs to both. `keep sessions in Redis, in Postgres`: so does all before `in`. */
function withVerb(parts: readonly string[]): readonly string[] {
  const [first = ''] = parts
  const [verb = ''] = first.split(/\s+/u, 1)
  if (!VERBS.has(verb.toLowerCase())) return parts
  const hasVerb = (part: string) => VERBS.has(part.split(/\s+/u, 1)[0]?.toLowerCase() ?? '')
  return parts.map((part) => {
    if (hasVerb(part) || /^(?:do not|not)\b/iu.test(part)) return part
    return `${sharedBefore(part, first) ?? verb} ${part}`
  })
}

/** What the first part says before the word that this part begins with, if that word only joins: `in`, `with`. */
function sharedBefore(part: string, first: string): string | undefined {
  const joint = /^(?:as|at|by|for|from|in|into|on|onto|over|to|under|via|with|without)\b/iu.exec(part)?.[0]
  const at = joint === undefined ? -1 : first.toLowerCase().lastIndexOf(` ${joint.toLowerCase()} `)
  return at < 0 ? undefined : first.slice(0, at)
}

function chosen(parts: readonly string[]): readonly string[] {
  const isShort = (part: string) => part.split(/\s+/u).length <= MOST_WORDS && /[\p{L}\p{N}]/u.test(part)
  if (parts.length < 2 || parts.length > MOST || !parts.every(isShort)) return []
  const options = distinctOptions(parts.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`))
  return options.length > 1 ? options : []
}
