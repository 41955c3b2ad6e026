type Named = 'tests' | 'build' | 'lint' | 'types'

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const NAMES: readonly (readonly [Named, ReadonlySet<string>])[] = [
  ['tests', wordsOf('t tst test tests spec specs unit e2e unittest unittests runtest pytest jest vitest mocha ctest')],
  ['lint', wordsOf('lint linter eslint')],
  ['types', wordsOf('types type typecheck typechecks tsc mypy')],
  ['build', wordsOf('build compile bundle dist assemble')],
]
/** Words that say which of them, and never something else. */
const WHICH = wordsOf(
  'all ci run once check only full fast quick smoke regression coverage cov integration functional node web api ui browser server client frontend backend app core js ts py go rust css prod production dev development release debug units local strict',
)

/** What a script or target of this name does, if every word of it is known: `test:unit` runs tests, `test-data` may not. */
export function scriptKind(name: string): Named | undefined {
  if (name.length > 60) return undefined
  const words = name.toLowerCase().split(/[:._-]/u)
  const found = NAMES.filter(([, known]) => words.some((word) => known.has(word)))
  const isKnown = words.every((word) => WHICH.has(word) || found.some(([, known]) => known.has(word)))
  return isKnown ? found[0]?.[0] : undefined
}
