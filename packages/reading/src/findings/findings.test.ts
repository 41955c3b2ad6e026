import { describe, expect, test } from 'vitest'
import { annotationsOf } from './annotations.ts'
import { type Finding, findingsForm, isAtLeast } from './finding.ts'
import { junitOf } from './junit.ts'
import { mergeFindings } from './merge-findings.ts'
import { readFindings } from './read-findings.ts'
import { rankOf, sarifOf } from './sarif.ts'
import { findingsText } from './summary.ts'

const fence = (value: unknown) => `Here is what I found.\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``
const one = {
  path: 'src/a.ts',
  line: 3,
  severity: 'high',
  title: 'The total is never rounded',
  why: 'It grows.',
  confidence: 90,
}
const read = (value: unknown) => readFindings(fence(value), 'Ada')
const finding: Finding = { ...one, severity: 'high', agreedBy: ['Ada'] }

describe('an answer with findings', () => {
  test('is read along with its author', () => {
    expect(read({ findings: [one] })).toEqual([finding])
  })

  test.each([
    [
      'other names for the keys',
      {
        file: './src/a.ts',
        line_number: '3',
        level: 'Major',
        message: one.title,
        description: one.why,
        confidence: '90 %',
      },
    ],
    [
      'the line after the path',
      { path: 'src/a.ts:3', severity: '**HIGH**', title: one.title, why: one.why, confidence: 0.9 },
    ],
    ['a path with backslashes', { ...one, path: '.\\src\\a.ts' }],
  ])('may have %s', (_name, entry) => {
    expect(read({ findings: [entry] })).toEqual([finding])
  })

  test.each([
    ['no list', 'All good, I found nothing.'],
    ['an empty list without context', '```json\n[]\n```'],
    ['an unrelated list', '```json\n["src/a.ts"]\n```'],
    ['a truncated answer', '```json\n{ "findings": [{ "path": "src/a.ts", "title": "The'],
    ['the form quoted back', 'You asked for:\n\n> ```json\n> { "findings": [] }\n> ```\n\nI will look.'],
  ])('with %s is unreadable, which is not the same as no findings', (_name, text) => {
    expect(readFindings(text, 'Ada')).toBeUndefined()
  })

  test('with an empty list has found nothing', () => {
    expect(read({ findings: [] })).toEqual([])
  })

  test.each(['/etc/passwd', '../secrets.ts', 'src/../../x.ts', 'C:\\x.ts', 'file:///etc/passwd', 'https://evil/x', ''])(
    'cannot name a file outside the workspace: %j',
    (path) => {
      expect(read({ findings: [{ ...one, path }, one] })).toBeUndefined()
    },
  )

  test('that copies the example from the form is unreadable', () => {
    expect(readFindings(findingsForm, 'Ada')).toBeUndefined()
  })

  test('may name a workspace file by its absolute path', () => {
    const text = fence({ findings: [{ ...one, path: '/home/ada/shop/src/a.ts:3' }] })
    expect(readFindings(text, 'Ada', '/home/ada/shop')).toEqual([finding])
  })

  test.each([
    ['one entry that is not a finding', fence({ findings: [one, 'and more'] })],
    ['one entry without a title', fence({ findings: [one, { path: 'src/b.ts' }] })],
    ['too many entries', fence({ findings: Array.from({ length: 501 }, () => one) })],
    [
      'a draft before a broken list',
      `${fence({ findings: [] })}\n\n\`\`\`json\n{ "findings": [{ "path": "a.ts", "title": "A "quote" }] }\n\`\`\``,
    ],
  ])('with %s is rejected as a whole', (_name, text) => {
    expect(readFindings(text, 'Ada')).toBeUndefined()
  })

  test.each(['constructor', '__proto__', 'P0', '9.8'])('with the severity %j does not pass any gate', (severity) => {
    expect(read({ findings: [{ ...one, severity }] })).toMatchObject([{ severity: 'critical' }])
  })

  test('may have markup in its title', () => {
    const title = '<script> reaches innerHTML through <Foo>'
    expect(read({ findings: [{ ...one, title }] })).toMatchObject([{ title }])
  })

  test('counts an unreadable severity as critical and an invalid line as line 1', () => {
    const [found] = read({ findings: [{ ...one, severity: 'purple', line: 'many', confidence: 'quite' }] }) ?? []
    expect(found).toMatchObject({ severity: 'critical', line: 1, confidence: null })
  })
})

