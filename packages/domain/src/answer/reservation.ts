import { undecorated } from './lines.ts'

/** A longer remark is prose, of which only the beginning can retract anything. */
const LONGEST = 1_000

const word = (alternatives: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'iu')

/** Words that often introduce a limit to a yes. */
const CONTRAST = word('(?<!(?:nothing|anything) )but(?! also)|however|nevertheless|nonetheless')
/** What may follow them and be harmless: `but rename it one day`. */
const SUGGESTS = word(
  'one day|some ?day|later|eventually|next time|in (?:the )?future|consider|nit|optional(?:ly)?|nice to have|suggest|keep an eye|keep in mind|bear in mind|be aware|note that|watch|monitor|feel free',
)
/** Words that limit the statement before them, anywhere in the text. Chinese and Japanese do not separate words. */
const LIMITING = word(
  [
    '(?:al)?though|except|excluding|unless|until|barring',
    '(?:apart|aside) from|other than|save for|subject to|as long as|so long as|on (?:the )?condition|conditional(?:ly)?|provided|assuming|pending|only (?:if|once|when|after)',
    'once(?=\\s+(?!more|again|and)\\p{L})|(?:fine|ok|okay|good|yes|me|us) (?:if|when)',
    'with (?!no |zero |few )(?:\\p{L}+ )?(?:concerns?|reservations?|caveats?|conditions?|objections?|doubts?|changes|exceptions?)|with (?:one|an?|some|this|that) (?:\\p{L}+ )?change',
    'partial(?:ly)?|partly|mostly|largely|almost|nearly|somewhat|in (?:principle|part|general)|(?:for the|on) most|teilweise|größtenteils|weitgehend|im Prinzip|en principe|presque|parcialmente|casi|quasi|частично|почти',
    'aber|jedoch|allerdings|au(?:ß|ss)er|obwohl|sofern|solange|mais|sauf|cependant|toutefois|pourtant|pero|salvo|excepto|aunque|sin embargo',
    'mas|porém|exceto|embora|però|tranne|eccetto|но|кроме|однако|хотя',
  ].join('|'),
)
const LIMITING_SCRIPTS = /但|不过|然而|除了|除非|ただし|しかし|하지만|그러나/u
const AT_THE_START = word('false$|if|when|yet|after|before|once|wenn|falls|sobald|doch|ma|si|cuando|quand')

const NO =
  "no|without(?: any)?|zero|not (?:an?|any|one)(?: single)?|neither|kein(?:e[rnms]?)?|ohne|pas (?:de|d’|d'|un)|aucune?|sans|sin|ning[uú]n[oa]?|nessun[oa]?|nenhum[a]?|нет|без"
const NEVER =
  "not|never|none|nothing|nobody|no one|nor|cannot|\\p{L}{2,6}n['’]t|nicht|nichts|niemand|ne|pas|rien|personne|nunca|nada|nadie|не|никто"
const NEGATION = word(`${NO}|${NEVER}`)
const NEGATION_SCRIPTS = /不|没|無|无|ない/u

const NOUN =
  '(?:concern|objection|problem|problème|issue|gap|error|failure|risk|doubt|reservation|reserve|regression|veto|dissent|disagreement|conflict|complaint|remark|comment|bug|defect|flaw|exception|blocker|warning|question|contradiction|caveat|dispute)e?s?|(?:changes?|work|fix(?:es)?|rework) (?:is |are )?(?:needed|necessary|required)|(?:need|reason) to|new (?:arguments?|points?|positions?|evidence|reasons?)|movement|einw[aä]nde?|bedenken|fehler|lücken?|änderung(?:en)?|objeci(?:ón|ones)|dudas?|errores|erreurs?|obiezioni|dubbi|возражени\\p{L}*|замечани\\p{L}*|проблем\\p{L}*|ошиб\\p{L}*'
const BAD =
  'fails?|failed|failing|miss(?:es|ed|ing)?|objects?|objected|disagrees?|disputes?|opposes?|contradicts?|lacks?|lacking|breaks?|broken|differs?|wrong|unclear|unmet|remains?|(?:is|are|was) (?:left|open|red)|left (?:open|to do|to add)|new|to add|to say|(?:change|touch|affect|alter)s? (?:any|other|anything|a)|needs? (?:to be |any )?(?:chang|fix|work|rework)\\p{L}*|fehlt|falta|manque'
/**
 * Phrases that are good news because they are negated: `no concerns`, `nothing is missing`, `nobody objects`, `nobody
 * moved`.
 */
