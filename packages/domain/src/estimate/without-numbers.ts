import { cleanLine } from '../text/clean.ts'

const LONGEST = 600

/** Numbers in any script, and words that are one or mean one. */
const NUMBERS =
  /\p{N}|(?<!\p{L})(?:zero|one(?!\p{L})|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|couple|few|several|half|halves|third|quarters?|double[ds]?|twice|triple[ds]?|thrice|single|pair|score|percent|per cent)(?!\p{L})|%/iu

/** Units of time, dates and money: `overnight` and `by Christmas` are numbers too. */
const UNITS =
  /(?<!\p{L})(?:(?:milli)?seconds?|minutes?|mins?|hours?|hrs?|days?|daily|nights?|overnight|today|tonight|tomorrow|weekends?|weeks?|weekly|fortnights?|sprints?|months?|monthly|years?|yearly|annual(?:ly)?|decades?|centur(?:y|ies)|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|january|february|april|june|july|august|september|october|november|december|spring|summer|autumn|winter|christmas|easter|dollars?|euros?|pounds?|cents?)(?!\p{L})|[$€£¥]/iu

/** Words that say how sure their author is, or which way the answer goes. */
const LEANINGS =
  /(?<!\p{L})(?:(?:un|most )?likely|likelihood|(?:im)?probabl[ey]|probabilit(?:y|ies)|(?:im)?possibl[ey]|certain(?:ly|ty)?|surely|definitely|doubt(?:s|ful|less)?|chances?|odds|bet|confiden(?:t|ce)|no way|for sure|will (?:not )?(?:happen|slip|fail|succeed|pass|ship|work)|won['’]t|p(?:ercentile|10|50|90)|median|range|between|at (?:most|least)|(?:over|under)estimat\p{L}*|optimistic|pessimistic)(?!\p{L})|^\W*(?:yes|no|never|always)(?!\p{L})/iu

/**
 * A reason as the others may read it: only its sentences that hold no number and nothing that gives one away. Built from
 * the reason that was read, so what is elsewhere in an answer cannot slip through. Empty if nothing is left.
 */
export function withoutNumbers(reason: string): string {
  const plain = cleanLine(reason).slice(0, LONGEST * 2)
  const kept = plain.split(/(?<=[.!?;])\s+/u).filter((sentence) => !isTelling(sentence))
  return kept.join(' ').trim().slice(0, LONGEST)
}

const isTelling = (sentence: string): boolean =>
  [sentence, sentence.normalize('NFKC'), joinedLetters(sentence.normalize('NFKC'))].some(
    (text) => NUMBERS.test(text) || UNITS.test(text) || LEANINGS.test(text),
  )

/** `f i v e` and `f-i-v-e` are `five`. */
const joinedLetters = (text: string): string =>
  text.replaceAll(/(?<!\p{L})\p{L}(?:[\s.*_-]\p{L}){2,}(?!\p{L})/gu, (word) => word.replaceAll(/[^\p{L}]/gu, ''))
