import { unwrapped } from './lines.ts'

/** How far above a word its sentence can begin, across blank lines. */
const MOST_ABOVE = 4
const LONGEST = 300

const word = (alternatives: string): string => `(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`

const CONDITION =
  'if|once|when|whenever|until|unless|after|before|as soon as|provided|assuming|wenn|falls|sobald|bevor|nachdem|si|cuando|quand|dès que'
const DENIED =
  "not|never|cannot|\\p{L}{2,6}n['’]t|nicht|nie|jamais|nunca|unable|too early|premature|hesitate|refuse|reluctant"
const UNREAL = `${DENIED}|would|could|might|will|shall|going to`
const SAYING =
  'write|say|declare|answer|reply|respond|conclude|output|state|sign off|vote|schreiben|sagen|écrire|dire|escribir|decir'

/** Nothing follows these words but the rest of their sentence. */
const HANGING = new RegExp(
  `${word(`${DENIED}|would|could|might|if|when|whenever|unless|until|to|than|an?|the`)}$`,
  'iu',
)
/** `I am not ready to say`, `we would answer with`. `Nothing left to say` is complete. */
const UNSAID = new RegExp(
  `${word(UNREAL)}[^.!?:]{0,120}(?<!(?:nothing|anything|left|more|else) to )${word(SAYING)}(?:\\s+(?:an?|the|this|that|with|it|yet|so|now|just|simply|line|word|here)){0,3}$`,
  'iu',
)
const ANNOUNCED = new RegExp(
  `${word(`${CONDITION}|${UNREAL}`)}[^.!?]{0,200}${word(`${SAYING}|add|put|end|be|return|give|use`)}`,
  'iu',
)
const UNDER_CONDITION = new RegExp(`^${word(CONDITION)}\\s+\\p{L}`, 'iu')
/** A plan to write the word with neither a no nor a condition: `My answer will be:`. */
const PLAIN_FUTURE = new RegExp(word(`${CONDITION}|${DENIED}|would|could|might`), 'iu')
const CONCLUDES = new RegExp(
  word('so|therefore|thus|hence|(?:my|the) (?:final )?(?:verdict|answer|decision|vote)'),
  'iu',
)
/** `When they pass I can end with`, and the word is below. */
const ENDS_WITH = /(?<!\p{L})(?:with|by)$/iu
const REPORTS = new RegExp(
  `${word('says?|said|writes?|wrote|asks?|asked|reads|suggests?|suggested|claims?|claimed|told|demands?|example|template')}[^.!?:]{0,40}[:：]$`,
  'iu',
)
const FIRST_PERSON = new RegExp(word('I|we|my|our|ich|wir|je|yo'), 'iu')
const AUXILIARY = new RegExp(word('is|are|was|were|has|have|had|can|will|does|do|did|pass(?:es)?|works?|met'), 'giu')
const CODE = /[=(){}<>;|`]/u
/** A longer clause has its own main clause. */
const SHORT_CLAUSE = 6

/**
 * Whether the text above a word opens its sentence and so denies, conditions or quotes it: `I cannot write`, `Once the
 * tests pass,`, `When it is done I will say:`. A complete line above it, whatever words it has, does not.
 */
export function isLedIn(lines: readonly string[], index: number): boolean {
  const above = lines.slice(Math.max(0, index - MOST_ABOVE), index).findLast((line) => line.trim() !== '') ?? ''
  const isNext = (lines[index - 1] ?? '').trim() !== ''
  const sentence = lastSentence(above.slice(-LONGEST))
  if (/[:：]$/u.test(sentence)) return isAnnounced(sentence)
  if (/[,，–—]$/u.test(sentence)) return UNDER_CONDITION.test(sentence) || UNSAID.test(sentence.slice(0, -1))
  if (UNDER_CONDITION.test(sentence) && ENDS_WITH.test(sentence)) return true
  return isNext && /[\p{L}\p{N}'’]$/u.test(sentence) && isOpen(sentence)
}

/** Without decoration. A colon inside bold marks is still the end. */
function lastSentence(line: string): string {
  const bare = unwrapped(line.replace(/^[\s>#*•-]+/u, '')).trim()
  return bare.split(/(?<=[.!?。！？])\s+/u).at(-1) ?? ''
}

function isAnnounced(sentence: string): boolean {
  if (REPORTS.test(sentence) && !FIRST_PERSON.test(sentence)) return true
  if (CONCLUDES.test(sentence) && !UNDER_CONDITION.test(sentence)) return false
  return PLAIN_FUTURE.test(sentence) && (ANNOUNCED.test(sentence) || UNDER_CONDITION.test(sentence))
}

function isOpen(sentence: string): boolean {
  if (HANGING.test(sentence) || UNSAID.test(sentence)) return true
  const isShort = sentence.split(/\s+/u).length <= SHORT_CLAUSE && !CODE.test(sentence) && !sentence.includes(',')
  return isShort && UNDER_CONDITION.test(sentence) && (sentence.match(AUXILIARY)?.length ?? 0) <= 1
}
