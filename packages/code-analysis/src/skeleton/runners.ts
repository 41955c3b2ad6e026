import type { GuessedCheck, TestCase } from './test-case.ts'

export type Runner = 'node:test' | 'vitest' | 'jest'

/** How a kind of test file is written: its first lines, what it needs, and each case. */
export type TestDialect = {
  imports(isTyped: boolean): readonly string[]
  helpers(isTyped: boolean, cases: readonly TestCase[]): readonly string[]
  write(test: TestCase): string
}

export const dialectOf = (runner: Runner): TestDialect => (runner === 'node:test' ? nodeTest : snapshots(runner))

/**
 * Node runs a `todo` case and shows its result without failing the run: it records what happens now, and becomes a test
 * once `todo` is removed.
 */
const nodeTest: TestDialect = {
  imports: (isTyped) => [
    "import assert from 'node:assert/strict'",
    `import { ${isTyped ? 'type TestContext, ' : ''}test } from 'node:test'`,
    "import { inspect } from 'node:util'",
  ],
  helpers: (isTyped, cases) => [...helpers(isTyped, cases), ...showing(isTyped, cases)],
  write: ({ title, before, call, check, never }) => {
    const options = never ? `{ skip: ${stringLiteral(never)} }` : "{ todo: 'decide what is right' }"
    return [
      `test(${stringLiteral(title)}, ${options}, async (t) => {`,
      ...before.map((line) => `  ${line}`),
      ...body(call, check).map((line) => `  ${line}`),
      '})',
    ].join('\n')
  },
}

function body(call: string, check: GuessedCheck): readonly string[] {
  const first = check === 'unchanged' ? ['const given = structuredClone([argument1])'] : []
  const again = check === 'same twice' ? [`const again = await outcomeOf(() => ${call})`] : []
  return [
    ...first,
    `const outcome = await outcomeOf(() => ${call})`,
    ...again,
    'show(t, outcome)',
    `${ASSERTIONS[check]} // review: is this what is meant?`,
  ]
}

const ASSERTIONS: { readonly [One in GuessedCheck]: string } = {
  finite: "assert.ok('threw' in outcome ? isMeant(outcome.threw) : Number.isFinite(outcome.returned))",
  safe: "assert.ok('threw' in outcome ? isMeant(outcome.threw) : Number.isSafeInteger(outcome.returned))",
  defined: "assert.ok('threw' in outcome ? isMeant(outcome.threw) : outcome.returned !== undefined)",
  settles: "assert.ok(!('threw' in outcome) || isMeant(outcome.threw))",
  unchanged: 'assert.deepEqual([argument1], given)',
  'same twice': 'assert.deepEqual(again, outcome)',
  waits: 'assert.equal(slow.ended, slow.started)',
  fails: "assert.ok('threw' in outcome)",
}

/** A snapshot records what the function does now. The reviewer decides whether that is right. */
const snapshots = (runner: 'vitest' | 'jest'): TestDialect => ({
  imports: () => [`import { expect, test } from '${runner === 'vitest' ? 'vitest' : '@jest/globals'}'`],
  helpers,
  write: ({ title, before, call, check, never }) => {
    const skipped = never ? [`// ${never}`] : []
    const looked =
      check === 'unchanged'
        ? '{ outcome, arguments: [argument1] }'
        : check === 'waits'
          ? '{ outcome, started: slow.started, ended: slow.ended }'
          : 'outcome'
    const repeated = check === 'same twice' ? [`  await outcomeOf(() => ${call})`] : []
    return [
      ...skipped,
      `test${never ? '.skip' : ''}(${stringLiteral(title)}, async () => {`,
      ...before.map((line) => `  ${line}`),
      ...repeated,
      `  const outcome = await outcomeOf(() => ${call})`,
      `  expect(${looked}).toMatchSnapshot() // review: is what it does now what is meant?`,
      '})',
    ].join('\n')
  },
})

function helpers(isTyped: boolean, cases: readonly TestCase[]): readonly string[] {
  const code = cases.map(({ call }) => call).join('\n')
  return [
    isTyped ? OUTCOME_TYPED : OUTCOME,
    ...(cases.some(({ check }) => check === 'waits') ? [SLOWLY(isTyped)] : []),
    ...(code.includes('refused') ? [REFUSED] : []),
  ]
}

const OUTCOME_TYPED = `type Outcome = { returned: unknown } | { threw: unknown }

/** What a call did: the value it gave, or what it threw. */
async function outcomeOf(call: () => unknown): Promise<Outcome> {
  try {
    return { returned: await call() }
  } catch (error) {
    return { threw: error }
  }
}`

const OUTCOME = `/** What a call did: the value it gave, or what it threw. */
async function outcomeOf(call) {
  try {
    return { returned: await call() }
  } catch (error) {
    return { threw: error }
  }
}`

/** The helpers that cases use to record what happens now. */
function showing(isTyped: boolean, cases: readonly TestCase[]): readonly string[] {
  const isJudged = cases.some(({ check }) => ASSERTIONS[check].includes('isMeant'))
  return [SHOW(isTyped), ...(isJudged ? [MEANT(isTyped)] : [])]
}

const SHOW = (isTyped: boolean): string => `/** Says what happens now, beside the result of the case. */
function show(t${isTyped ? ': TestContext' : ''}, outcome${isTyped ? ': Outcome' : ''})${isTyped ? ': void' : ''} {
  t.diagnostic('threw' in outcome ? \`now it throws \${outcome.threw}\` : \`now it gives \${inspect(outcome.returned)}\`)
}`

const MEANT = (
  isTyped: boolean,
): string => `/** A built-in error is an accident. One thrown with its own message is intended. */
const isMeant = (error${isTyped ? ': unknown' : ''})${isTyped ? ': boolean' : ''} =>
  error instanceof Error && !/undefined|null|not a function|not iterable|call stack|invalid|unexpected|json/i.test(error.message)`

const SLOWLY = (
  isTyped: boolean,
): string => `/** Gives values after a while, and counts what was begun and what was waited for. */
function slowly() {
  const slow = {
    started: 0,
    ended: 0,
    give: async ${isTyped ? '<Value>(value: Value): Promise<Value>' : '(value)'} => {
      slow.started++
      await new Promise((go) => setTimeout(go, 5))
      slow.ended++
      return value
    },
  }
  return slow
}`

const REFUSED = `const refused = Promise.reject(new Error('refused'))
refused.catch(() => {})`

/** A quoted string literal for any text. */
export const stringLiteral = (text: string): string =>
  `'${text
    .replace(/\\/g, '\\\\')
    .replace(/'/g, "\\'")
    .replace(/[\r\n\u2028\u2029]+/g, ' ')}'`
