const NONE =
  /^(?:none|no|not (?:any(?: ?more| longer)?|at all|needed|necessary|applicable)|no longer|nobody|no one|niemand|personne|n\/?a|nil|nothing(?: (?:blocks?|is blocking)(?: (?:me|us|it|this))?)?|never|false|keine?[rs]?|nein|nicht|aucune?|non|ning[uú]n[oa]?|nenhum[a]?|nessun[oa]?|нет|无|没有|なし|-+|–|—)(?:\s+(?:veto|vetoes|objections?|concerns?|blockers?|blocked|change|changes))?(?:\s+(?:any ?more|any longer|left|now|yet|so far|at all|mehr))?\s*(?:$|[.,;:!(–—-])/iu

/** Whether what follows a marker means "nothing": `none`, `n/a`, `no objection`. */
export const isNone = (value: string): boolean => value === '' || NONE.test(value)

const UNSTATED =
  /^(?:none|n\/?a|nil|no (?:position|opinion|answer|view)|not (?:yet )?(?:decided|formed|stated|applicable|sure)|undecided|unsure|tbd|to be decided|keine|aucune|ningun[oa]|nessuna|nenhuma|无|没有|なし|-+|–|—)(?:\s+(?:yet|so far|for now|at (?:this|the) (?:point|moment)))?\s*(?:$|[.,;:!(–—-])/iu

const REFERS =
  /^(?:unchanged|no change|(?:still )?(?:the )?same(?: (?:as|position as) (?:before|above|earlier))?|as (?:before|above)|see above|still open|I(?: have|['’]ve| am|['’]m)? (?:still )?(?:not (?:yet )?(?:decided|sure)|undecided|unsure)(?: yet)?)\s*[.!]?$/iu

/**
 * Whether a position is left open or only refers to another text: `none`, `undecided`, `same as before`. `No`, `Never` and
 * `None of the three` are positions.
 */
export const isUnstated = (position: string): boolean => UNSTATED.test(position) || REFERS.test(position)

const UNNEEDED =
  /^(?:(?:is|are|was|were|would be|seems?)\s+)?(?:(?:not|no longer|n['’]t)\s+(?:really\s+)?(?:needed|necessary|required|warranted|justified|called for|appropriate|applicable)|isn['’]t (?:needed|necessary|required|warranted)|unnecessary|unneeded|unwarranted|no (?:need|reason)(?= (?:to|for)(?!\p{L})|\s*(?:$|[.,;!]))|I have (?:none|no (?:concerns?|objections?|reservations?)))(?![\p{L}\p{N}])/iu

/** Whether what follows a word says that it does not apply: `is not needed`, `no need`. */
export const isUnneeded = (text: string): boolean => UNNEEDED.test(text)

const ABSTAINS =
  /^(?:i\s+)?(?:abstain(?:ed|ing|s)?|abstention|enthaltung|ich enthalte mich|abst[eé]n(?:go|tion|ción)?|je m'abstiens)(?![\p{L}\p{N}])/iu

/** Whether a vote is an abstention. */
export const isAbstention = (value: string): boolean => ABSTAINS.test(value.trim())

const DENYING =
  /(?<![\p{L}\p{N}])(?:not|no|never|none|nothing|neither|nor|cannot|without|(?:ca|wo|do|does|did|is|are|was|were|has|have|would|should|could)n['’]t|unless|until|nicht|kein(?:e[rnms]?)?|niemals|ne|pas|nunca|не|нет|不|没)(?![\p{L}\p{N}])/iu
const CONDITIONAL =
  /(?<![\p{L}\p{N}])(?:if|once|when|only|after|before|provided|unless|until|would|could|should|wenn|falls|sobald|si|cuando|quand)(?![\p{L}\p{N}])/iu

export const denies = (text: string): boolean => DENYING.test(text)
export const isConditional = (text: string): boolean => CONDITIONAL.test(text)

const PLACEHOLDER = /^(?:<[^<>]*>|\[[^[\]]* here\]|…|\.{3})/u
/** The words of a form without its brackets, or a mark in place of its value: `POSITION: POSITION_VOTE`. */
const FORM_WORDS = [
  /^(?:the |your |a )?(?:reason|option|member(?: name)?|alias|letter|answer|question|whole task|argument|position)[.…]?$/iu,
  /^(?:POSITION|VOTE|REASON|CONFIDENCE|RATIONALE|SCORE|PROBABILITIES|DECISION|CHANGED|VETO|OPTION)(?:_[A-Z]+)*\.?$/u,
  /^(?:your|the|their|another|one of the) [^.:;]{0,60}\b(?:in|as) (?:one|a|two or three) (?:line|sentence|few words|sentences)$/iu,
  /^(?:(?:a number|how likely it is the right one,?)\s+)?(?:from )?0 to 1(?:00)?$/iu,
  /^(?:why,? )?(?:in )?one or two sentences$/iu,
  /^way \d{1,2}$/iu,
  /^what is missing or wrong(?:, most important first)?$/iu,
  /^one of the options(?:, word for word)?(?:,? or abstain)?$/iu,
  /^letter, or something else: your position in one line$/iu,
]

/** A template quoted back, such as `<one of the options>` or `…`, is not an answer. Nor are its words. */
export const isPlaceholder = (value: string): boolean => PLACEHOLDER.test(value) || isFormWords(value)

/** Whether a value is nothing but the words of a form. */
export const isFormWords = (value: string): boolean =>
  value.length <= LONGEST_FORM && FORM_WORDS.some((form) => form.test(value))

const LONGEST_FORM = 80
