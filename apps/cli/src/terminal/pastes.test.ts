import { expect, test } from 'vitest'
import { PASTE_BEGINS as B, PASTE_ENDS as E, pasteReader, withoutPastedKeys } from './pastes.ts'

const reads = (...all: readonly string[]) => {
  const read = pasteReader()
  return all.map((each) => read(each))
}
const keys = (sent: string) => ({ sent, interrupts: false })

test('each part of a paste has its marks, wherever the reads end', () => {
  expect(reads(`a${B}x`, '\r', `y${E}b`)).toEqual([keys(`a${B}x${E}`), keys(`${B}\r${E}`), keys(`${B}y${E}b`)])
  expect(reads(`${B}x${E.slice(0, 4)}`, `${E.slice(4)}\r`)).toEqual([keys(`${B}x${E}`), keys('\r')])
  expect(reads(B.slice(0, 3), `${B.slice(3)}*\r${E}`)).toEqual([keys(''), keys(`${B}*\r${E}`)])
})

test('Ctrl-C in a paste is text, before or after it a key that interrupts, and the marks stay', () => {
  expect(reads(`${B}a\u0003b${E}`, '\r')).toEqual([keys(`${B}ab${E}`), keys('\r')])
  expect(reads(`x\u0003${B}y${E}`)).toEqual([{ sent: `x${B}y${E}`, interrupts: true }])
})

test('after a mark was lost, a single Ctrl-C interrupts and keys are keys again', () => {
  expect(reads(`${B}x`, '\r', '\u0003', '\r').slice(2)).toEqual([{ sent: '', interrupts: true }, keys('\r')])
})

test('Esc is passed on at once', () => {
  expect(reads('\u001b', '\u001b[A')).toEqual([keys('\u001b'), keys('\u001b[A')])
})

test('pasted control characters do not count as keys, with or without the mark at the end', () => {
  expect(withoutPastedKeys(`a\r${B}\u0015*\r\n${E}\r`)).toBe(`a\r${B} * ${E}\r`)
  expect(withoutPastedKeys(`${B}*\r`)).toBe(`${B}* ${E}`)
})
