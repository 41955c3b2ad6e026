/** A way in which a source file could decide a test run that it should only be tested by, and the text that shows it. */
type Reach = { readonly words: string; readonly text: string }

/** The words for a file that asserts by itself. */
export const USES_RUNNER = 'uses the test runner'
const ENDS = 'ends the process'
const RUNNER = USES_RUNNER
const KNOWS = 'knows that it is tested'
const UNREADABLE = 'runs code that nobody can read'
const ESCAPED_LETTER = /\\(?:u00|u\{0{0,4}|x)(?:4[1-9a-f]|5[\da]|6[1-9a-f]|7[\da])/iu

const REACHES: readonly (readonly [RegExp, string])[] = [
  [/\bprocess\.(?:exit|exitCode|abort|reallyExit|kill|execve|dlopen|binding)\b/u, ENDS],
  [/\bprocess\s*(?:\?\.\s*)?\[|['"](?:node:)?process['"]|=\s*(?:globalThis\s*\.\s*)?process\s*(?:[;,)\n]|$)/u, ENDS],
  [/\b(?:sys\.exit|os\.abort|os\.kill|os\.Exit|process::(?:exit|abort)|exit!|SystemExit)/u, ENDS],
  [/\b(?:_exit|exec[lv](?:p|e|pe)?|killpg|posix_spawn)\b|\bsyscall\.(?:Exec|Exit|Kill)\b/u, ENDS],
  [/[.:]_?[eE]xit(?:Process)?!?\s?\(|\bexitProcess\b|\bexit(?:Success|With)\b|\bgetBuiltinModule\b/u, ENDS],
  [
    /\.halt\(|(?<![\w.$])(?:_?exit|_Exit|quick_exit|quit|die)\s?\(|^[ \t]{0,40}exit(?: 0)?[ \t]{0,10}$|\btrap\b[^\n]{0,200}\bEXIT\b/mu,
    ENDS,
  ],
  [
    /['"](?:node:)?(?:assert(?:\/strict)?|test)['"]|\b(?:chai|expect|jest|vi|sinon)\.(?:mock|fn|extend|spyOn|use)\b/u,
    RUNNER,
  ],
  [/\b(?:unittest|pytest|sys\.modules|__builtins__|builtins)\b|\bsys\.(?:settrace|excepthook)\b/u, RUNNER],
  [/^[ \t]{0,40}(?:import )?"testing"$|\bflag\.Set\(|\bos\.Args ?=|\b(?:Minitest|RSpec)\b/mu, RUNNER],
  [/\brequire\.(?:cache|extensions)\b|\bModule\._|\bregisterHooks\b|\bsetattr\((?:sys|builtins)\b/u, RUNNER],
  [
    /\b(?:Object|Array|String|Number|Map|Set|Promise|Error|Date|Math|JSON|RegExp|Reflect)\.(?:prototype\.)?\w{1,40} ?=(?![=>])|\bdefineProperty\( ?(?:Object|Array|Number|String|globalThis|global|Error)\b/u,
    'changes what the language provides',
  ],
  [/\bdef __(?:eq|ne)__\([^)\n]{0,80}\)[^\n]{0,40}:\s{0,80}return (?:True|False)\b/u, 'is equal to everything'],
  [
    /\bNODE_ENV\b|\bNODE_TEST_CONTEXT\b|\bVITEST\b|\bJEST_WORKER_ID\b|\bPYTEST_CURRENT_TEST\b|\bimport\.meta\.vitest\b/u,
    KNOWS,
  ],
  [
    /\benv\.CI\b|(?:\benv|\benviron)\b.{0,12}['"`]CI['"`]|\bgetenv\( ?['"]CI['"]|\$\{?CI\b|\bnpm_(?:lifecycle|command|config)|\bPYTHONPYCACHEPREFIX\b|['"`]\/?checks\/?['"`]|\/checks\/copy-|['"`]\/?copy-/u,
    KNOWS,
  ],
  [
    /\bnew Error\([^)\n]{0,80}\)\.stack\b|\b(?:captureStackTrace|prepareStackTrace|execArgv)\b|\bsys\._getframe\b|\binspect\.(?:stack|currentframe)\b|\bruntime\.Callers?\b/u,
    KNOWS,
  ],
  [
    /\beval\s*\(|\bFunction\s*\(|\bglobalThis\s*(?:\?\.\s*)?\[|['"](?:node:)?vm['"]|\bexec\s*\(\s*(?:compile|base64|bytes)\b/u,
    UNREADABLE,
  ],
  [
    /(?<!\bthis)\.constructor\s?\(|\bdata:(?:text|application)\/(?:x-)?(?:java|ecma)script\b|\b__import__\(|\bgetattr\( ?(?:os|sys|builtins)\b/u,
    UNREADABLE,
  ],
  [/\bReflect\.get\( ?(?:globalThis|global|process)\b|[=(,] ?globalThis\b(?! ?(?:\?\.|\.|\[))/u, UNREADABLE],
  [ESCAPED_LETTER, 'spells a name with escapes'],
  [/(?<q>['"`])\w{1,12}\k<q> ?\+ ?(?<r>['"`])\w{1,12}\k<r>/u, 'puts a name together from parts'],
  [
    /\buncaughtException\b|\bunhandledRejection\b|\batexit\b|\bat_exit\b|\bon\(\s*['"](?:exit|beforeExit)['"]/u,
    'changes how the process ends',
  ],
  [
    /\bprocess\.std(?:out|err)\b|\bfs\.writeSync\(\s*[12]\b|\bos\.write\(\s*[12]\b/u,
    'writes to the output of the test run',
  ],
]

export const TESTS_INSIDE = 'contains tests'

/** Few honest files do any of it. Each line that does is listed, so that one more of them is noticed. */
export function reachesIn(content: string): readonly Reach[] {
  const signs = REACHES.filter(([sign]) => sign.test(content))
  const lines = signs.length > 0 ? content.split('\n') : []
  const inside = testsInside(content)
  return [
    ...signs.flatMap(([sign, words]) => {
      const found = lines.filter((line) => sign.test(line))
      return (found.length > 0 ? found : ['']).map((line) => ({ words, text: line.trim() }))
    }),
    ...(inside === '' ? [] : [{ words: TESTS_INSIDE, text: inside }]),
  ]
}

const BLOCK =
  /#\[(?:cfg\(test\)|test\b|ignore\b|should_panic|\w{1,40}::test\b)|\bimport\.meta\.vitest\b|^(?:test ["\w]|unittest\b)/mu
const DOCUMENTED = /^[ \t]*(?:>>> |iex> |\/\/[/!])/mu

/** The tests that some languages keep in the tested file. Empty without any. */
function testsInside(content: string): string {
  const blocks: string[] = []
  for (let rest = content; ; ) {
    const found = BLOCK.exec(rest)
    if (!found) break
    const end = endOfBlock(rest, found.index)
    blocks.push(rest.slice(found.index, end))
    rest = rest.slice(end)
  }
  return [...blocks, ...(DOCUMENTED.test(content) ? documentedTests(content) : [])].join('\n')
}

/** Behind the braces that belong to what begins here, or behind a line without any. */
function endOfBlock(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth <= 0) return at + 1
    } else if (character === ';' && depth === 0) return at + 1
  }
  return text.length
}

/** Examples in comments that are run: prompts with what they print, and code in the documentation of Rust. */
function documentedTests(content: string): readonly string[] {
  const lines = content.split('\n').map((line) => line.trim())
  return [...promptsIn(lines), ...fencesIn(lines)]
}

function promptsIn(lines: readonly string[]): readonly string[] {
  let isExample = false
  return lines.filter((line) => {
    if (/^(?:>>>|iex>) /u.test(line)) isExample = true
    else if (line === '' || line.startsWith('"""') || line.startsWith("'''")) isExample = false
    return isExample
  })
}

function fencesIn(lines: readonly string[]): readonly string[] {
  let isFenced = false
  return lines.filter((line) => {
    const said = /^\/\/[/!] ?(.*)$/u.exec(line)?.[1]
    const isFence = said?.startsWith('```') === true
    isFenced = said !== undefined && isFenced !== isFence
    return isFenced || isFence
  })
}
