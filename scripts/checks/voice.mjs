// Turns of phrase that read as translated, and what to write instead. `node scripts/checks/voice.mjs [folder…]`
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const nouns =
  'agent|answer|body|call|command|date|file|folder|format|id|instruction|JSON|key|message|mode|model|name|number|option|patch|path|port|rule|secret|session|setting|source|step|team|text|tool|URL|way|word'
const tells = [
  [/\bmend(s|ed|ing)?\b/gi, 'fix'],
  [/\banew\b/gi, 'again'],
  [/\b(?:goes|go|went) on\b(?! (?:record|until))/gi, 'continue, resume, keep'],
  [/\b(?:is|are|was|were|be|been) told\b/gi, 'reads, sees, learns; or name who tells whom'],
  [/\bof (?:its|their|his|her|our|your) own\b/gi, '"its own x", "a separate x"'],
  [/\b(?:lies|lie|lay) (?:in|on|beside|under|there|where)\b/gi, 'is in, is stored in'],
  [/\b(?:stands|stand|stood)\b(?![- ](?:for|alone|out|up|ins?|still|on its own))/gi, 'is'],
  [/\bthat there (?:is|are)\b/gi, 'drop it'],
  [new RegExp(`(?<!\\bthere )\\b(?:is|are) no (?:${nouns})s?\\b`, 'gi'), '"is not a …", "invalid …", "no such …"'],
  [/\bso many\b/gi, 'name the number or the limit'],
  [/\bbesides\b/gi, 'as well as, other than, apart from'],
  [/\bmeanwhile\b/gi, 'in the meantime, or drop it'],
  [/\bthe person\b(?! who)/gi, 'you, the user'],
  [/\bletters of one width\b/gi, 'monospace'],
  [/\bsilence of\b/gi, 'idle timeout'],
  [/\bseats of\b/gi, '"the team’s seats"'],
  [/\bwhoever\b/gi, 'the reader, the caller, anyone who'],
  [
    /\b(?:[Ii]t|[Tt]here|they|nothing|none) (?:is|are) (?:given|taken) (?:back|away|up|out)\b/g,
    'restored, removed, dropped',
  ],
  [/^\s*(?:\/\/|\*|\/\*\*|[-|#>]*)\s*Where (?:it|there|nothing|nobody|none|no|they|this|that|one)\b/gm, 'If …'],
  [/\bwhere (?:there|nothing|nobody|none) (?:is|are|was|were)\b/gi, 'if …'],
  [
    /, where (?:it|there|nothing|nobody|none|no|they|this|that) (?:is|are|has|have|was|can|cannot|says|names|does)\b/gi,
    ', if …',
  ],
]

/**
 * Names of one meaning that only the author knows. They may be short-lived variables, but nobody would search for a
 * file or an export by them.
 */
const vague = new Set([
  'around',
  'asked',
  'doubts',
  'emptied',
  'heard',
  'lent',
  'said',
  'surroundings',
  'together',
  'told',
])
const EXPORTED = /^export (?:async )?(?:const|function|type|class|interface) (\w+)/gm

/** Model prompts, whose wording is measured and golden, and options that stored sessions contain. */
const spared =
  /^(docs\/guide\/agents\.md|packages\/library\/src\/agents\/built-in\/|packages\/domain\/src\/(modes\/[\w/]+\/(prompts|window|decide)|task\/inquire|team\/inner-tools|state\/status)\.ts)/u
const isTest = (file) => /^tests\/|\.test\.ts$|\.fixture\.ts$/u.test(file)
/** In a test, titles and comments are ours. The rest may be a scripted model's words. */
const isOurs = (line) => /^\s*(\/\/|\/?\*)|\b(test|describe)(\.\w+)*\(|^\s*\]\)\(/u.test(line)

const wanted = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter(
    (file) =>
      /\.(tsx?|mjs|md|css)$/u.test(file) &&
      !spared.test(file) &&
      !/^(scripts\/checks\/voice|tests\/analysis\/workspace|bench\/results)/u.test(file),
  )
  .filter((file) => wanted.length === 0 || wanted.some((folder) => file.startsWith(folder)))

const found = files.flatMap((file) => [...tellsIn(file), ...vagueNames(file)])
for (const each of found) console.log(each)
console.log(`${files.length} files, ${found.length} tells`)
process.exitCode = found.length > 0 || files.length === 0 ? 1 : 0

function tellsIn(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) =>
    isTest(file) && !isOurs(line)
      ? []
      : tells.flatMap(([pattern, better]) =>
          [...line.matchAll(pattern)].map(({ 0: words }) => `${file}:${index + 1}: "${words.trim()}" → ${better}`),
        ),
  )
}

/** The file and what it exports, if a stranger could not guess what they are. */
function vagueNames(file) {
  if (!/^(?:packages|apps)\/[\w-]+\/src\/.*\.tsx?$/u.test(file) || isTest(file)) return []
  const name = file.replace(/^.*\//u, '').replace(/\.tsx?$/u, '')
  const exported = [...readFileSync(file, 'utf8').matchAll(EXPORTED)].map(([, each]) => each)
  return [name, ...exported]
    .filter((each) => vague.has(each.toLowerCase()))
    .map((each) => `${file}: "${each}" → a name that says what it is`)
}
