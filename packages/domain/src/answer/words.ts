const NONE =
  /^(?:none|no|not (?:any|needed|necessary|applicable)|n\/?a|nil|nothing|never|false|keine?[rs]?|nein|aucune?|non|ning[uú]n[oa]?|nenhum[a]?|nessun[oa]?|нет|无|没有|なし|-+|–|—)(?:\s+(?:veto|vetoes|objections?|concerns?|blockers?|change|changes))?\s*(?:$|[.,;:!(–—-])/iu

/** Whether what follows a marker means "nothing": `none`, `n/a`, `no objection`. */
export const isNone = (value: string): boolean => value === '' || NONE.test(value)

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

/** A template quoted back, such as `<one of the options>` or `…`, is not an answer. */
export const isPlaceholder = (value: string): boolean => /^(?:<[^<>]*>|\[[^[\]]* here\]|…|\.{3})/u.test(value)
