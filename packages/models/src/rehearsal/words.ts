/** A word as written, and the stems under which it is looked up. */
export type Term = { readonly shown: string; readonly stems: readonly string[] }

const WORD = /[\p{L}\p{M}\p{N}_$]+/gu
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** Japanese endings and particles, which a segmenter returns as separate words. */
const PARTICLE = /^\p{sc=Hiragana}{1,4}$/u
const MAX_WORD = 60
const MAX_TEXT = 20_000
const MAX_KNOWN = 50_000
const known = new Map<string, readonly string[]>()

/** Every stem of a text, in order and with repeats. `readFile` counts as two words. */
export function stemsOf(text: string): string[] {
  const stems: string[] = []
  for (const word of text.match(WORD) ?? []) {
    if (word.length > MAX_WORD) continue
    for (const stem of stemsOfWord(word)) stems.push(stem)
  }
  return stems
}

/** The words a text is about, in order, without common ones. */
export function keyTerms(text: string, limit: number): readonly Term[] {
  const terms = wordsOf(text.slice(0, MAX_TEXT)).map((shown) => ({ shown, stems: stemsOfWord(shown) }))
  const telling = terms.filter(isTelling)
  const wanted = telling.filter(
    (term) => !REQUEST.has(fold(term.shown)) && !(term === terms[0] && OPENING.has(fold(term.shown))),
  )
  const chosen = wanted.length > 0 ? wanted : telling
  const first = new Map(chosen.toReversed().map((term) => [term.stems.join(' '), term]))
  return [...first.values()].reverse().slice(0, limit)
}

const isTelling = ({ shown, stems }: Term): boolean =>
  /[\p{L}\p{N}]/u.test(shown) && stems.length > 0 && !COMMON.has(fold(shown)) && !PARTICLE.test(shown)

/** A sentence has some, a word list has none. */
export const hasCommonWord = (text: string): boolean => (text.match(WORD) ?? []).some((word) => COMMON.has(fold(word)))

function wordsOf(text: string): readonly string[] {
  if (!UNSPACED.test(text)) return text.match(WORD) ?? []
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  return [...segments].filter((segment) => segment.isWordLike).map((segment) => segment.segment)
}

function stemsOfWord(word: string): readonly string[] {
  const before = known.get(word)
  if (before) return before
  const stems = UNSPACED.test(word) ? pairsOf(word) : partsOf(word).map(stem)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(word, stems)
  return stems
}

const partsOf = (word: string): readonly string[] =>
  word
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_$]+/)
    .map(fold)
    .filter((part) => part.length > 1)

function pairsOf(word: string): readonly string[] {
  const letters = [...word]
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

function fold(word: string): string {
  const lower = word.toLowerCase()
  return /^[\x20-\x7e]*$/.test(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss')
}

/** Simple on purpose: it only has to unify the forms of one word, in English and related languages. */
function stem(word: string): string {
  if (word.length < 5) return word.length === 4 ? word.replace(/(?:e|(?<!s)s)$/, '') : word
  const bare = word.replace(/ies$|ied$/, 'y').replace(/(?:ing|ings|ungen|ung|ed|es|en|er|ers|e|(?<!s)s)$/, '')
  const short = bare.length < 3 ? word : bare
  return short.replace(/([bdfgklmnprt])\1$/, '$1')
}

const list = (...words: readonly string[]): ReadonlySet<string> => new Set(words.join(' ').split(' '))

const COMMON = list(
  'a an and are as at be been being but by can could did do does done for from had has have he her his how i if in into is it its just me my no not of on or our out over own per she so some such than that the their them then there these they this those through to too under up us very was we were what when where which while who whom why will with would you your about after all also any because before between both each few here more most other same only now off once again',
  'der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren wird werden wurde hat haben hatte nicht kein keine mit fur auf aus bei nach von vom zum zur zu im in an am als auch es er sie wir ihr ich du uns unser unsere unseren unserem euer man sich wie was wo wer wann warum welche welcher welches soll sollen sollten kann konnen muss mussen durch uber unter vor noch nur schon sehr so dass wenn dann hier gibt',
  'le la les un une des du de et ou mais est sont etait pour par sur dans avec sans ce cette ces il elle nous vous ils elles on je tu notre nos votre vos que qui quoi dont ou comment pourquoi quand quel quelle faut doit devons devrait ne pas plus tres aussi au aux se sa son ses leur y en',
  'el los las una unos unas y o pero es son era para por sobre con sin este esta estos estas nosotros ustedes ellos yo nuestro nuestra nuestros que quien como cuando donde cual debe debemos deberiamos no mas muy tambien al del lo su sus hay',
  'il gli uno dei delle degli della dello nel nella sono per con senza questo questa questi noi voi loro che chi come quando dove quale dobbiamo dovremmo non piu molto anche os as um uma dos das nos na no pelo pela sao com sem isto este nosso nossa quem quando onde qual devemos nao mais muito tambem',
  'het een van voor op met zonder deze dit wij jullie ons onze hoe waarom wanneer waar welke moeten kunnen niet meer zeer ook naar',
)

/** They say that something is wanted, not what. */
const REQUEST = list(
  'please should shall may might must need want like let make makes do give get use using think best better good way ways thing things',
  'bitte faut debe devono',
)

/** The same, but only as the first word: `help me` is a request, `the help page` is a subject. */
const OPENING = list(
  'find look see tell show explain describe write create add build implement fix check review help consider suggest',
  'schreibe schreib erstelle erstellen zeige zeig erklare erklar finde suche prufe mache mach hilf gib',
  'ecris ecrire creer montre explique trouve fais escribe crea muestra explica encuentra haz scrivi mostra spiega trova escreva crie mostre schrijf maak toon',
)
