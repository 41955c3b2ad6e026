import { undecorated } from '../../../answer/lines.ts'
import { tellingWords } from '../../../answer/option.ts'

/** What a sentence may tell, apart from what any sentence tells. */
export type Secrets = {
  /** How likely the author finds each option, and how sure it is, in percent. */
  readonly shares: readonly number[]
  readonly options: readonly string[]
  /** In a discussion, positions are public: only how sure their author is stays secret. */
  readonly isPositionPublic: boolean
}

/**
 * The text without sentences that tell how their author votes or how sure it is: a vote, an option as its own choice, a
 * share of an option. A lost sentence costs less than a vote that others follow.
 */
export function withoutTelling(text: string, secrets: Secrets): string {
  const tells = tellsWith(secrets)
  const parts = text.split(BETWEEN)
  const kept: string[] = []
  let gap = ''
  for (let at = 0; at < parts.length; at += 2) {
    const [sentence = '', behind = ''] = [parts[at], parts[at + 1]]
    if (tells(sentence)) {
      gap = wider(gap, behind)
      continue
    }
    kept.push(gap, sentence)
    gap = behind
  }
  return kept.length === parts.length + (parts.length % 2) ? text : kept.join('').trim()
}

/** Whether a sentence of the text tells it. */
export const isTold = (text: string, secrets: Secrets): boolean => text.split(BETWEEN).some(tellsWith(secrets))