describe('several reviewers', () => {
  const other: Finding = {
    ...finding,
    line: 5,
    severity: 'critical',
    title: 'Total not rounded before it is stored',
    agreedBy: ['Bert'],
  }

  test('who found the same thing are named together, with the most serious view first', () => {
    const far: Finding = { ...finding, line: 300, agreedBy: ['Cleo'] }
    expect(mergeFindings([finding, far, other])).toEqual([{ ...other, agreedBy: ['Ada', 'Bert'] }, far])
  })

  test('who found different things in one place are kept apart', () => {
    const different: Finding = { ...finding, title: 'Secrets are printed', agreedBy: ['Bert'] }
    expect(mergeFindings([finding, different])).toHaveLength(2)
  })

  test('determine a finding’s rank by their number and confidence', () => {
    expect(rankOf({ ...finding, agreedBy: ['Ada', 'Bert'] }, 4)).toBe(45)
    expect(rankOf(finding, 4)).toBeLessThan(rankOf({ ...finding, agreedBy: ['Ada', 'Bert'] }, 4))
  })
})

test('severities are ordered', () => {
  expect(['low', 'medium', 'high', 'critical'].map((severity) => isAtLeast(severity as never, 'high'))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

describe('hostile text from a model', () => {
  const hostile: Finding = {
    ...finding,
    path: 'src/a,b:c%.ts',
    title: 'x"><script>alert(1)</script>|`@team` ::error::',
    why: 'first\n::add-mask::secret ##[add-mask]x\n\\<img src=x>\n</failure></testsuite>&lt;\n# Heading',
  }

  test('cannot start another workflow command', () => {
    const text = annotationsOf([hostile])
    expect(text.split('\n')).toHaveLength(2)
    expect(text).toMatch(/^::error file=src\/a%2Cb%3Ac%25\.ts,line=3,title=[^\n]*%3A %3Aerror%3A %3A::first%0A/u)
    expect(text).not.toContain('##[')
  })

  test('cannot break out of its element in JUnit', () => {
    const text = junitOf([hostile])
    expect(text.match(/<\/testsuite>/gu)).toHaveLength(1)
    expect(text.match(/<[a-z]+/gu)).toEqual(['<testsuite', '<testcase', '<failure'])
    expect(text).not.toContain('<script')
  })

  test('cannot break out of its cell in Markdown, add elements or mention people', () => {
    const lines = findingsText([hostile], 2).split('\n')
    expect(lines[2]?.match(/(?<!\\)\|/gu)).toHaveLength(5)
    expect(lines.filter((line) => line.startsWith('#'))).toHaveLength(1)
    expect(lines.join('\n')).not.toMatch(/(?<!\\)<script|@team|(?<!\\)(?:\\\\)*<img/u)
  })
})

test('JUnit fails serious findings, and has a test even without findings', () => {
  const low: Finding = { ...finding, severity: 'low' }
  expect(junitOf([finding, low], 'medium')).toContain('tests="2" failures="1"')
  expect(junitOf([])).toContain('<testcase classname="review" name="No findings"/>')
})

test('SARIF only refers to rules it lists', () => {
  const low: Finding = { ...finding, severity: 'low', path: 'src/ä b.ts' }
  const { runs } = sarifOf([finding, low], { version: '1.2.3', reviewers: 2 }) as unknown as Sarif
  expect(runs[0]?.tool.driver.rules.map(({ id }) => id)).toEqual(['review/high', 'review/low'])
  expect(runs[0]?.results.map(({ ruleId, ruleIndex, level }) => [ruleId, ruleIndex, level])).toEqual([
    ['review/high', 0, 'error'],
    ['review/low', 1, 'note'],
  ])
  expect(JSON.stringify(runs)).toContain('src/%C3%A4%20b.ts')
})

type Sarif = {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
    readonly results: readonly { readonly ruleId: string; readonly ruleIndex: number; readonly level: string }[]
  }[]
}