const HARMLESS = [
  word(`(?:${NO}) (?:(?!of|for|to|in|on|and|or)[\\p{L}-]+ ){0,2}(?:${NOUN})`),
  word(`(?:${NEVER}|${NO}) (?:(?!and|or)[\\p{L}\\p{N}-]+ ){0,4}(?:${BAD})`),
  word(`(?:${NEVER}) (?:find|see|have|spot|notice|expect)(?: (?!and|or)\\p{L}+){0,2} (?:${NOUN}|wrong|missing)`),
  word(
    '(?:nobody|no one|nothing|none of (?:them|the \\p{L}+)|neither|no (?:position|panelist|member|agent|side)s?|positions? (?:have|has|did) not) (?:has |have |had )?(?:chang|mov|shift)\\p{L}*',
  ),
  word(`(?:${NOUN}|${BAD}) (?:\\p{L}+ ){0,4}(?:no longer|any ?more)(?: \\p{L}+)?|no longer (?:${BAD})`),
  word(`none of (?:them|the \\p{L}+) (?:has |have |had )?(?:introduced|raised|made|added) (?:an? |any )?(?:${NOUN})`),
  word('nothing (?:(?:is|more|else|left|remains|further) ){0,2}to (?:discuss|debate|decide|resolve|settle)'),
  word('not (?:only|just)|nothing but|no longer necessary|nothing else'),
]
const HARMLESS_SCRIPTS = /[没無无](?:有)?(?:任何)?(?:问题|异议|意见|缺|問題|異議)/u
/** Words that are bad news unless negated. */
const TROUBLED = word(
  'fails?|failing|failed|objects?|disagrees?|differs?|lacks?|fehl(?:t|en)|falta[n]?|manque(?:nt)?|still (?:to do|needed|needs?|required|open)|to be (?:done|added|written|fixed)|todo|needs? (?:more |some |further )?(?:work|tests?|changes?|fix(?:ing|es)?)|(?:is|are|remains?) (?:still )?(?:missing|wrong|unmet|broken|incomplete|unclear|open|red|too \\p{L}+)',
)
const DESCRIBES = word('if|when|whether|where')

/**
 * Whether the remark after a yes limits or retracts it: `but the second criterion is not met`, `they have not`, `with
 * concerns`. `no concerns` and `nothing is missing` do neither. If in doubt, it does: the agent is then asked again.
 * `opposites`: words in capitals that say no.
 */
export function hasReservation(remark: string, opposites: readonly string[] = []): boolean {
  const text = remark.slice(0, LONGEST)
  if (LIMITING.test(text) || LIMITING_SCRIPTS.test(text)) return true
  if (contrasts(text) || countsFewer(text)) return true
  return saysBad(text, opposites)
}

/** Whether a clause of the text denies something or names a trouble. */
const saysBad = (text: string, opposites: readonly string[]): boolean =>
  text.split(/[,;:.!?()，；：。！？、–—]|\s-\s/u).some((clause) => isAdverse(clause.trim(), opposites))

function isAdverse(clause: string, opposites: readonly string[]): boolean {
  if (AT_THE_START.exec(clause)?.index === 0) return true
  const denied = [...HARMLESS, HARMLESS_SCRIPTS, deniedOpposite(opposites)]
  const rest = denied.reduce((left, harmless) => left.replace(harmless, ' '), clause)
  if (NEGATION.test(rest) || NEGATION_SCRIPTS.test(rest)) return true
  if (rest.split(/[^\p{L}\p{N}_]+/u).some((part) => opposites.includes(part))) return true
  return TROUBLED.test(rest) && !DESCRIBES.test(rest)
}

/** Whether the remark contradicts what came before, rather than just suggesting something. */
function contrasts(text: string): boolean {
  const contrast = CONTRAST.exec(text)
  return contrast !== null && !SUGGESTS.test(text.slice(contrast.index))
}

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const NUMBER = `\\d{1,4}|${NUMBERS.join('|')}`
const SHARE = new RegExp(
  `(?<![\\p{L}\\p{N}/.-])(${NUMBER})(?: ?/ ?| (?:out )?of (?:the |all )?)(${NUMBER})(?![\\p{L}\\p{N}/-])`,
  'giu',
)

/** `3 of 4 criteria are met`: only a partial yes. */
function countsFewer(text: string): boolean {
  const amount = (written: string) => {
    const place = NUMBERS.indexOf(written.toLowerCase())
    return place < 0 ? Number(written) : place
  }
  return Array.from(text.matchAll(SHARE)).some(([, part = '', whole = '']) => amount(part) < amount(whole))
}

/** `not REOPEN`, `no CONCERNS`. */
const deniedOpposite = (opposites: readonly string[]): RegExp =>
  new RegExp(`(?:not|no|no need to|without) (?:${[...opposites, '(?!)'].join('|')})(?![\\p{L}\\p{N}_])`, 'u')

/** How many lines after a word are checked. Otherwise a text with many such words would be read once for each. */
const MOST_BELOW = 40
const ONLY = word('only|would(?! you (?:like|prefer|want)\\b)')
/** An offer or an instruction for later use limits nothing: `If you want, I can …`. */
const OFFERS = word('(?:if|when|once|before|after) (?:you|anyone|somebody|someone)')

/**
 * Whether the lines below a yes limit or contradict it: `once …` or `except …` right below it, `However, …` there or in
 * a later paragraph. Advice does not, nor does a later line that says nothing bad.
 */
export function isLimitedBelow(lines: readonly string[], index: number): boolean {
  const below = lines.slice(index + 1, index + 1 + MOST_BELOW).filter((line) => line.trim() !== '')
  const [first = '', ...further] = below.map((line) => opening(undecorated(line)))
  return beginsWithReservation(first) || [first, ...further].some(contradicts)
}

const opening = (line: string): string => line.slice(0, LONGEST).replace(/^[\s([]+/u, '')

/** `However, the second criterion is not met`, but not `However, keep an eye on memory`. */
function contradicts(line: string): boolean {
  const contrast = CONTRAST.exec(line)
  return contrast?.index === 0 && (contrasts(line) || saysBad(line.slice(contrast[0].length), []))
}

/** Whether the line continues the word's sentence and limits it. */
function beginsWithReservation(line: string): boolean {
  const start = line.slice(0, 40)
  if (OFFERS.exec(start)?.index === 0) return false
  return [LIMITING, LIMITING_SCRIPTS, AT_THE_START, ONLY].some((one) => one.exec(start)?.index === 0)
}
