import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPlainFields } from './read-plain-fields.ts'
import { readYamlFields } from './read-yaml-fields.ts'

describe('plain fields', () => {
  test('know the line of each key', () => {
    const fields = readPlainFields('# a comment\nname: A\n\ncolor: "#ff0000"\n')
    expect(fields?.fields).toEqual({ name: 'A', color: '#ff0000' })
    expect(fields?.places(['color'])).toEqual({ line: 4, column: 1 })
  })

  test.each([
    'a: |\n  text',
    'a:\n  b: 1',
    'a: x # note',
    'a: b: c',
    'a: *b',
    'a: null',
    'a: True',
    'a: 0x1f',
    'a: 1e3',
    'a: "\\n"',
    'a: 1\na: 2',
    "a: 'x'",
  ])('leave %j to YAML', (text) => {
    expect(readPlainFields(text)).toBeUndefined()
  })

  test('match what YAML reads, for any text', () => {
    const piece = fc.constantFrom(
      'a',
      'Zq',
      '1',
      '-',
      '.5',
      'true',
      'null',
      'no',
      '~',
      ' ',
      ', ',
      ': ',
      '#',
      ' #',
      '"',
      "'",
      '[',
      ']',
      '{ ',
      ' }',
      '*',
      '&',
      '!',
      '💻',
      'é',
      '\\',
    )
    const value = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c-d'), value), { maxLength: 3 }), (lines) => {
        const text = lines.map(([key, written]) => `${key}: ${written}\n`).join('')
        const plain = readPlainFields(text)
        if (!plain) return
        const yaml = readYamlFields(text)
        expect(yaml.ok && yaml.fields).toEqual(plain.fields)
      }),
      { numRuns: 2000 },
    )
  })
})
