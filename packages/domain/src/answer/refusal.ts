/** Longer texts say more than a refusal. */
const LONGEST = 400

const SORRY =
  "(?:i['’]?m|i am|we['’]?re|we are) (?:(?:really|very|so|truly|deeply|terribly|afraid) )?sorry|sorry|(?:my )?apologies|i (?:must |do )?apologi[sz]e|i['’]m afraid|unfortunately|regrettably"
const DO =
  'help(?:ing)?|assist(?:ing)?|comply|fulfil?l|answer(?:ing)?|respond|provid(?:e|ing)|do|engag(?:e|ing)|participat(?:e|ing)|continue|proceed|support|discuss(?:ing)?|complete|process|accommodate|generate|create|creating|give|giving|handle'
/** Not `I could not`: that says how an attempt ended. */
const CANNOT = `(?:can['’]?t|can ?not|won['’]?t|will not|(?:am|['’]m) (?:not able|unable) to) (?:${DO})`
const DECLINES = `(?:(?:must |have to |need to )?(?:respectfully )?(?:decline|refuse)|(?:do not|don['’]t) feel comfortable)(?: (?:to )?(?:${DO}))?`
/** What it refuses. Words that say more about it, such as a reason, make the text an answer. */
const THAT =
  'you|with|to|in|on|about|any|further|assistance|help|information|this|that|it|these|those|such|your|the|kind|kinds|type|types|sort|of|requests?|questions?|topics?|tasks?|prompts?|query|queries|content|conversation|instructions?|at|time|moment|right|now|sorry|here'

/** `I can't do that, Dave.` */
const NAME = '(?:, [\\p{L}-]{1,30})?'
const sentence = (pattern: string): RegExp => new RegExp(`^(?:${pattern})${NAME}[\\s.!,]*$`, 'iu')

const REFUSES = [
  sentence(
    `(?:(?:${SORRY})(?: about (?:this|that))?[,.;:–—-]?\\s*)?(?:but )?(?:as an ai[^,.]{0,60}, ?)?i ?(?:${CANNOT}|${DECLINES})(?: (?:${THAT})){0,10}`,
  ),
  sentence(`(?:${SORRY})[,.;:–—-]?\\s*(?:but )?i ?(?:can['’]?t|can ?not|won['’]?t)`),
  sentence(
    '(?:(?:es )?tut mir (?:sehr )?leid|leider|entschuldigung)[,.]? ?(?:aber )?(?:dabei|damit|das|diese (?:anfrage|frage|aufgabe)|bei dieser (?:anfrage|frage|aufgabe)) kann ich (?:(?:ihnen|dir|leider) ){0,2}nicht (?:weiter)?(?:helfen|beantworten|erfüllen|bearbeiten|tun)',
  ),
  sentence(
    "(?:(?:je suis )?(?:vraiment )?désolée?)[,.]? ?(?:mais )?je ne peux pas (?:(?:vous|t['’]|y) ?)?(?:aider|répondre|faire cela)(?: (?:avec|à|sur) (?:cela|ça|cette (?:demande|question)))?",
  ),
  sentence(
    '(?:lo siento(?: mucho)?)[,.]? ?(?:pero )?no puedo (?:ayudar(?:te|le)?|responder|hacer eso|cumplir)(?: (?:con|a) (?:eso|esto|es[ta]a (?:solicitud|pregunta)))?',
  ),
  /^(?:(?:很|非常)?抱歉|对不起)[，,]?(?:但)?我(?:无法|不能)(?:帮助|协助|回答|提供|满足|完成|处理)[^。！.!]{0,12}[。！.!]?$/u,
]
const POLITE = sentence(
  `(?:${SORRY})(?: (?:about|for) (?:this|that|(?:the|any) inconvenience))?|(?:is there|how (?:else )?can|can i|may i|please|let me know|if you|feel free|thank|thanks|i hope)\\b.*`,
)

/**
 * Whether a text is a refusal and nothing else: `I'm sorry, but I can't help with that.` One that gives a reason, or
 * anything else, is an answer.
 */
export function isRefusal(text: string): boolean {
  const plain = text.replaceAll(/[*_~`>#]/gu, '').trim()
  if (plain === '' || plain.length > LONGEST) return false
  const sentences = plain.split(/(?<=[.!?。！])\s*|\n+/u).filter((one) => one.trim() !== '')
  const said = sentences.map((one) => one.trim())
  const refuses = (one: string) => REFUSES.some((pattern) => pattern.test(one))
  return said.some(refuses) && said.every((one) => refuses(one) || POLITE.test(one))
}