/** Between sentences, and between a line and a list item, a table row, a heading or a paragraph below it. */
const BETWEEN = /((?<=[.!?;。！？；]["'”’)*_`]{0,4})\s+|\n\s*(?=\n|[-*+•>#|]|\d{1,3}[.)]\s))/u

const wider = (one: string, other: string): string =>
  other.split('\n').length > one.split('\n').length || one === '' ? other : one

const word = (words: string): string => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`
const any = (words: string): RegExp => new RegExp(word(words), 'iu')

const AMOUNT = '\\d{1,3}(?:[.,]\\d{1,6})?'
const PERCENT = '(?:[%％]|percent|per cent|pct|prozent|pour ?cent|por ciento|per cento)'
const SPELLED = '\\p{L}{3,9}(?:[- ]\\p{L}{3,5})?\\s(?:percent|per cent)'
const PARTS = '(?:\\d{1,2}|\\p{L}{3,5})\\s{0,2}(?:\\/|out of|in)\\s{0,2}(?:100?|ten)(?![\\p{L}\\p{N}])'
/** `86 %`, `0.86`, `9 out of 10`, `eighty percent`. */
const SHARE = `(?<![\\p{L}\\p{N}.,])(?:${AMOUNT}\\s{0,2}${PERCENT}|0?[.,]\\d{1,4}(?![\\p{L}\\p{N}])|${SPELLED}|${PARTS})`
const HAS_SHARE = new RegExp(SHARE, 'iu')
/** A number of percent, to compare with what was read. */
const NUMBERS = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(?:(${AMOUNT})\\s{0,2}${PERCENT}|(0[.,]\\d{1,4})(?![\\p{L}\\p{N}]))`,
  'giu',
)
/** `86/14`, `86 to 14`: two options of two. */
const ODDS = /(?<![\p{L}\p{N}.,/:-])(\d{1,2})\s{0,2}(?:\/|:|–|-|to|zu|à)\s{0,2}(\d{1,2})(?![\p{L}\p{N}/:.-]*\d)/giu

const ME = any("I|I['’](?:m|d|ll|ve)|me|my|mine|we|our|ich|mir|meine?[rnms]?|je|j['’]|mon|ma|mi|yo|io|mio|mia")
const VOTING = any('vot(?:e|es|ed|ing|um|o|ons)|ballot|(?:ab)?stimm(?:e|en)|(?:meine )?wahl')
/** Where words have no spaces between them. */
const VOTES_THERE = /我[^。！？]{0,6}(?:投|选|選|支持)|投票します|に投票|에 투표/u
/** `Voting A`, `Vote for A`, `+1 for A`. */
const OPENS =
  /^(?:(?:so|thus|hence|therefore|overall),?\s)?(?:vot(?:e|ing|o|um)(?!\p{L})|\+1(?!\d)|count me|put me down)/iu
const SURE = any(
  'sure|certain|certainty|confiden\\p{L}{0,4}|convinced|sicher\\p{L}{0,4}|überzeug\\p{L}{0,3}|sûre?|convaincue?|segur[oa]|convencid[oa]|zuversichtlich',
)
const LIKELY = any(
  'likel\\p{L}{0,6}|probab\\p{L}{0,6}|odds|chances?|credence|belief|believe|lean\\p{L}{0,4}|favou?r\\p{L}{0,4}|prefer\\p{L}{0,4}|weight|bet|right|wahrschein\\p{L}{0,8}|richtig',
)
const OWNED = any(
  '(?:my|our|mein\\p{L}{0,2}|mon|ma|mi) (?:(?:own|final|clear|personal) ){0,2}(?:choice|pick|answer|preference|position|verdict|decision|favou?rite|selection|wahl|antwort|choix|elección)',
)
const CHOOSES = any(
  "(?:I|we)(?:['’](?:m|d|ll|ve))?(?: (?:am|will|would|hereby|clearly|firmly|strongly|still|therefore|thus|do|have|must|have to)){0,3} (?:choos\\p{L}{1,3}|chose|pick\\p{L}{0,3}|select\\p{L}{0,3}|opt\\p{L}{0,4}|go(?:ing)? (?:with|for))|ich (?:wähle|nehme|entscheide)|je choisis|elijo",
)
const SIDES = any(
  "(?:I|we)(?:['’](?:m|d|ll|ve))?(?: \\p{L}{2,9}){0,3} (?:prefer|favou?r|lean\\p{L}{0,3}|back|support|side|recommend|sta[n]d|settle|endorse|take|for|with|bin für)",
)

/** A letter that means an option, not `A` as an article. */
const VERBS =
  'is|was|has|at|with|gets|wins|because|and|or|to|over|as|remains|seems|looks|will|would|should|must|but|for|on|in|against|vs|by'
const ARTICLE = `(?!\\s+(?!(?:${VERBS})(?!\\p{L}))\\p{Ll})(?!\\s\\d{1,3}[- ]\\p{L})`
const LETTER = new RegExp(
  `(?<![\\p{L}\\p{N}'’])(?:[Oo]ption\\s{1,3})?["'“*_\`(]{0,3}(?<![\\p{L}\\p{N}'’])[A-H](?![\\p{L}\\p{N}'’])${ARTICLE}["'”*_\`)]{0,3}`,
  'gu',
)
/** The sign for an option once its letter, or its words, are found. Neither is a letter of any language. */
const [BY_LETTER, BY_WORDS] = ['\uE000', '\uE001']
const OPTION = `[${BY_LETTER}${BY_WORDS}]`
const NAMED = new RegExp(OPTION, 'u')

const LINKS =
  '(?:(?:is|at|with|gets?|has|to|about|around|roughly|approximately|by|a|an|my|mit|bei|avec|à|con|al|of|on)\\W{1,3}){0,3}'
const BACK =
  '(?:(?:for|on|to|in|of|favou?r|behind|toward|towards|für|pour|por|the|option|likely)[^\\p{L}\\p{N}\uE000\uE001]{1,3}){0,4}'
const BEHIND =
  'and|or|to|because|since|as|now|after|given|vs|versus|against|but|while|und|weil|et|y|sure|likely|certain|probab\\p{L}*|confiden\\p{L}*|right|is my'
const ENDS = `(?=\\W{0,4}(?:$|[.,;:!?)|/]|(?:${BEHIND})(?!\\p{L})))`
/** `A at 86 %`, and `86 % for A`. Not `A has 40 % lower latency`. */
const AT = new RegExp(`${OPTION}[^\\p{L}\\p{N}]{0,4}${LINKS}${SHARE}${ENDS}`, 'iu')
const FOR = new RegExp(`${SHARE}[^\\p{L}\\p{N}\uE000\uE001]{0,3}${BACK}${OPTION}`, 'iu')
/** `A 86, B 14`: without a unit. */
const PAIR =
  /(?<![\p{L}\p{N}])(?:option\s)?([A-H])["'*_`)]{0,3}\s{0,3}(?:[:=(–—-]\s{0,3}|(?:at|is|gets|with)\s)?\d{1,3}(?:[.,]\d{1,6})?(?=\s{0,2}(?:$|%|percent|[,;.)|/]|(?:and|to|vs)(?!\p{L})))/gmu
/** `| A | 14 |`, `B: 86 %`: nothing on the line but an option and its share. */
const ALONE = /^(?:option\s)?[a-h](?![\p{L}\p{N}])[^\p{L}\p{N}]{0,8}\d{1,3}(?:[.,]\d{1,6})?[^\p{L}\p{N}]*$/iu

const MOST_WORDS = 60

function tellsWith({ shares, options, isPositionPublic }: Secrets): (sentence: string) => boolean {
  const words = tellingWords(options).slice(0, MOST_WORDS).map(escaped)
  const named = words.length === 0 ? undefined : new RegExp(word(words.join('|')), 'giu')
  return (sentence) => {
    const said = sentence.replaceAll(/\s+/gu, ' ').trim()
    if (said === '') return false
    const lettered = said.replaceAll(LETTER, BY_LETTER)
    const text = named ? lettered.replaceAll(named, BY_WORDS) : lettered
    if (isVote(said)) return true
    if (NUMBER.test(said) && (isShare(said, text, shares) || isPaired(said) || isSplit(said))) return true
    return !isPositionPublic && isChoice(text)
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, '\\$&')
const NUMBER = /\d|per ?cent/iu

const isVote = (said: string): boolean =>
  (ME.test(said) && VOTING.test(said)) || VOTES_THERE.test(said) || OPENS.test(opening(said))

/** How a sentence begins, without a list mark and the name of a field. */
const opening = (said: string): string => {
  const bare = undecorated(said)
  const [field = ''] =
    /^(?:POSITION|CHANGED|REASON|VETO)[*_`]{0,3}\s{0,2}[:：=]\s{0,3}[*_`"'“]{0,3}\s{0,2}/iu.exec(bare) ?? []
  return field === '' ? said.replace(/^[-*>#\s]+/u, '') : bare.slice(field.length)
}

const isChoice = (text: string): boolean =>
  OWNED.test(text) || (CHOOSES.test(text) && NAMED.test(text)) || (SIDES.test(text) && text.includes(BY_LETTER))

/** `text`: the same words, with a sign for each option. */
const isShare = (said: string, text: string, shares: readonly number[]): boolean =>
  HAS_SHARE.test(text) &&
  (SURE.test(said) ||
    (LIKELY.test(said) && (ME.test(said) || NAMED.test(text))) ||
    isChoice(text) ||
    AT.test(text) ||
    FOR.test(text) ||
    isRead(said, shares))

const isRead = (text: string, shares: readonly number[]): boolean =>
  shares.length > 0 &&
  [...text.matchAll(NUMBERS)].some(([, percent, part = '']) =>
    shares.includes(percent === undefined ? rounded(numberOf(part) * 100) : numberOf(percent)),
  )

const numberOf = (amount: string): number => Number(amount.replace(',', '.'))
const rounded = (share: number): number => Math.round(share * 100) / 100

const isPaired = (text: string): boolean =>
  ALONE.test(undecorated(text)) || new Set([...text.matchAll(PAIR)].map(([, letter]) => letter)).size > 1

const isSplit = (text: string): boolean =>
  [...text.matchAll(ODDS)].some(([, one, other]) => Number(one) + Number(other) === 100)

/** The shares that a vote states, in percent. Numbers that many sentences contain say nothing. */
export const sharesStated = (values: readonly string[]): readonly number[] =>
  values
    .flatMap((value) => [...value.matchAll(/(?<![\p{L}\d.,])\d{1,3}(?:[.,]\d{1,6})?|(?<![\p{L}\d])[.,]\d{1,4}/gu)])
    .map(([amount]) => numberOf(amount))
    .map((amount) => (amount > 0 && amount < 1 ? rounded(amount * 100) : amount))
    .filter((share) => share > 0 && share < 100)
