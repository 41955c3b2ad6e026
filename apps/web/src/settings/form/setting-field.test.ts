import { describe, expect, test } from 'vitest'
import { faultOf, settingText, writtenIn } from './setting-field.ts'

const number = { path: ['limits', 'maxTurns'], label: 'Turns', hint: '', kind: 'number' as const, min: 1, max: 100 }
const lines = { path: ['pool'], label: 'Pool', hint: '', kind: 'lines' as const }
const model = { path: ['model'], label: 'Model', hint: '', kind: 'model' as const }

describe('a setting in a form', () => {
  test('returns to its default when cleared', () => {
    expect(writtenIn(number, ' ')).toBeUndefined()
    expect(writtenIn(lines, '\n')).toBeUndefined()
  })

  test('is a number, a list or a word, as in the file', () => {
    expect(writtenIn(number, '12')).toBe(12)
    expect(writtenIn(lines, 'a/b\n\n c/d ')).toEqual(['a/b', 'c/d'])
    expect(writtenIn(model, ' a/b ')).toBe('a/b')
    expect(settingText(['a/b', 'c/d'])).toBe('a/b\nc/d')
    expect(settingText(null)).toBe('')
  })

  test('shows problems while typing', () => {
    expect(faultOf(number, '0')).toBe('At least 1.')
    expect(faultOf(number, '101')).toBe('At most 100.')
    expect(faultOf(number, 'x')).toBe('Enter a number.')
    expect(faultOf({ ...number, min: undefined, above: 0 }, '0')).toBe('More than 0.')
    expect(faultOf(model, 'gpt')).toBe('Write it as provider/model.')
    expect(faultOf(model, 'openai/gpt-5')).toBeUndefined()
  })
})
